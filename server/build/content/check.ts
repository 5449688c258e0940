import { join } from "node:path";
import sharp from "sharp";
import { compileContent, contentErrors } from "./compile-content.ts";
import { filesBelow } from "./content-source.ts";
import { type ContentValidationError, describeValidationError } from "./errors.ts";
import { awaitingNativeReader } from "./translations.ts";

/** What content/README.md asks for: the widest size that a screen is sent. */
const WANTED_WIDTH = 1_600;

/** Photographs that would look blurred on a wide screen. The build takes them; this check does not. */
async function narrowPhotographs(contentDir: string): Promise<ContentValidationError[]> {
  const found = await Promise.all(
    filesBelow(contentDir, "images/**/*.{jpg,jpeg,png}").map(async (file) => {
      const { autoOrient } = await sharp(join(contentDir, file)).metadata();
      if (autoOrient.width >= WANTED_WIDTH) return [];
      const problem = `is ${autoOrient.width} pixels wide; at least ${WANTED_WIDTH} are needed`;
      return [{ file, field: null, problem }];
    }),
  );
  return found.flat();
}

/** `npm run content:check [folder]`: lists all validation errors, or else placeholders and unread translations. */
const contentDir = process.argv[2] ?? join(import.meta.dirname, "../../../content");
const validationErrors = [...contentErrors(contentDir), ...(await narrowPhotographs(contentDir))];

if (validationErrors.length > 0) {
  const count = validationErrors.length === 1 ? "1 error" : `${validationErrors.length} errors`;
  const lines = [...validationErrors.map(describeValidationError), "", `${count} to fix.`];
  process.stderr.write(`${lines.join("\n")}\n`);
  process.exitCode = 1;
} else {
  const { placeholders } = compileContent(contentDir);
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
