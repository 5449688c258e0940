import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { LANGUAGES } from "../../../shared/languages.ts";
import { entryFolders, isRecord, partsOf, readJson, TWIN } from "./content-source.ts";
import { type ContentValidationError, fieldPath, type Report, reportTo } from "./errors.ts";

/** A JSON list of translations that no native reader has cleared, by their path below `content/`. */
const AWAITING_FILE = "words/awaiting-native-reader.json";

const namesIn = (contentDir: string, folder: string): string[] =>
  existsSync(join(contentDir, folder)) ? readdirSync(join(contentDir, folder)) : [];

export function awaitingNativeReader(contentDir: string, report?: Report): string[] {
  if (!existsSync(join(contentDir, AWAITING_FILE))) return [];
  const names = readJson(contentDir, AWAITING_FILE, report);
  return Array.isArray(names) ? names.map(String) : [];
}

/** Where the words of other languages differ from the English ones in more than their wording, and what translates nothing. */
export function translationErrors(contentDir: string): ContentValidationError[] {
  const errors: ContentValidationError[] = [];
  for (const folder of ["", ...entryFolders]) {
    const names = namesIn(contentDir, folder);
    for (const name of names.filter((name) => TWIN.test(name))) {
      const english = name.replace(TWIN, "");
      if (!names.includes(english))
        reportTo(errors, join(folder, name))(null, `there is no ${english}, which it translates`);
    }
  }
  for (const language of LANGUAGES.filter((language) => language !== "en"))
    compareWords(contentDir, language, errors);
  const report = reportTo(errors, AWAITING_FILE);
  for (const name of awaitingNativeReader(contentDir, report))
    if (!existsSync(join(contentDir, name))) report(null, `there is no ${name}: delete its line`);
  return errors;
}

function compareWords(
  contentDir: string,
  language: string,
  errors: ContentValidationError[],
): void {
  const [english, own] = ["en", language].map((folder) =>
    namesIn(contentDir, `words/${folder}`).filter((name) => name.endsWith(".json")),
  );
  for (const name of new Set([...(english ?? []), ...(own ?? [])])) {
    const report = reportTo(errors, `words/${language}/${name}`);
    if (!own?.includes(name)) report(null, "the file is missing");
    else if (!english?.includes(name)) report(null, `there is no words/en/${name}`);
    else {
      const reportEnglish = reportTo(errors, `words/en/${name}`);
      const wanted = textsOf(readJson(contentDir, `words/en/${name}`, reportEnglish));
      compare(wanted, textsOf(readJson(contentDir, `words/${language}/${name}`, report)), report);
    }
  }
}

type Texts = ReadonlyMap<string, string>;

/** The texts of a file by their path: `sort.newest`. Empty while the file is no JSON. */
const textsOf = (value: unknown): Texts =>
  new Map(
    [...partsOf(value)]
      .filter(([part]) => part !== undefined && !isRecord(part) && !Array.isArray(part))
      .map(([part, path]) => [fieldPath(path), String(part)]),
  );

/** What `client/format/fill.ts` puts values in place of, also in the half that stands on the other side of a figure. */
function valuesOf(texts: Texts, field: string): string {
  const other = field.replace(/(Before|After)$/, (half) =>
    half === "Before" ? "After" : "Before",
  );
  const halves = [...new Set([field, other])].map((half) => texts.get(half) ?? "").join("");
  return [...new Set(halves.match(/\{\w+\}/g))].sort().join(" ");
}

/** A plural has another form in each language, which may leave the number out. */
const isPlural = (field: string) => /(?:^|\.)(?:one|other)$/.test(field);

/** Missing and extra keys, and other `{values}` than those of the English text. */
function compare(english: Texts, own: Texts, report: Report): void {
  if (english.size === 0 || own.size === 0) return;
  for (const field of own.keys())
    if (!english.has(field)) report(field, "is not a key of the English file");
  for (const field of english.keys()) {
    if (!own.has(field)) report(field, "is missing");
    else if (!isPlural(field)) {
      const [has, wanted] = [valuesOf(own, field), valuesOf(english, field)];
      if (has !== wanted)
        report(field, `has the values "${has}"; the English text has "${wanted}"`);
    }
  }
}
