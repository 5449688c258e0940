import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import * as z from "zod";
import { LANGUAGES } from "../../../shared/languages.ts";
import { keysOf } from "../../../shared/with-words.ts";
import {
  entryFolders,
  filesBelow,
  isRecord,
  type Path,
  partsOf,
  readJson,
  TWIN,
} from "./content-source.ts";
import {
  type ContentValidationError,
  fieldPath,
  placeOf,
  type Report,
  reportTo,
  withLines,
} from "./errors.ts";
import { differentFacts, hasNoWords } from "./facts.ts";
import { PLACES, WORDS } from "./schemas/fields.schema.ts";

/** A JSON list of translations that no native reader has cleared, by their path below `content/`. */
const AWAITING_FILE = "words/awaiting-native-reader.json";

export function awaitingNativeReader(contentDir: string, report?: Report): string[] {
  if (!existsSync(join(contentDir, AWAITING_FILE))) return [];
  const names = readJson(contentDir, AWAITING_FILE, report);
  return Array.isArray(names) ? names.map(String) : [];
}

/** Where the words of other languages differ from the English ones in more than their wording, and what translates nothing. */
export function translationErrors(contentDir: string): ContentValidationError[] {
  const errors: ContentValidationError[] = [];
  const isThere = (file: string) => existsSync(join(contentDir, file));
  for (const twin of filesBelow(contentDir, `{*,{${entryFolders}}/*}.sw.{json,md}`)) {
    const english = twin.replace(TWIN, "");
    if (!isThere(english))
      reportTo(errors, twin)(null, `there is no ${basename(english)}, which it translates`);
  }
  for (const language of LANGUAGES.filter((language) => language !== "en")) {
    const files = filesBelow(contentDir, `words/{en,${language}}/*.json`);
    for (const name of new Set(files.map((file) => basename(file)))) {
      const [english, own] = [`words/en/${name}`, `words/${language}/${name}`];
      const report = reportTo(errors, own);
      if (!isThere(own)) report(null, "the file is missing");
      else if (!isThere(english)) report(null, `there is no ${english}`);
      else {
        const wanted = readJson(contentDir, english, reportTo(errors, english));
        const texts = [textsOf(wanted), textsOf(readJson(contentDir, own, report))] as const;
        compare(...texts, report, (field) => placeOf(contentDir, english, field));
      }
    }
  }
  const report = reportTo(errors, AWAITING_FILE);
  for (const name of awaitingNativeReader(contentDir, report))
    if (!isThere(name)) report(null, `there is no ${name}: delete its line`);
  return withLines(errors, contentDir);
}

type Texts = ReadonlyMap<string, string>;

/** The texts of a file by their path: `sort.newest`. Empty while the file is no JSON. */
const textsOf = (value: unknown): Texts =>
  new Map(
    [...partsOf(value)]
      .filter(([part]) => part !== undefined && !isRecord(part) && !Array.isArray(part))
      .map(([part, path]) => [fieldPath(path), String(part)]),
  );

/** What `shared/fill.ts` puts values in place of, also in the half that stands on the other side of a figure. */
function valuesOf(texts: Texts, field: string): string {
  const stem = field.replace(/(?:Before|After)$/, "");
  const halves = [field, `${stem}Before`, `${stem}After`].map((name) => texts.get(name) ?? "");
  return [...new Set(halves.join("").match(/\{\w+\}/g))].sort().join(" ");
}

/** A plural has another form in each language, which may leave the number out. */
const isPlural = (field: string) => /(?:^|\.)(?:one|other)$/.test(field);

/** Missing and extra keys, other `{values}` than those of the English text, and other facts. */
function compare(
  english: Texts,
  own: Texts,
  report: Report,
  placeIn: (field: string) => string,
): void {
  if (english.size === 0 || own.size === 0) return;
  for (const field of own.keys())
    if (!english.has(field)) report(field, "is not a key of the English file");
  for (const field of english.keys()) {
    const [has, wanted] = [valuesOf(own, field), valuesOf(english, field)];
    if (!own.has(field)) report(field, "is missing");
    else if (!isPlural(field) && has !== wanted)
      report(field, `has the values "${has}"; the English text has "${wanted}"`);
    const other = isPlural(field) ? null : own.get(field);
    const problem = other && factProblem(differentFacts(english.get(field) ?? "", other));
    if (problem) report(field, problem.replace("$", placeIn(field)));
  }
}

/** A problem of a twin, at a place in it, and the place in the English file that it is compared with. */
export interface TwinProblem {
  path: Path;
  english: Path;
  /** `$` stands for the place in the English file. */
  problem: string;
}

interface Place {
  path: Path;
  english: Path;
}

const below = ({ path, english }: Place, key: PropertyKey, index = key): Place => ({
  path: [...path, key],
  english: [...english, index],
});

/** The schema of a value without what says that it may be missing; of several, the one with its fields. */
function plain(schema: z.core.$ZodType, value: unknown): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodExactOptional)
    return plain(schema.unwrap(), value);
  if (schema instanceof z.ZodNullable) return plain(schema.unwrap(), value);
  if (!(schema instanceof z.ZodUnion) || !isRecord(value)) return schema;
  const fits = (option: z.core.$ZodType) =>
    option instanceof z.ZodObject && Object.keys(value).every((key) => key in option.shape);
  return schema.options.find(fits) ?? schema;
}

