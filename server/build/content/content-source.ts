import { isUtf8 } from "node:buffer";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type * as z from "zod";
import { LANGUAGES, type Language } from "../../../shared/languages.ts";
import { isRecord } from "../../../shared/with-words.ts";
import type { Path, Report } from "./errors.ts";
import { jsonSlip } from "./json-slip.ts";
import { type Data, type DataName, dataSchemas } from "./schemas/data.schema.ts";
import { type EntryFolder, entrySchemas } from "./schemas/pages.schema.ts";

export const isDataName = (name: string): name is DataName => Object.hasOwn(dataSchemas, name);

export const dataNames = Object.keys(dataSchemas).filter(isDataName).sort();

/** A data file among those that were read and validated; undefined while it has errors. */
export const dataOf = <Name extends DataName>(data: ReadonlyMap<string, unknown>, name: Name) =>
  data.get(name) as Data<Name> | undefined;

export const isEntryFolder = (folder: string): folder is EntryFolder =>
  Object.hasOwn(entrySchemas, folder);

export const entryFolders = Object.keys(entrySchemas).filter(isEntryFolder);

/** Folders whose figures come from claims.json, and are linked to it. */
export const LEDGER_FOLDERS: readonly EntryFolder[] = ["programmes", "projects"];

/** A compiled entry: the facts of `projects/wells.json` with the words of `projects/wells.en.md`. */
export interface CompiledEntry {
  slug: string;
  /** `projects/wells` */
  name: string;
  /** That the words are in. */
  language: Language;
  /** Facts and front matter, validated. */
  fields: Fields;
  html: string;
  readingTimeMinutes: number;
  /** The figures of claims.json in front matter and text, in their order. */
  claims: readonly { claim: string; text: string }[];
}

/** The files below a folder that match a pattern, by their path there, sorted. */
export const filesBelow = (dir: string, pattern: string): string[] =>
  globSync(pattern, { cwd: dir })
    .map((path) => path.replaceAll("\\", "/"))
    .sort();

/** What stands once of `home`, or of `projects/wells`. */
export const factsFile = (name: string): string => `${name}.json`;

/** What a language has of its own: `home.sw.json`, `projects/wells.sw.md`. */
export const wordsFile = (name: string, language: Language): string =>
  `${name}.${language}.${name.includes("/") ? "md" : "json"}`;

/** The text of a file; null when there is none, and when another program has saved it in an encoding that is not ours. */
export function readText(
  contentDir: string,
  file: string,
  report: Report = () => {},
): string | null {
  if (!existsSync(join(contentDir, file))) {
    report([], "the file is missing");
    return null;
  }
  const bytes = readFileSync(join(contentDir, file));
  if (isUtf8(bytes)) return bytes.toString();
  report([], "is not UTF-8: save it with that encoding");
  return null;
}

/** The value of a JSON file; undefined when it has none. */
export function readJson(contentDir: string, file: string, report: Report = () => {}): unknown {
  const text = readText(contentDir, file, report);
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    const slip = jsonSlip(text);
    const hint = slip?.hint ?? (error instanceof Error ? error.message : error);
    const line = slip && text.split("\n")[slip.line - 1]?.trim();
    report([], `is not JSON: ${hint}${line ? `\n    ${line}` : ""}`, slip?.line);
    return undefined;
  }
}

/** The names of a folder's entries, sorted: `projects/wells`. */
export const entryNames = (contentDir: string, folder: EntryFolder): string[] => {
  const files = filesBelow(contentDir, `${folder}/*.{json,{${LANGUAGES}}.md}`);
  return [...new Set(files.map((file) => file.replace(/(?:\.[a-z]+)?\.\w+$/, "")))];
};

/** The schema of each data file and entry, by its name. */
export const schemasByName = (contentDir: string): Map<string, z.ZodType> =>
  new Map<string, z.ZodType>([
    ...dataNames.map((name) => [name, dataSchemas[name]] as const),
    ...entryFolders.flatMap((folder) =>
      entryNames(contentDir, folder).map((name) => [name, entrySchemas[folder]] as const),
    ),
  ]);

export type Fields = Readonly<Record<string, unknown>>;

/** Every value inside a value with its path, the value itself first. */
export function* partsOf(value: unknown, path: Path = []): Generator<[part: unknown, path: Path]> {
  yield [value, path];
  if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* partsOf(item, [...path, index]);
  else if (isRecord(value))
    for (const [key, item] of Object.entries(value)) yield* partsOf(item, [...path, key]);
}
