import { basename } from "node:path";
import type * as z from "zod";
import { isShared, isWord } from "../../shared/content/fields.schema.ts";
import { LANGUAGES } from "../../shared/languages.ts";
import { isRecord } from "../records.ts";
import type { CompiledContent } from "./compile-content.ts";
import type { ContentFiles } from "./content-files.ts";
import { type Path, placeOf, reportTo } from "./errors.ts";
import {
  entryFolders,
  factsFile,
  readJson,
  type Source,
  schemaAt,
  schemasByName,
  wordsFile,
} from "./source.ts";

/** The list of translations that no native reader has approved, by path below `content/`. */
const AWAITING_FILE = "words/awaiting-native-reader.json";

export function awaitingNativeReader(files: ContentFiles, errors: string[] = []) {
  const names = readJson(files, AWAITING_FILE, reportTo(errors, files)(AWAITING_FILE));
  return Array.isArray(names) ? names.map(String) : [];
}

/** Returns the errors of translations: texts that differ in more than their wording, and files that nothing reads. */
export function translationErrors(
  { files, sources: english }: CompiledContent,
  others: readonly CompiledContent[],
): string[] {
  const errors: string[] = [];
  const reportOf = reportTo(errors, files);
  type Words = readonly [file: string, words: unknown];
  function compare(schema: Source["schema"] | undefined, [file, ours]: Words, own: Words): void {
    for (const [path, problem] of differences(schema, ours, own[1]))
      reportOf(own[0])(path, problem.replace("$", placeOf(files, file, path)));
  }
  const read = (file: string): Words => [file, readJson(files, file, reportOf(file))];
  for (const { language, sources } of others) {
    for (const { name, schema, ownWords, ...own } of sources.values()) {
      const ours = english.get(name);
      if (ours && own.language === language)
        compare(schema, [wordsFile(name, "en"), ours.words], [wordsFile(name, language), ownWords]);
    }
    const words = ["words/en", `words/${language}`].flatMap((folder) => files.in(folder));
    // The texts of the code have no schema.
    for (const name of new Set(words.map((file) => basename(file))))
      compare(undefined, read(`words/en/${name}`), read(`words/${language}/${name}`));
  }
  const known = schemasByName(files).flatMap(([name]) => [
    factsFile(name),
    ...LANGUAGES.map((language) => wordsFile(name, language)),
  ]);
  const all = ["", ...entryFolders].flatMap((folder) => files.in(folder));
  for (const file of all)
    if (!known.includes(file) && (/\.json$/.test(file) || /\/.*\.md$/.test(file)))
      reportOf(file)([], "is not read: facts belong in name.json, words in name.en and name.sw");
  for (const name of awaitingNativeReader(files, errors))
    if (!files.has(name)) reportOf(AWAITING_FILE)([], `there is no ${name}: delete its line`);
  return errors;
}

/** Yields the differences between two languages. In each problem, `$` stands for the place in the English file. */
function* differences(
  schema: z.core.$ZodType | undefined,
  english: unknown,
  own: unknown,
  path: Path = [],
): Generator<[path: Path, problem: string]> {
  const field = schemaAt(schema, path);
  // Values that are not texts are reported by their schema.
  const isText = schema === undefined || isShared(field) || isWord(field);
  if (isRecord(english) && isRecord(own ?? {})) {
    const words: Record<string, unknown> = { ...Object(own) };
    for (const name of new Set([...Object.keys(english), ...Object.keys(words)]))
      yield* differences(schema, english[name], words[name], [...path, name]);
  } else if (typeof english !== typeof own) {
    if (isText) yield [path, english === undefined ? "is not in $" : "is missing"];
  } else if (Array.isArray(english) && Array.isArray(own) && own.length === english.length) {
    for (const [index, item] of english.entries())
      yield* differences(schema, item, own[index], [...path, index]);
    // Plural forms are not compared: each language has its own, which may omit the number.
  } else if (!/^(?:one|other)$/.test(String(path.at(-1)))) {
    const [ours = "", theirs = ""] = [english, own].map((texts) => [texts].flat().join("\n"));
    const problem =
      ours === theirs && isShared(field)
        ? "is the same in $ and stands once, in the file of facts: delete it in both"
        : factProblem(ours, theirs);
    // If the number of paragraphs differs, the first paragraph is named.
    if (problem !== null) yield [Array.isArray(own) ? [...path, 0] : path, problem];
  }
}

/** The words that may replace a figure in the other language, by figure. */
const NUMBER_WORDS = new Map(
  [
    "1 one|once|moja, 2 two|twice|wili|bili, 3 three|tatu, 4 four|nne, 5 five|tano, 6 six|sita",
    "7 seven|saba, 8 eight|nane, 9 nine|tisa, 10 ten|kumi, 11 eleven, 12 twelve, 20 twenty|ishirini",
    "30 thirty|thelathini, 40 forty|arobaini, 50 fifty|hamsini, 100 hundred|mia, 1000 thousand|elfu",
  ].flatMap((line) => line.split(", ").map((entry) => entry.split(" ") as [string, string])),
);

