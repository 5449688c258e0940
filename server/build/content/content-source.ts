import { isUtf8 } from "node:buffer";
import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type * as z from "zod";
import type { Language } from "../../../shared/languages.ts";
import { isRecord } from "../../../shared/with-words.ts";
import type { Path, Report } from "./errors.ts";
import { jsonSlip } from "./json-slip.ts";
import { givingFiles } from "./schemas/giving.schema.ts";
import { type EntryFolder, entrySchemas, pageFiles } from "./schemas/pages.schema.ts";
import { siteFiles } from "./schemas/site.schema.ts";

/** The schema of each data file. */
export const dataSchemas = { ...siteFiles, ...pageFiles, ...givingFiles } as const;

export type DataFile = keyof typeof dataSchemas;

export const isDataFile = (file: string): file is DataFile => Object.hasOwn(dataSchemas, file);

export const dataFiles = Object.keys(dataSchemas).filter(isDataFile).sort();

/** A data file among those that were read and validated; undefined while it has errors. */
export const dataOf = <File extends DataFile>(data: ReadonlyMap<string, unknown>, file: File) =>
  data.get(file) as z.infer<(typeof dataSchemas)[File]> | undefined;

export const isEntryFolder = (folder: string): folder is EntryFolder =>
  Object.hasOwn(entrySchemas, folder);

export const entryFolders = Object.keys(entrySchemas).filter(isEntryFolder);

/** Folders whose figures come from claims.json, and are linked to it. */
export const LEDGER_FOLDERS: readonly EntryFolder[] = ["programmes", "projects"];

/** One Markdown file. */
export interface EntrySource {
  folder: EntryFolder;
  slug: string;
  /** Below `content/`: the twin where it is read. */
  file: string;
  /** That the text is in. */
  language: Language;
  text: string;
  /** The English file, of which a twin has the words. */
  english?: { file: string; text: string };
}

/** A compiled Markdown file. */
export interface CompiledEntry extends Omit<EntrySource, "folder" | "text" | "english"> {
  /** The front matter, validated. */
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

/** A file of `content/` in Kiswahili: `home.sw.json`, `projects/wells.sw.md`. */
export const TWIN = /\.sw(?=\.(?:json|md)$)/;

export const twinOf = (file: string): string => file.replace(/(?=\.\w+$)/, ".sw");

/** The text of a file; null when another program has saved it in an encoding that is not ours. */
function readText(contentDir: string, file: string, report: Report): string | null {
  const bytes = readFileSync(join(contentDir, file));
  if (isUtf8(bytes)) return bytes.toString();
  report([], "is not UTF-8: save it with that encoding");
  return null;
}

/** The value of a JSON file; undefined when it has none. */
export function readJson(contentDir: string, file: string, report: Report = () => {}): unknown {
  if (!existsSync(join(contentDir, file))) {
    report([], "the file is missing");
    return undefined;
  }
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

/** The entries of a folder, sorted by name, each from its twin where the language has one. A missing folder has none. */
export function readEntryFolder(
  contentDir: string,
  folder: EntryFolder,
  language: Language = "en",
  reportOf: (file: string) => Report = () => () => {},
): EntrySource[] {
  const all = filesBelow(contentDir, `${folder}/*.md`);
  return all.flatMap((file): EntrySource[] => {
    const slug = basename(file, ".md");
    if (slug === "README" || TWIN.test(file)) return [];
    const text = readText(contentDir, file, reportOf(file));
    const twin = twinOf(file);
    if (text === null || language === "en" || !all.includes(twin))
      return text === null ? [] : [{ folder, slug, file, text, language: "en" }];
    const words = readText(contentDir, twin, reportOf(twin));
    if (words === null) return [];
    return [{ folder, slug, file: twin, text: words, language, english: { file, text } }];
  });
}

export type Fields = Readonly<Record<string, unknown>>;

/** Every value inside a value with its path, the value itself first. */
export function* partsOf(value: unknown, path: Path = []): Generator<[part: unknown, path: Path]> {
  yield [value, path];
  if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* partsOf(item, [...path, index]);
  else if (isRecord(value))
    for (const [key, item] of Object.entries(value)) yield* partsOf(item, [...path, key]);
}
