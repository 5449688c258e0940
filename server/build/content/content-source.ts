import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ContentMistake } from "./content-mistake.ts";
import { dataSchemas } from "./schemas/data-schemas.ts";
import { type EntryFolder, entrySchemas, isEntryFolder } from "./schemas/entry-schemas.ts";

/** One Markdown file as it lies on disk. */
export interface EntrySource {
  folder: EntryFolder;
  slug: string;
  /** Below `content/`. */
  file: string;
  text: string;
}

export const entryFolders: readonly EntryFolder[] = Object.keys(entrySchemas).filter(isEntryFolder);

export const dataFiles: readonly string[] = Object.keys(dataSchemas);

/** One data file; a missing or unreadable one is a mistake. */
export function readDataFile(
  contentDir: string,
  file: string,
): { value: unknown; mistakes: ContentMistake[] } {
  const path = join(contentDir, file);
  if (!existsSync(path)) {
    return { value: undefined, mistakes: [{ file, field: null, problem: "the file is missing" }] };
  }
  return parseJson(readFileSync(path, "utf8"), file);
}

export function parseJson(
  text: string,
  file: string,
): { value: unknown; mistakes: ContentMistake[] } {
  try {
    const value: unknown = JSON.parse(text);
    return { value, mistakes: [] };
  } catch (error) {
    const reason = error instanceof Error ? error.message : "it cannot be read";
    return {
      value: undefined,
      mistakes: [{ file, field: null, problem: `is not JSON: ${reason}` }],
    };
  }
}

/** The Markdown files of a folder, by name. A missing folder is an empty one. */
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
