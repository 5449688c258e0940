import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { compileContent } from "./compile-content.ts";
import { describeValidationError } from "./content-error.ts";
import { AWAITING_FILE, contentErrors } from "./content-errors.ts";
import { narrowPhotographs } from "./narrow-photographs.ts";

/** The translations that no native reader has cleared: `words/README.md` tells how. */
function awaitingNativeReader(contentDir: string): string[] {
  const path = join(contentDir, AWAITING_FILE);
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : [];
}

/** `npm run content:check [folder]`: lists all validation errors, or else placeholders and unread translations. */
const contentDir = process.argv[2] ?? join(import.meta.dirname, "../../../content");
const { placeholders } = compileContent(contentDir);
const validationErrors = [...contentErrors(contentDir), ...(await narrowPhotographs(contentDir))];

if (validationErrors.length > 0) {
  const count = validationErrors.length === 1 ? "1 error" : `${validationErrors.length} errors`;
  const lines = [...validationErrors.map(describeValidationError), "", `${count} to fix.`];
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
  const unread = awaitingNativeReader(contentDir);
  lines.push("", ...unread.map((name) => `content/${name} awaits a native reader`));
  const left = `${placeholders.length} placeholders left, ${unread.length} translations unread.`;
  lines.push("", `No errors. ${left}`);
  process.stdout.write(`${lines.join("\n")}\n`);
}
