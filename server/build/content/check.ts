import { join } from "node:path";
import { compileContent } from "./compile-content.ts";
import { describeValidationError } from "./content-error.ts";
import { narrowPhotographs } from "./narrow-photographs.ts";

/** `npm run content:check [folder]`: lists all validation errors, or else all placeholders. */
const contentDir = process.argv[2] ?? join(import.meta.dirname, "../../../content");
const { placeholders, ...compiled } = compileContent(contentDir);
const validationErrors = [...compiled.validationErrors, ...(await narrowPhotographs(contentDir))];

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
  lines.push("", `No errors. ${placeholders.length} placeholders left.`);
  process.stdout.write(`${lines.join("\n")}\n`);
}
