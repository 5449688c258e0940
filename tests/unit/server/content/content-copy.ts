import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import t from "tap";
import { compileContent } from "../../../../server/content/compile-content.ts";
import { ContentFiles } from "../../../../server/content/content-files.ts";
import { routesInSources } from "../../../../server/content/routes-in-sources.ts";
import type { Language } from "../../../../shared/languages.ts";

export const testContent = join(import.meta.dirname, "../../../fixtures/content");

/** The paths of the route table. */
export const routes = routesInSources();

/** Compiles the content of a folder, in English unless another language is given. */
export const compile = (dir: string, language: Language = "en") =>
  compileContent(new ContentFiles(dir), { language, routes });

/** Copies the site's content for a test to edit. The pictures of the copy are empty files. */
export function copyContent(dir: string): string {
  // The words of the program stand beside the content of the site, and are compared between the languages too.
  cpSync("content/words", join(dir, "words"), { recursive: true });
  cpSync(testContent, dir, {
    recursive: true,
    filter: (path) => !path.startsWith(join(testContent, "images")),
  });
  for (const error of compile(dir).validationErrors) {
    const [, picture] = /(images\/\S+) does not exist$/.exec(error) ?? [];
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

/** Removes all marks of placeholders. */
export function removePlaceholders(dir: string): void {
  for (const { file } of compile(dir).placeholders) {
    const path = join(dir, file);
    const mark =
      /(?<=\{)\s*"placeholder": (?:true|\[[^\]]*\]),?|,\s*"placeholder": (?:true|\[[^\]]*\])/g;
    const text = readFileSync(path, "utf8").replace(mark, "");
    writeFileSync(path, text.replaceAll('"status": "placeholder"', '"status": "verified"'));
  }
}

/** Returns the validation errors without their line numbers. */
export function errorsOf(dir: string): string[] {
  return compile(dir).validationErrors.map((error) => error.replace(/^([^:]+):\d+: /, "$1: "));
}

let shared: { dir: string; files: Map<string, Buffer> } | null = null;

const filesIn = (dir: string) =>
  globSync("**/*.*", { cwd: dir, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** Returns the copy that all tests of this process share, since copying takes longer than compiling. */
function sharedCopy() {
  if (shared) return shared;
  const dir = copyContent(mkdtempSync(join(tmpdir(), "content-")));
  t.teardown(() => rmSync(dir, { recursive: true, force: true }));
  shared = { dir, files: new Map(filesIn(dir).map((file) => [file, readFileSync(file)])) };
  return shared;
}

/** Changes the shared copy of the content, returns what `see` finds there, and restores the copy. */
export function after<Seen>(change: (dir: string) => void, see: (dir: string) => Seen): Seen {
  const { dir, files } = sharedCopy();
  try {
    change(dir);
    return see(dir);
  } finally {
    const left = new Set(filesIn(dir));
    for (const file of left) if (!files.has(file)) rmSync(file);
    for (const [file, bytes] of files)
      if (!left.has(file) || !readFileSync(file).equals(bytes)) writeFileSync(file, bytes);
  }
}
