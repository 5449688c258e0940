import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { LANGUAGES } from "../../../shared/languages.ts";
import { compileContent } from "./compile-content.ts";
import { type ContentValidationError, describeValidationError } from "./content-error.ts";
import { parseJson, twinErrors } from "./content-source.ts";
import { wordErrors } from "./word-errors.ts";

/** A JSON list of translations, by their path below `content/`. */
export const AWAITING_FILE = "words/awaiting-native-reader.json";

/** Names on the list that are no files. */
function awaitingErrors(contentDir: string): ContentValidationError[] {
  const file = AWAITING_FILE;
  if (!existsSync(join(contentDir, file))) return [];
  const { value, validationErrors } = parseJson(readFileSync(join(contentDir, file), "utf8"), file);
  if (!Array.isArray(value)) return validationErrors;
  return value.flatMap((name) =>
    typeof name === "string" && existsSync(join(contentDir, name))
      ? []
      : [{ file, field: null, problem: `there is no ${String(name)}: delete its line` }],
  );
}

/** The validation errors of all languages, each once. */
export function contentErrors(contentDir: string): ContentValidationError[] {
  const all = [
    ...LANGUAGES.flatMap((language) => compileContent(contentDir, language).validationErrors),
    ...twinErrors(contentDir),
    ...wordErrors(contentDir),
    ...awaitingErrors(contentDir),
  ];
  return [...new Map(all.map((error) => [describeValidationError(error), error])).values()];
}
