import { isUtf8 } from "node:buffer";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ContentValidationError } from "./content-error.ts";
import { dataSchemas } from "./schemas/data/data-schemas.ts";
import { type EntryFolder, entrySchemas, isEntryFolder } from "./schemas/entries/entry-schemas.ts";

/** One Markdown file. */
export interface EntrySource {
  folder: EntryFolder;
  slug: string;
  /** Below `content/`. */
  file: string;
  text: string;
}

export const entryFolders: readonly EntryFolder[] = Object.keys(entrySchemas).filter(isEntryFolder);

export const dataFiles: readonly string[] = Object.keys(dataSchemas);

/** Reads a data file; a missing or invalid one is a validation error. */
export function readDataFile(
  contentDir: string,
  file: string,
): { value: unknown; validationErrors: ContentValidationError[] } {
  const path = join(contentDir, file);
  if (!existsSync(path)) {
    return {
      value: undefined,
      validationErrors: [{ file, field: null, problem: "the file is missing" }],
    };
  }
  return parseJson(readFileSync(path, "utf8"), file);
}

export function parseJson(
  text: string,
  file: string,
): { value: unknown; validationErrors: ContentValidationError[] } {
  try {
    const value: unknown = JSON.parse(text);
    return { value, validationErrors: [] };
  } catch (error) {
    const reason = error instanceof Error ? error.message : "invalid text";
    return {
      value: undefined,
      validationErrors: [{ file, field: null, problem: `is not JSON: ${reason}` }],
    };
  }
}

/** Files that another program has saved in another encoding: their letters would come out wrong. */
export function encodingErrors(contentDir: string): ContentValidationError[] {
  const entries = entryFolders.flatMap((folder) =>
    readEntryFolder(contentDir, folder).map(({ file }) => file),
  );
  return [...dataFiles, ...entries]
    .filter((file) => existsSync(join(contentDir, file)))
    .filter((file) => !isUtf8(readFileSync(join(contentDir, file))))
    .map((file) => ({ file, field: null, problem: "is not UTF-8: save it with that encoding" }));
}

/** The Markdown files of a folder, sorted by name. A missing folder has none. */
export function readEntryFolder(contentDir: string, folder: EntryFolder): EntrySource[] {
  const path = join(contentDir, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .filter((name) => name.endsWith(".md") && name !== "README.md")
    .sort()
    .map((name) => readEntry(contentDir, folder, name.slice(0, -".md".length)));
}

export function readEntry(contentDir: string, folder: EntryFolder, slug: string): EntrySource {
  const file = `${folder}/${slug}.md`;
  return { folder, slug, file, text: readFileSync(join(contentDir, file), "utf8") };
}
