import { isUtf8 } from "node:buffer";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Language } from "../../../shared/languages.ts";
import type { ContentValidationError } from "./content-error.ts";
import { dataSchemas } from "./schemas/data-schemas.ts";
import { type EntryFolder, entrySchemas, isEntryFolder } from "./schemas/entries.schema.ts";

/** One Markdown file. */
export interface EntrySource {
  folder: EntryFolder;
  slug: string;
  /** Below `content/`: the twin where it is read. */
  file: string;
  /** Of the text. */
  language: Language;
  text: string;
}

export const entryFolders: readonly EntryFolder[] = Object.keys(entrySchemas).filter(isEntryFolder);

export const dataFiles: readonly string[] = Object.keys(dataSchemas);

/** A file of `content/` in Kiswahili: `home.sw.json`, `projects/wells.sw.md`. */
const TWIN = /\.sw\.(?:json|md)$/;

const twinNameOf = (file: string) => file.replace(/\.(?=\w+$)/, ".sw.");

/** The file with the words of a language: its twin where there is one, else the English file. */
export function fileIn(contentDir: string, file: string, language: Language): string {
  const twin = twinNameOf(file);
  return language === "sw" && existsSync(join(contentDir, twin)) ? twin : file;
}

/** Twins without the English file they translate. */
export function twinErrors(contentDir: string): ContentValidationError[] {
  const folders = ["", ...entryFolders].filter((folder) => existsSync(join(contentDir, folder)));
  return folders.flatMap((folder) => {
    const names = readdirSync(join(contentDir, folder));
    return names
      .filter((name) => TWIN.test(name) && !names.includes(name.replace(".sw.", ".")))
      .map((name) => ({
        file: folder === "" ? name : `${folder}/${name}`,
        field: null,
        problem: `there is no ${name.replace(".sw.", ".")}, which it translates`,
      }));
  });
}

/** Reads a data file; a missing or invalid one is a validation error. `file` is a twin where that is read. */
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

/** The entries of a folder, sorted by name, each from its twin where the language has one. A missing folder has none. */
export function readEntryFolder(
  contentDir: string,
  folder: EntryFolder,
  language: Language = "en",
): EntrySource[] {
  const path = join(contentDir, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .filter((name) => name.endsWith(".md") && name !== "README.md" && !TWIN.test(name))
    .sort()
    .map((name) => readEntry(contentDir, folder, name.slice(0, -".md".length), language));
}

export function readEntry(
  contentDir: string,
  folder: EntryFolder,
  slug: string,
  language: Language = "en",
): EntrySource {
  const file = fileIn(contentDir, `${folder}/${slug}.md`, language);
  const text = readFileSync(join(contentDir, file), "utf8");
  return { folder, slug, file, text, language: TWIN.test(file) ? "sw" : "en" };
}
