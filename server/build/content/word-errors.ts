import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { LANGUAGES } from "../../../shared/languages.ts";
import type { ContentValidationError } from "./content-error.ts";
import { parseJson } from "./content-source.ts";
import { isRecord } from "./walk-content.ts";

/** The texts of a file by their path: `sort.newest`. */
function textsOf(value: unknown, path = ""): [field: string, text: string][] {
  if (!isRecord(value) && !Array.isArray(value)) return [[path, String(value)]];
  return Object.entries(value).flatMap(([key, part]) =>
    textsOf(part, path === "" ? key : `${path}.${key}`),
  );
}

/** What `client/format/fill.ts` puts values in place of. */
const valuesOf = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort().join(" ");

/** The other half of a text that stands round a figure: its value may be on either side. */
const besides = (texts: ReadonlyMap<string, string>, field: string) =>
  texts.get(field.replace(/(Before|After)$/, (half) => (half === "Before" ? "After" : "Before"))) ??
  "";

/** A plural has another form in each language, which may leave the number out. */
const isPlural = (field: string) => /(?:^|\.)(?:one|other)$/.test(field);

/** Missing and extra keys, and other `{values}` than those of the English text. */
function compare(
  file: string,
  english: ReadonlyMap<string, string>,
  texts: ReadonlyMap<string, string>,
): ContentValidationError[] {
  const extra = [...texts.keys()]
    .filter((field) => !english.has(field))
    .map((field) => ({ file, field, problem: "is not a key of the English file" }));
  const wrong = [...english].flatMap(([field, text]) => {
    const own = texts.get(field);
    if (own === undefined) return [{ file, field, problem: "is missing" }];
    if (isPlural(field)) return [];
    const [has, wanted] = [own + besides(texts, field), text + besides(english, field)].map(
      valuesOf,
    );
    if (has === wanted) return [];
    return [{ file, field, problem: `has the values "${has}"; the English text has "${wanted}"` }];
  });
  return [...extra, ...wrong];
}

function readTexts(contentDir: string, file: string) {
  const { value, validationErrors } = parseJson(readFileSync(join(contentDir, file), "utf8"), file);
  return { texts: new Map(textsOf(value)), validationErrors };
}

const wordFiles = (contentDir: string, language: string): string[] => {
  const folder = join(contentDir, "words", language);
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".json")) : [];
};

/** Where the words of a language differ from the English ones in more than their wording. */
export function wordErrors(contentDir: string): ContentValidationError[] {
  const names = wordFiles(contentDir, "en");
  return LANGUAGES.filter((language) => language !== "en").flatMap((language) => {
    const own = wordFiles(contentDir, language);
    const all = [...new Set([...names, ...own])].sort();
    return all.flatMap((name): ContentValidationError[] => {
      const file = `words/${language}/${name}`;
      if (!own.includes(name)) return [{ file, field: null, problem: "the file is missing" }];
      if (!names.includes(name))
        return [{ file, field: null, problem: `there is no words/en/${name}` }];
      const english = readTexts(contentDir, `words/en/${name}`);
      const read = readTexts(contentDir, file);
      const errors = [...english.validationErrors, ...read.validationErrors];
      return errors.length > 0 ? errors : compare(file, english.texts, read.texts);
    });
  });
}
