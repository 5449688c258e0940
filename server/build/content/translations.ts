import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import * as z from "zod";
import { LANGUAGES } from "../../../shared/languages.ts";
import { isRecord, keysOf } from "../../../shared/with-words.ts";
import { entryFolders, filesBelow, partsOf, readJson, TWIN } from "./content-source.ts";
import {
  type ContentValidationError,
  fieldPath,
  type Path,
  placeOf,
  type Report,
  reportTo,
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
  const reportOf = (file: string) => reportTo(errors, contentDir, file);
  const isThere = (file: string) => existsSync(join(contentDir, file));
  for (const twin of filesBelow(contentDir, `{*,{${entryFolders}}/*}.sw.{json,md}`)) {
    const english = twin.replace(TWIN, "");
    if (!isThere(english))
      reportOf(twin)([], `there is no ${basename(english)}, which it translates`);
  }
  for (const language of LANGUAGES.filter((language) => language !== "en")) {
    const files = filesBelow(contentDir, `words/{en,${language}}/*.json`);
    for (const name of new Set(files.map((file) => basename(file)))) {
      const [english, own] = [`words/en/${name}`, `words/${language}/${name}`];
      if (!isThere(own)) reportOf(own)([], "the file is missing");
      else if (!isThere(english)) reportOf(own)([], `there is no ${english}`);
      else {
        const [wanted, given] = [english, own].map((file) =>
          textsOf(readJson(contentDir, file, reportOf(file))),
        );
        if (wanted?.size && given?.size)
          compare(wanted, given, reportOf(own), (path) => placeOf(contentDir, english, path));
      }
    }
  }
  const report = reportOf(AWAITING_FILE);
  for (const name of awaitingNativeReader(contentDir, report))
    if (!isThere(name)) report([], `there is no ${name}: delete its line`);
  return errors;
}

type Texts = ReadonlyMap<string, { path: Path; text: string }>;

/** The texts of a file by their path: `sort.newest`. Empty while the file is no JSON. */
const textsOf = (value: unknown): Texts =>
  new Map(
    [...partsOf(value)]
      .filter(([part]) => part !== undefined && !isRecord(part) && !Array.isArray(part))
      .map(([part, path]) => [fieldPath(path), { path, text: String(part) }]),
  );

/** A text, with its half on the other side of a figure, where the other language may have the rest of it. */
function wholeOf(texts: Texts, field: string): string {
  const stem = field.replace(/(?:Before|After)$/, "");
  const halves = [field, `${stem}Before`, `${stem}After`];
  return halves.map((name) => texts.get(name)?.text ?? "").join(" ");
}

/** A plural has another form in each language, which may leave the number out. */
const isPlural = (field: string) => /(?:^|\.)(?:one|other)$/.test(field);

/** Missing and extra keys, and other `{values}` and facts than in the English text. */
function compare(english: Texts, own: Texts, report: Report, placeIn: (path: Path) => string) {
  for (const [field, { path }] of own)
    if (!english.has(field)) report(path, "is not a key of the English file");
  for (const [field, { path }] of english) {
    if (!own.has(field)) report(path, "is missing");
    else if (!isPlural(field)) {
      const problem = factProblem(wholeOf(english, field), wholeOf(own, field));
      if (problem !== null)
        report(
          path,
          problem.replace("$", () => placeIn(path)),
        );
    }
  }
}

/** A problem of a twin, at a place in it, and the place in the English file that it is compared with. */
export interface TwinProblem {
  path: Path;
  english: Path;
  /** `$` stands for the place in the English file. */
  problem: string;
}

/** The schema of a value without what says that it may be missing; of several, the one with its fields. */
function plain(schema: z.core.$ZodType, value: unknown): z.core.$ZodType {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodExactOptional ||
    schema instanceof z.ZodNullable
  )
    return plain(schema.unwrap(), value);
  if (!(schema instanceof z.ZodUnion) || !isRecord(value)) return schema;
  const fits = (option: z.core.$ZodType) =>
    option instanceof z.ZodObject && Object.keys(value).every((key) => key in option.shape);
  return schema.options.find(fits) ?? schema;
}

interface Part {
  /** In the twin. */
  name: string;
  /** In the English file. */
  key: PropertyKey;
  schema: z.core.$ZodType | undefined;
  value: unknown;
}

/** The fields or items of a value, each with its words; null of a text, and of a list of texts that the twin has more or fewer of. */
function partsOfBoth(schema: z.core.$ZodType, english: unknown, twin: unknown): Part[] | null {
  if (isRecord(english) && (schema instanceof z.ZodObject || schema instanceof z.ZodRecord))
    return Object.entries(english).map(([name, value]) => {
      const own = schema instanceof z.ZodObject ? schema.shape[name] : schema.valueType;
      return { name, key: name, schema: own, value };
    });
  if (!Array.isArray(english) || !(schema instanceof z.ZodArray)) return null;
  const isSame = Array.isArray(twin) && twin.length === english.length;
  if (WORDS.has(schema.element) && !isSame) return null;
  const names = keysOf(english) ?? [...english.keys()].map(String);
  return english.map((value, key) => ({
    name: names[key] ?? "",
    key,
    schema: schema.element,
    value,
  }));
}

