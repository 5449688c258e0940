import { isUtf8 } from "node:buffer";
import { globSync } from "node:fs";
import { basename } from "node:path";
import { parseDocument } from "yaml";
import * as z from "zod";
import { dataSchemas } from "../../shared/content/data.schema.ts";
import { isShared, isWord, marks } from "../../shared/content/fields.schema.ts";
import { type EntryFolder, entrySchemas } from "../../shared/content/pages.schema.ts";
import { LANGUAGES, type Language } from "../../shared/languages.ts";
import { isRecord } from "../records.ts";
import type { ContentFiles } from "./content-files.ts";
import { type Path, placeOf, type Report, type ReportOf } from "./errors.ts";
import { compileMarkdown } from "./markdown.ts";
import { keyOf, withWords } from "./with-words.ts";

export const entryFolders = Object.keys(entrySchemas) as EntryFolder[];

/** Returns the files below a folder that match a pattern: their paths relative to the folder, sorted. */
export const filesBelow = (dir: string, pattern: string): string[] =>
  globSync(pattern, { cwd: dir })
    .map((path) => path.replaceAll("\\", "/"))
    .sort();

/** Returns the file of facts, which are the same in all languages: `home.json`, `projects/wells.json`. */
export const factsFile = (name: string): string => `${name}.json`;

/** Returns the file of the texts in a language: `home.sw.json`, `projects/wells.sw.md`. */
export const wordsFile = (name: string, language: Language): string =>
  `${name}.${language}.${name.includes("/") ? "md" : "json"}`;

/** Returns the names of the entries of a folder, such as `blog/girls-on-the-pitch`. */
export function entryNames(files: ContentFiles, folder: string): string[] {
  const ends = [".json", ...LANGUAGES.map((language) => `.${language}.md`)];
  const names = files.in(folder).flatMap((file) => {
    const end = ends.findLast((one) => file.endsWith(one));
    return end === undefined ? [] : [file.slice(0, -end.length)];
  });
  return [...new Set(names)];
}

export const schemasByName = (files: ContentFiles): [name: string, schema: z.ZodType][] => [
  ...Object.entries(dataSchemas),
  ...Object.entries(entrySchemas).flatMap(([folder, schema]) =>
    entryNames(files, folder).map((name): [string, z.ZodType] => [name, schema]),
  ),
];

/** Returns the names of all documents: data files and entries. */
export const documentNames = (files: ContentFiles): string[] =>
  schemasByName(files).map(([name]) => name);

/** Reads a file as text. Reports and returns null for a missing file or a file in another encoding than UTF-8. */
function readText(files: ContentFiles, file: string, report: Report): string | null {
  const bytes = files.read(file);
  if (bytes && bytes.length > MOST_BYTES) {
    report([], `has ${bytes.length} bytes; at most ${MOST_BYTES} are possible`);
    return null;
  }
  if (bytes && isUtf8(bytes)) return bytes.toString().replace(/^\uFEFF/, "");
  report([], bytes ? "is not UTF-8: save it with that encoding" : "the file is missing");
  return null;
}

/** The most bytes of a file and the most items of a list: many times those of any site, so that no text holds the server up. */
const MOST_BYTES = 1_000_000;
const MOST_ITEMS = 1_000;

/** Reports what no page could hold: a list that is far too long, or a name that JavaScript gives a meaning. */
function reportExcess(value: unknown, report: Report): void {
  for (const [part, path] of partsOf(value)) {
    if (Array.isArray(part) && part.length > MOST_ITEMS)
      report(path, `has ${part.length} items; at most ${MOST_ITEMS} are possible`);
    if (path.at(-1) === "__proto__") report(path, "is not a name that a field can have");
  }
}

/** Reads the value of a JSON file; a JSON `null` becomes an object without fields. Reports and returns null if the file has no value. */
export function readJson(files: ContentFiles, file: string, report: Report): unknown {
  const text = readText(files, file, report);
  if (text === null) return null;
  try {
    return Object(JSON.parse(text));
  } catch (error) {
    const { line, hint } = jsonSlip(text, String(error));
    const shown = text.split("\n")[line - 1]?.trim();
    report([], `is not JSON: ${hint}${shown ? `\n    ${shown}` : ""}`, line);
    return null;
  }
}

/** Reports a name that occurs twice in one object, of which `JSON.parse` silently keeps the last. */
export function reportRepeatedNames(files: ContentFiles, reportOf: ReportOf): void {
  const all = ["", ...entryFolders].flatMap((folder) => files.in(folder));
  for (const file of all.filter((name) => name.endsWith(".json"))) {
    const text = files.read(file)?.toString() ?? "";
    const twice = parseDocument(text).errors.find(({ code }) => code === "DUPLICATE_KEY");
    if (twice) {
      const line = twice.linePos?.[0].line;
      reportOf(file)([], "the same name stands twice in one { }", line);
    }
  }
}