const MONTHS = ["en", "sw"].map((language) =>
  Array.from({ length: 12 }, (_, month) =>
    new Date(2000, month).toLocaleString(language, { month: "long" }),
  ),
);

const ANY_MONTH = `(?:${MONTHS.flat().join("|")})`;
/** A month beside a day or a year, or joined to a month that is. The number is required, since "May" is also a word. */
const MONTH = new RegExp(
  `\\b${ANY_MONTH}\\b(?=(?: (?:to|hadi|and|na) ${ANY_MONTH})?,? \\d)|(?<=\\d )${ANY_MONTH}\\b`,
  "g",
);

/** The hours to add for each part of the day. Kiswahili counts hours from sunrise or sunset. */
const HOURS_LATER: Readonly<Record<string, number>> = { usiku: 18, am: 0, pm: 12 };

/** Returns the facts of a text that are the same in every language, by value, each with its spelling in the text. */
function factsOf(text: string): Map<string, string> {
  const facts = new Map<string, string>();
  let rest = text;
  const take = (pattern: RegExp, toValue: (...match: string[]) => string) => {
    rest = rest.replace(pattern, (...match) => {
      facts.set(toValue(...match), match[0].trim());
      return " ";
    });
  };
  // A figure of the ledger, or a placeholder that `shared/fill.ts` replaces with a value.
  take(/\{\{claim:[^{}]*\}\}|\{\w+\}/g, (mark) => mark);
  // An example such as https://address counts as a text, not as a link.
  take(/(?<=\]\()(?!https?:\/\/[^./)]*\))[^)\s]+/g, (target) => target);
  take(/(?:https?:\/\/(?=[^\s/]*\.)|www\.)[^\s)"'<>]*[^\s)"'<>.,;:!?]/gi, (url) => url);
  take(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, (address) =>
    // The example address is translated too.
    address.toLowerCase().replace(/^jina@/, "name@"),
  );
  take(/\+\d[\d ()-]{6,}\d/g, (phone) => phone.replace(/[^\d+]/g, ""));
  // In "8:00-11:00 AM" and "saa 2:00 hadi saa 5:00 asubuhi", the part of the day applies to both times.
  rest = rest.replace(
    /(\d{1,2}(?::\d\d)?)((?:-|–| to | hadi )(?:saa )?\d{1,2}(?::\d\d)? ?(am|pm|asubuhi|mchana|alasiri|jioni|usiku)\b)/gi,
    "$1 $3$2",
  );
  // "9:00 AM", "saa 3 asubuhi", "11:00 jioni", "09:00" are times.
  const time =
    /(?:saa )?(?<![\d:])(\d{1,2})(?::(\d\d))? ?(am|pm|asubuhi|mchana|alasiri|jioni|usiku)\b|(?<![\d:])(\d\d?):(\d\d)(?![\d:])/gi;
  take(time, (_match, hour = "", minutes = "00", part, hour24 = "", minutes24 = "") => {
    if (part === undefined) return `${Number(hour24)}:${minutes24}`;
    const later = HOURS_LATER[part.toLowerCase()] ?? 6;
    const base = /m$/i.test(part) ? Number(hour) % 12 : Number(hour);
    return `${(base + later) % 24}:${minutes}`;
  });
  // A month is compared by its number, in "March 2024" as in "3/2024".
  take(MONTH, (name) => String(1 + Math.max(...MONTHS.map((names) => names.indexOf(name)))));
  take(/(?<!\d)\d{1,3}(?:[,\s\u00a0\u202f]\d{3})+(?!\d)|\d+(?:[.,]\d+)?/g, (number) =>
    String(Number(number.replace(/[,\s](?=\d{3})/g, "").replace(",", "."))),
  );
  return facts;
}

/** Tells whether a text has a number in words. Kiswahili puts the prefix of a noun class before a number: "wawili", "vitatu". */
const saysInWords = (text: string, value: string) =>
  NUMBER_WORDS.has(value) &&
  new RegExp(`\\b(?:m|ma|mi|vi|wa)?(?:${NUMBER_WORDS.get(value)})\\b`, "i").test(text);

/** Returns the numbers, dates, addresses and links that only one of two texts has; empty where there are none. */
export function differingFacts(english: string, own: string): { inEnglish: string; inOwn: string } {
  const [ours, theirs] = [factsOf(english), factsOf(own)];
  const only = (some: typeof ours, rest: typeof ours, text: string) =>
    [...some]
      .flatMap(([value, shown]) =>
        rest.has(value) || saysInWords(text, value) ? [] : `"${shown}"`,
      )
      .join(" and ");
  return { inEnglish: only(ours, theirs, own), inOwn: only(theirs, ours, english) };
}

/** Describes the facts that only one of two texts has; null if both texts have the same. */
export function factProblem(english: string, own: string): string | null {
  const { inEnglish, inOwn } = differingFacts(english, own);
  if (inEnglish + inOwn === "") return null;
  const none = "no fact of its own";
  return `has ${inOwn || none}, but $ has ${inEnglish || none}`;
}
