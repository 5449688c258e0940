import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import type * as z from "zod";
import { LANGUAGES, type Language } from "../../../shared/languages.ts";
import { isRecord } from "../../../shared/with-words.ts";
import {
  entryFolders,
  factsFile,
  filesBelow,
  readJson,
  readText,
  schemasByName,
  wordsFile,
} from "./content-source.ts";
import {
  type ContentValidationError,
  type Path,
  placeOf,
  type Report,
  reportTo,
} from "./errors.ts";
import { differentFacts } from "./facts.ts";
import { compileMarkdown, paragraphsOf } from "./markdown.ts";
import { shared, TEXTS } from "./schemas/fields.schema.ts";
import { schemaAt } from "./source.ts";

/** A JSON list of translations that no native reader has cleared, by their path below `content/`. */
const AWAITING_FILE = "words/awaiting-native-reader.json";

export function awaitingNativeReader(contentDir: string, report?: Report): string[] {
  const names = readJson(contentDir, AWAITING_FILE, report);
  return Array.isArray(names) ? names.map(String) : [];
}

/** The files with the words of a place in two languages, and their schema; the words of the code have none. */
type Pair = readonly [english: string, own: string, schema?: z.core.$ZodType];

function pairsOf(contentDir: string, language: Language): Pair[] {
  const files = filesBelow(contentDir, `words/{en,${language}}/*.json`);
  const names = new Set(files.map((file) => basename(file)));
  return [
    ...[...names].map((name): Pair => [`words/en/${name}`, `words/${language}/${name}`]),
    ...[...schemasByName(contentDir)].map(
      ([name, schema]): Pair => [wordsFile(name, "en"), wordsFile(name, language), schema],
    ),
  ];
}

/** Where the words of two languages differ in more than their wording, and files that nothing reads. */
export function translationErrors(contentDir: string): ContentValidationError[] {
  const errors: ContentValidationError[] = [];
  const reportOf = (file: string) => reportTo(errors, contentDir, file);
  const isThere = (file: string) => existsSync(join(contentDir, file));
  const read = [...schemasByName(contentDir).keys()].flatMap((name) => [
    factsFile(name),
    ...LANGUAGES.map((language) => wordsFile(name, language)),
  ]);
  for (const file of filesBelow(contentDir, `{*.json,{${entryFolders}}/*.{json,md}}`))
    if (!read.includes(file))
      reportOf(file)([], "is not read: facts belong in name.json, words in name.en and name.sw");
  const others = LANGUAGES.filter((language) => language !== "en");
  for (const [english, own, schema] of others.flatMap((other) => pairsOf(contentDir, other))) {
    if (isThere(english) && isThere(own)) {
      const [ours, theirs] = [english, own].map((file) =>
        wordsOf(contentDir, file, reportOf(file)),
      );
      for (const [path, problem] of ours && theirs ? differences(schema, ours, theirs) : [])
        reportOf(own)(
          path,
          problem.replace("$", () => placeOf(contentDir, english, path)),
        );
      // Others have no words, or are shown in English.
    } else if (isThere(own)) reportOf(english)([], "the file is missing");
    else if (isThere(english) && own.endsWith(".json")) reportOf(own)([], "the file is missing");
  }
  const report = reportOf(AWAITING_FILE);
  for (const name of awaitingNativeReader(contentDir, report))
    if (!isThere(name)) report([], `there is no ${name}: delete its line`);
  return errors;
}

/** Words as one value: those of Markdown with its paragraphs. Undefined while they cannot be read. */
function wordsOf(contentDir: string, file: string, report: Report): unknown {
  if (file.endsWith(".json")) return readJson(contentDir, file, report);
  const text = readText(contentDir, file, report);
  if (text === null) return undefined;
  const { frontMatter } = compileMarkdown(text);
  return { ...Object(frontMatter), body: paragraphsOf(text).map(({ text }) => text) };
}

/** Fields that only one language has, and texts with other `{values}` and facts than the English ones; `$` is the English place. */
function* differences(
  schema: z.core.$ZodType | undefined,
  english: unknown,
  own: unknown,
  path: Path = [],
): Generator<[path: Path, problem: string]> {
  const field = schemaAt(schema, path);
  // What is no word is reported with its schema.
  const isWord = schema === undefined || field === shared || TEXTS.has(field);
  if (isRecord(english) && isRecord(own ?? {})) {
    const words: Record<string, unknown> = { ...Object(own) };
    for (const name of new Set([...Object.keys(english), ...Object.keys(words)])) {
      const isText = typeof english[name] === "string" && typeof words[name] === "string";
      const sides = [english, words].map((texts) => (isText ? wholeOf(texts, name) : texts[name]));
      yield* differences(schema, sides[0], sides[1], [...path, name]);
    }
  } else if (typeof english !== typeof own) {
    if (isWord) yield [path, english === undefined ? "is not in $" : "is missing"];
  } else if (Array.isArray(english) && Array.isArray(own) && own.length === english.length) {
    for (const [index, item] of english.entries())
      yield* differences(schema, item, own[index], [...path, index]);
    // A plural has another form in each language, which may leave the number out.
  } else if (!/^(?:one|other)$/.test(String(path.at(-1)))) {
    const [ours = "", theirs = ""] = [english, own].map((texts) => [texts].flat().join("\n"));
    const isSame = ours === theirs && field === shared;
    const problem = isSame ? SAME : factProblem(ours, theirs);
    // Where there are more paragraphs, or fewer: the first.
    if (problem !== null) yield [Array.isArray(own) ? [...path, 0] : path, problem];
  }
}

const SAME = "is the same in $ and stands once, in the file of facts: delete it in both";

/** A text with its half on the other side of a figure, where the other language may have the rest of it. */
function wholeOf(texts: Record<string, unknown>, name: string): string {
  const stem = name.replace(/(?:Before|After)$/, "");
  return [name, `${stem}Before`, `${stem}After`].map((half) => texts[half] ?? "").join(" ");
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