/** What is wrong with the words of a twin: a fact in it, words that are missing, and other figures than in the English text. */
export function* twinProblems(
  anySchema: z.core.$ZodType,
  english: unknown,
  twin: unknown,
  place: Place = { path: [], english: [] },
): Generator<TwinProblem> {
  const schema = plain(anySchema, english);
  if (schema instanceof z.ZodObject && isRecord(english))
    yield* ofParts(english, twin, place, (key) => schema.shape[key]);
  else if (schema instanceof z.ZodRecord && isRecord(english))
    yield* ofParts(english, twin, place, () => schema.valueType);
  else if (schema instanceof z.ZodArray && Array.isArray(english) && !WORDS.has(schema.element)) {
    const keys = keysOf(english);
    const items = Object.fromEntries(english.map((item, index) => [keys?.[index] ?? index, item]));
    const words = Array.isArray(twin) && keys === null ? { ...twin } : twin;
    yield* ofParts(items, words, place, () => schema.element, Object.keys(items));
  } else yield* ofText(schema, english, twin, place);
}

function* ofParts(
  english: Record<string, unknown>,
  twin: unknown,
  place: Place,
  schemaOf: (key: string) => z.core.$ZodType | undefined,
  keys: string[] | null = null,
): Generator<TwinProblem> {
  const words = isRecord(twin) ? twin : {};
  const problems: TwinProblem[] = [];
  for (const [key, value] of Object.entries(english)) {
    const schema = schemaOf(key);
    const index = keys ? keys.indexOf(key) : key;
    if (schema) problems.push(...twinProblems(schema, value, words[key], below(place, key, index)));
  }
  // One error for what is missing altogether.
  if (twin === undefined && problems.length > 0) {
    yield { ...place, problem: "is missing: it has the words of $" };
    return;
  }
  yield* problems;
  if (twin !== undefined && !isRecord(twin))
    yield {
      ...place,
      problem: "must be words in { }, as the fields or items of $, each by its name",
    };
  for (const key of Object.keys(words))
    if (!Object.hasOwn(english, key))
      yield { ...below(place, key), english: place.english, problem: "is not in $" };
}

function* ofText(
  schema: z.core.$ZodType,
  english: unknown,
  twin: unknown,
  place: Place,
): Generator<TwinProblem> {
  const isList = schema instanceof z.ZodArray && Array.isArray(english);
  const isWords = isList ? WORDS.has(schema.element) : WORDS.has(schema);
  const text = isList ? english.join("\n") : english;
  if (typeof text !== "string" || !isWords || hasNoWords(text)) {
    if (twin !== undefined)
      yield { ...place, problem: "is a fact, which stands once, in $: delete it here" };
  } else if (twin === undefined) {
    if (!PLACES.has(schema)) yield { ...place, problem: "is missing: it has the words of $" };
  } else if (PLACES.has(schema) && twin === text)
    yield {
      ...place,
      problem: "is the same in both languages and stands once, in $: delete it here",
    };
  else if (isList && Array.isArray(twin) && twin.length === english.length)
    for (const [index, item] of english.entries())
      yield* differences(item, String(twin[index]), below(place, index));
  else yield* differences(text, Array.isArray(twin) ? twin.join("\n") : String(twin), place);
}

function* differences(english: unknown, twin: string, place: Place): Generator<TwinProblem> {
  const problem = factProblem(differentFacts(String(english), twin));
  if (problem !== null) yield { ...place, problem };
}

/** What two texts of one place say differently; null when they have the same figures, addresses and links. */
function factProblem(only: ReturnType<typeof differentFacts>): string | null {
  const quoted = (facts: readonly string[]) => facts.map((fact) => `"${fact}"`).join(" and ");
  if (only.other.length > 0 && only.english.length > 0)
    return `has ${quoted(only.other)}, but $ has ${quoted(only.english)}`;
  if (only.other.length > 0) return `has ${quoted(only.other)}, which $ has not`;
  return only.english.length > 0 ? `has not ${quoted(only.english)}, which $ has` : null;
}

/** The paragraphs below the front matter, with the number of their first line. */
function blocksOf(text: string): { line: number; text: string }[] {
  const blocks: { line: number; text: string }[] = [];
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const start = lines.indexOf("---", 1) + 1;
  let isOpen = false;
  for (const [index, line] of lines.entries()) {
    const last = blocks.at(-1);
    if (index < start || line.trim() === "") isOpen = false;
    else if (isOpen && last) last.text += `\n${line}`;
    else {
      blocks.push({ line: index + 1, text: line });
      isOpen = true;
    }
  }
  return blocks;
}

/** The figures, addresses and links that only one of two Markdown texts has, paragraph by paragraph while they have as many. */
export function bodyProblems(english: string, twin: string) {
  const [ours, theirs] = [blocksOf(english), blocksOf(twin)];
  const whole = (blocks: typeof ours) => [
    { line: blocks[0]?.line ?? 1, text: blocks.map(({ text }) => text).join("\n") },
  ];
  const isSame = ours.length === theirs.length;
  const others = isSame ? theirs : whole(theirs);
  return (isSame ? ours : whole(ours)).flatMap((block, index) => {
    const other = others[index] ?? block;
    const only = differentFacts(block.text, other.text);
    const problem = factProblem(only);
    return problem === null ? [] : [{ problem, line: other.line, englishLine: block.line }];
  });
}

const partOf = (value: unknown, key: PropertyKey): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;

/** Where a twin has what stands at a path of the content with its words; null where it is the English file that has it. */
export function pathInTwin(english: unknown, twin: unknown, path: Path): Path | null {
  let [here, words] = [english, twin];
  const own: PropertyKey[] = [];
  for (const part of path) {
    const keys = Array.isArray(here) ? keysOf(here) : null;
    const key = keys?.[Number(part)] ?? part;
    here = partOf(here, part);
    words = partOf(words, key);
    if (words === undefined) return null;
    own.push(key);
  }
  return own;
}