/** Finds the line where a text stops being JSON, and the hint for an editor who writes JSON by hand, from the error of `JSON.parse`. */
export function jsonSlip(text: string, error: string): { line: number; hint: string } {
  const at = offsetOf(text, error);
  const before = text.slice(0, at).trimEnd();
  const [line = 1, lineBefore = 1] = [text.slice(0, at), before].map((s) => s.split("\n").length);
  const [found = "", last = ""] = [text[at], before.at(-1)];
  const isClosing = found === "}" || found === "]";
  const here = (hint: string) => ({ line, hint });
  const atEnd = (hint: string) => ({ line: lineBefore, hint });

  if (/escape/.test(error)) return here(String.raw`a backslash inside a text is written \\`);
  if (/control char|Unterminated/.test(error))
    return here(String.raw`a text ends with " on its own line; a tab inside it is written \t`);
  if (/after JSON/.test(error)) return here("there is one } or ] too many here or before");
  if (isClosing && last === ",") return atEnd("there is a comma too many at the end");
  if (isClosing && last === ":") return here(`a value is missing before ${found}`);
  // The next item, or its name, was read as part of this item.
  if (found === "" || isClosing || (found === "{" && /value/.test(error)) || found === ":")
    return atEnd("a } or ] is missing at the end");
  // A quote ended the text early, and the rest of the text follows on the line.
  if (/',' or/.test(error) && last === '"' && line === lineBefore)
    return here(String.raw`a quote inside a text is written \"`);
  if (/',' or/.test(error)) return atEnd("a comma is missing at the end");
  if (/':' after/.test(error)) return here("a colon is missing behind the name");
  if (found === ",") return here("there is a comma too many");
  if (/name/.test(error)) return here('a name is written in quotes: "title": "..."');
  return here("a text is written in quotes");
}

/** Finds the offset of an error. The JavaScript engine either names the position, or shows ten characters on each side of it. */
function offsetOf(text: string, error: string): number {
  const named = /at position (\d+)/.exec(error)?.[1];
  if (named !== undefined) return Number(named);
  const [, token, dots, shown = ""] =
    /Unexpected token '(.+?)', (\.{3})?"([\s\S]*)"(?:\.{3})? is not/.exec(error) ?? [];
  if (token === undefined) return text.length;
  return dots ? text.indexOf(shown) + 10 : text.indexOf(token);
}

/** The facts of a data file or an entry, and its texts in one language. */
export interface Source {
  name: string;
  schema: z.ZodType;
  facts: unknown;
  words: unknown;
  /** The texts as their file has them. In `words`, English stands in place of each text that is not translated. */
  ownWords: unknown;
  /** The language of the texts: English for an entry that is not translated. */
  language: Language;
  text: ReturnType<typeof compileMarkdown>;
}

/** Returns the texts of a language with English in place of each text that is missing or empty. */
function withEnglish(own: unknown, english: unknown): unknown {
  if (own === undefined || own === null || own === "") return english;
  if (Array.isArray(own) && Array.isArray(english) && own.length === english.length)
    return own.map((item, index) => withEnglish(item, english[index]));
  if (!isRecord(own) || !isRecord(english)) return own;
  const names = Object.keys({ ...english, ...own });
  return Object.fromEntries(names.map((name) => [name, withEnglish(own[name], english[name])]));
}

/** Tells whether a text of an entry is given in another language wherever it is in English. */
function isTranslated(own: unknown, english: unknown): boolean {
  if (own === undefined || own === null || own === "") return english === undefined;
  if (!isRecord(own) || !isRecord(english)) return true;
  return Object.keys(english).every((name) => isTranslated(own[name], english[name]));
}

/** Reads the texts of an entry: in English where there are none in the language, or where the office has not finished them. */
function readEntryWords(files: ContentFiles, name: string, wanted: Language, reportOf: ReportOf) {
  const read = (language: Language) => {
    const file = wordsFile(name, language);
    const markdown = readText(files, file, reportOf(file));
    return markdown === null ? null : compileMarkdown(markdown, reportOf(file));
  };
  const file = wordsFile(name, wanted);
  if (wanted === "en" || !files.has(file)) return { language: "en" as Language, text: read("en") };
  const text = read(wanted);
  if (text === null || !files.isEdited(file)) return { language: wanted, text };
  const english = read("en");
  const isWhole = text.html !== "" && isTranslated(text.words, english?.words);
  return isWhole ? { language: wanted, text } : { language: "en" as Language, text: english };
}

