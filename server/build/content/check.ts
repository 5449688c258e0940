import { join } from "node:path";
import { compileContent } from "./compile-content.ts";
import { describeMistake } from "./content-mistake.ts";

/** `npm run content:check [folder]`: every mistake, or else every placeholder still in place. */
const contentDir = process.argv[2] ?? join(import.meta.dirname, "../../../content");
const { mistakes, placeholders } = compileContent(contentDir);

if (mistakes.length > 0) {
  const count = mistakes.length === 1 ? "1 mistake" : `${mistakes.length} mistakes`;
  const lines = [...mistakes.map(describeMistake), "", `${count} to mend.`];
  process.stderr.write(`${lines.join("\n")}\n`);
  process.exitCode = 1;
} else {
  const lines: string[] = [];
  let file = "";
  for (const { entry, field, ...found } of placeholders) {
    if (found.file !== file) lines.push("", `content/${found.file}`);
    file = found.file;
    lines.push(`  ${entry ?? "the whole file"}${field === null ? "" : `: ${field}`}`);
  }
  lines.push("", `No mistakes. ${placeholders.length} placeholders still in place.`);
  process.stdout.write(`${lines.join("\n")}\n`);
}
