import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import * as z from "zod";
import { LANGUAGES, type Language } from "../../../shared/languages.ts";
import { isRecord, keyOf, withWords } from "../../with-words.ts";
import { factsFile, partsOf, readJson, readText, wordsFile } from "./content-source.ts";
import { type Path, placeOf, type ReportOf } from "./errors.ts";
import { compileMarkdown } from "./markdown.ts";
import { marks, shared, TEXTS } from "./schemas/fields.schema.ts";

/** What stands once, and the words of one language, of a data file or an entry. */
export interface Source {
  name: string;
  schema: z.ZodType;
  facts: unknown;
  words: unknown;
  /** Of the words: English for an entry that is not translated. */
  language: Language;
  /** Of an entry. */
  text?: NonNullable<ReturnType<typeof compileMarkdown>>;
}

/** Null with errors. Some data files have no facts, or no words. */
export function readSource(
  contentDir: string,
  [name, schema]: [name: string, schema: z.ZodType],
  wanted: Language,
  reportOf: ReportOf,
): Source | null {
  const has = (file: string) => existsSync(join(contentDir, file));
  const isEntry = name.includes("/");
  const language = isEntry && !has(wordsFile(name, wanted)) ? "en" : wanted;
  const [ofFacts, ofWords] = [factsFile(name), wordsFile(name, language)];
  const read = (file: string) =>
    isEntry || has(file) ? readJson(contentDir, file, reportOf(file)) : undefined;
  const facts = read(ofFacts);
  if (!isEntry) {
    const words = read(ofWords);
    return facts === null || words === null ? null : { name, schema, language, facts, words };
  }
  const markdown = readText(contentDir, ofWords, reportOf(ofWords));
  const text = markdown && compileMarkdown(markdown, reportOf(ofWords));
  return facts && text ? { name, schema, language, facts, words: text.words, text } : null;
}

type Schema = z.core.$ZodType | undefined;

/** The schema of a field or an item, without what says that it may be missing. */
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
  if (!(schema instanceof z.ZodObject)) return TEXTS.has(schema) || schema === shared;
  const names = Object.keys(schema.shape).filter((name) => !Object.hasOwn(marks, name));
  return names.every((name) => isText(fieldOf(schema, name)));
};

const partOf = (value: unknown, key: PropertyKey): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;

/** Where the words have what stands at a path of both. */
function pathInWords({ facts, words }: Source, path: Path): Path {
  let [here, own] = [facts, words];
  return path.map((part) => {
    const key = (Array.isArray(here) && !Array.isArray(own) && keyOf(partOf(here, part))) || part;
    [here, own] = [partOf(here, part), partOf(own, key)];
    return key;
  });
}

/** Where an editor finds, or is to write, what stands at a path of both. */
export function placeIn(source: Source, path: Path): { file: string; path: Path } {
  const { name, language, schema, facts, words } = source;
  const own = pathInWords(source, path);
  const [word, field] = [own.reduce(partOf, words), schemaAt(schema, path)];
  // Words name the items of a list that stands among the facts.
  const isNamed = isRecord(word) && field instanceof z.ZodArray;
  const isInWords =
    path.reduce(partOf, facts) === undefined && (word === undefined ? isText(field) : !isNamed);
  return isInWords
    ? { file: wordsFile(name, language), path: own }
    : { file: factsFile(name), path };
}

/** The facts with their words, and reports of what is in the wrong one of them. */
export function compose(source: Source, contentDir: string, reportOf: ReportOf): unknown {
  const { name, language, schema, facts, words } = source;
  const ofFacts = factsFile(name);
  const report = reportOf(wordsFile(name, language));
  const value = withWords<unknown>(facts, words);
  for (const [part, path] of partsOf(value)) {
    const own = pathInWords(source, path);
    const [fact, word] = [path.reduce(partOf, facts), own.reduce(partOf, words)];
    const place = () => placeOf(contentDir, ofFacts, path);
    const field = schemaAt(schema, path);
    const isList = Array.isArray(fact) && fact.some(isRecord);
    if (TEXTS.has(field) && fact !== undefined) {
      const files = LANGUAGES.map((language) => basename(wordsFile(name, language))).join(" and ");
      reportOf(ofFacts)(path, `is a text: it belongs in ${files}`);
    } else if (isList && isRecord(word)) {
      const names = fact.map(keyOf);
      for (const name of Object.keys(word).filter((name) => !names.includes(name)))
        report([...own, name], `is not in ${place()}`);
    } else if (isList && word !== undefined)
      report(own, `must be words in { }, by the names of the items of ${place()}`);
    else if (word !== undefined && isFact(part, field) && (field !== shared || fact !== undefined))
      report(own, `is a fact, which stands once, in ${place()}: delete it here`);
  }
  return value;
}

const isFact = (value: unknown, schema: Schema) =>
  !(value instanceof Object) && schema && !TEXTS.has(schema) && !(schema instanceof z.ZodObject);
