import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { compileContent } from "../../../../../server/build/content/compile-content.ts";
import { describeValidationError } from "../../../../../server/build/content/content-error.ts";

export const realContent = join(import.meta.dirname, "../../../../../content");

/** A copy of the site's content that a test can edit. Its pictures are empty files. */
export function copyContent(dir: string): string {
  cpSync(realContent, dir, {
    recursive: true,
    filter: (path) => !path.startsWith(join(realContent, "images")),
  });
  for (const { problem } of compileContent(dir).validationErrors) {
    const [, picture] = /^(images\/\S+) does not exist$/.exec(problem) ?? [];
    if (picture === undefined) continue;
    mkdirSync(dirname(join(dir, picture)), { recursive: true });
    writeFileSync(join(dir, picture), "");
  }
  return dir;
}

/** Edits one file; throws when nothing changes. */
export function edit(dir: string, file: string, from: string | RegExp, to: string): void {
  const path = join(dir, file);
  const before = readFileSync(path, "utf8");
  const after = before.replace(from, to);
  if (after === before) throw new Error(`${file} does not hold ${String(from)}`);
  writeFileSync(path, after);
}

/** The validation errors, without their lines. */
export function errorsOf(dir: string): string[] {
  return compileContent(dir).validationErrors.map(({ line: _, ...error }) =>
    describeValidationError(error),
  );
}
