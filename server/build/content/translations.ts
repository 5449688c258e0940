import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { LANGUAGES } from "../../../shared/languages.ts";
import { entryFolders, filesBelow, isRecord, partsOf, readJson, TWIN } from "./content-source.ts";
import {
  type ContentValidationError,
  fieldPath,
  placeOf,
  type Report,
  reportTo,
  withLines,
} from "./errors.ts";
import { differentFacts } from "./facts.ts";
import { factProblem } from "./twins.ts";

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