/** What is wrong with the words of a twin: a fact in it, words that are missing, and other figures than in the English text. */
export function twinProblems(
  anySchema: z.core.$ZodType,
  english: unknown,
  twin: unknown,
  place: { path: Path; english: Path } = { path: [], english: [] },
): TwinProblem[] {
  const schema = plain(anySchema, english);
  const parts = partsOfBoth(schema, english, twin);
  const of = (problem: string) => [{ ...place, problem }];
  if (!parts) {
    const problem = textProblem(schema, english, twin);
    return problem === null ? [] : of(problem);
  }
  const isNumbered = Array.isArray(english) && keysOf(english) === null;
  const isNamed = isRecord(twin) || (Array.isArray(twin) && isNumbered);
  const words: Record<string, unknown> = isNamed ? { ...twin } : {};
  const problems = parts.flatMap(({ name, key, schema, value }) => {
    const below = { path: [...place.path, name], english: [...place.english, key] };
    return schema ? twinProblems(schema, value, words[name], below) : [];
  });
  // One error for what is missing altogether.
  if (twin === undefined) return problems.length === 0 ? [] : of(MISSING);
  if (!isNamed) return of("must be words in { }, as the fields or items of $, each by its name");
  const names = new Set(parts.map(({ name }) => name));
  const extra = Object.keys(words).filter((name) => !names.has(name));
  return [
    ...problems,
    ...extra.map((name) => ({
      path: [...place.path, name],
      english: place.english,
      problem: "is not in $",
    })),
  ];
}

const MISSING = "is missing: it has the words of $";

/** The problem of a text, or a list of texts, in a twin; null when it has the words of the English one and its facts. */
function textProblem(schema: z.core.$ZodType, english: unknown, twin: unknown): string | null {
  const element = schema instanceof z.ZodArray ? schema.element : schema;
  const text = Array.isArray(english) ? english.join("\n") : english;
  if (typeof text !== "string" || !WORDS.has(element) || hasNoWords(text))
    return twin === undefined ? null : "is a fact, which stands once, in $: delete it here";
  const isPlace = PLACES.has(element);
  if (twin === undefined) return isPlace ? null : MISSING;
  if (isPlace && twin === text)
    return "is the same in both languages and stands once, in $: delete it here";
  return factProblem(text, Array.isArray(twin) ? twin.join("\n") : String(twin));
}

/** What two texts of one place say differently; null when they have the same figures, addresses and links. */
function factProblem(english: string, twin: string): string | null {
  const only = differentFacts(english, twin);
  const quoted = (facts: readonly string[]) => facts.map((fact) => `"${fact}"`).join(" and ");
  if (only.other.length > 0 && only.english.length > 0)
    return `has ${quoted(only.other)}, but $ has ${quoted(only.english)}`;
  if (only.other.length > 0) return `has ${quoted(only.other)}, which $ has not`;
  return only.english.length > 0 ? `has not ${quoted(only.english)}, which $ has` : null;
}

/** The paragraphs below the front matter, with the number of their first line. */
function blocksOf(text: string): { line: number; text: string }[] {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const body = lines
    .with(0, "")
    .fill("", 0, lines.indexOf("---", 1) + 1)
    .join("\n");
  return [...body.matchAll(/\S.*(?:\n.*\S.*)*/g)].map(({ 0: block, index }) => ({
    line: body.slice(0, index).split("\n").length,
    text: block,
  }));
}

/** The figures, addresses and links that only one of two Markdown texts has, paragraph by paragraph while they have as many. */
export function bodyProblems(english: string, twin: string) {
  const [ours, theirs] = [blocksOf(english), blocksOf(twin)];
  const whole = (blocks: typeof ours) => [
    { line: blocks[0]?.line ?? 1, text: blocks.map(({ text }) => text).join("\n") },
  ];
  const isSame = ours.length === theirs.length;
  const others = isSame ? theirs : whole(theirs);
  return (isSame ? ours : whole(ours)).flatMap(({ line: englishLine, text }, index) => {
    const { line = 1, text: other = "" } = others[index] ?? {};
    const problem = factProblem(text, other);
    return problem === null ? [] : [{ problem, line, englishLine }];
  });
}

/** Where a twin has what stands at a path of the content with its words; null where it is the English file that has it. */
export function pathInTwin(english: unknown, twin: unknown, path: Path): Path | null {
  let [here, words] = [english, twin];
  const own: PropertyKey[] = [];
  for (const part of path) {
    const key = (Array.isArray(here) && keysOf(here)?.[Number(part)]) || part;
    [here, words] = [partOf(here, part), partOf(words, key)];
    if (words === undefined) return null;
    own.push(key);
  }
  return own;
}

const partOf = (value: unknown, key: PropertyKey): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