/** Reads all data files and entries without errors. Some data files have no facts or no texts. */
export function readSources(files: ContentFiles, wanted: Language, reportOf: ReportOf): Source[] {
  return schemasByName(files).flatMap(([name, schema]) => {
    const isEntry = name.includes("/");
    const read = (file: string) =>
      isEntry || files.has(file) ? readJson(files, file, reportOf(file)) : undefined;
    const facts = read(factsFile(name));
    const { language, text } = isEntry
      ? readEntryWords(files, name, wanted, reportOf)
      : { language: wanted, text: null };
    const ofWords = wordsFile(name, language);
    const ownWords = isEntry ? (text?.words ?? null) : read(ofWords);
    reportExcess(facts, reportOf(factsFile(name)));
    reportExcess(ownWords, reportOf(ofWords));
    if (facts === null || ownWords === null) return [];
    const isFilled = !isEntry && wanted !== "en";
    const words = isFilled
      ? withEnglish(ownWords, read(wordsFile(name, "en")) ?? undefined)
      : ownWords;
    return { name, schema, language, facts, words, ownWords, text };
  });
}

type Schema = z.core.$ZodType | undefined;

/** Returns the schema of a field or an item, without its optional or nullable wrapper. */
function fieldOf(schema: Schema, name: PropertyKey): Schema {
  if (schema instanceof z.ZodUnion)
    return schema.options.map((option) => fieldOf(option, name)).find(Boolean);
  if (schema instanceof z.ZodArray) return present(schema.element);
  if (schema instanceof z.ZodRecord) return present(schema.valueType);
  return schema instanceof z.ZodObject ? present(schema.shape[String(name)]) : undefined;
}

const present = (schema: Schema): Schema =>
  schema instanceof z.ZodExactOptional || schema instanceof z.ZodNullable
    ? present(schema.unwrap())
    : schema;

export const schemaAt = (schema: Schema, path: Path) => path.reduce(fieldOf, schema);

const isText = (schema: Schema): boolean => {
  if (schema instanceof z.ZodArray) return isText(fieldOf(schema, 0));
  if (!(schema instanceof z.ZodObject)) return isWord(schema) || isShared(schema);
  const names = Object.keys(schema.shape).filter((name) => !Object.hasOwn(marks, name));
  return names.every((name) => isText(fieldOf(schema, name)));
};

const partOf = (value: unknown, key: PropertyKey): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;

/** Translates a path in the composed value into a path in the texts. */
function pathInWords({ facts, words }: Source, path: Path): Path {
  let [here, own] = [facts, words];
  return path.map((part) => {
    const key = (Array.isArray(here) && !Array.isArray(own) && keyOf(partOf(here, part))) || part;
    [here, own] = [partOf(here, part), partOf(own, key)];
    return key;
  });
}

/** Returns the file and path where an editor finds, or should add, the value at a path of the composed value. */
export function placeIn(source: Source, path: Path): { file: string; path: Path } {
  const { name, language, schema, facts, words } = source;
  const own = pathInWords(source, path);
  const [word, field] = [own.reduce(partOf, words), schemaAt(schema, path)];
  // The texts of a list whose items are facts are an object, by the names of the items.
  const isNamed = isRecord(word) && field instanceof z.ZodArray;
  const isInWords =
    path.reduce(partOf, facts) === undefined && (word === undefined ? isText(field) : !isNamed);
  return isInWords
    ? { file: wordsFile(name, language), path: own }
    : { file: factsFile(name), path };
}

/** Merges the facts with their texts, and reports any value that is in the wrong file of the two. */
export function compose(source: Source, files: ContentFiles, reportOf: ReportOf): unknown {
  const { name, language, schema, facts, words } = source;
  const ofFacts = factsFile(name);
  const report = reportOf(wordsFile(name, language));
  const value = withWords<unknown>(facts, words);
  for (const [part, path] of partsOf(value)) {
    const own = pathInWords(source, path);
    const [fact, word] = [path.reduce(partOf, facts), own.reduce(partOf, words)];
    const place = () => placeOf(files, ofFacts, path);
    const field = schemaAt(schema, path);
    const isList = Array.isArray(fact) && fact.some(isRecord);
    if (isWord(field) && fact !== undefined) {
      const files = LANGUAGES.map((language) => basename(wordsFile(name, language))).join(" and ");
      reportOf(ofFacts)(path, `is a text: it belongs in ${files}`);
    } else if (isList && isRecord(word)) {
      const names = fact.map(keyOf);
      for (const name of Object.keys(word).filter((name) => !names.includes(name)))
        report([...own, name], `is not in ${place()}`);
    } else if (isList && word !== undefined)
      report(own, `must be words in { }, by the names of the items of ${place()}`);
    else if (word !== undefined && isFact(part, field) && (!isShared(field) || fact !== undefined))
      report(own, `is a fact, which stands once, in ${place()}: delete it here`);
  }
  return value;
}

const isFact = (value: unknown, schema: Schema) =>
  !(value instanceof Object) &&
  schema &&
  !isWord(schema) &&
  !(schema instanceof z.ZodObject || schema instanceof z.ZodArray);

/** Yields a value and every value inside it, outermost first. */
export function* partsOf(value: unknown, path: Path = []): Generator<[part: unknown, path: Path]> {
  yield [value, path];
  if (typeof value !== "object" || value === null) return;
  const items = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [key, item] of items) yield* partsOf(item, [...path, key]);
}
