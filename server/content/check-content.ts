import { LANGUAGES } from "../../shared/languages.ts";
import { compileContent } from "./compile-content.ts";
import type { ContentFiles } from "./content-files.ts";
import { reportTo } from "./errors.ts";
import { pictureErrors } from "./images.ts";
import { reportRepeatedNames } from "./source.ts";
import { translationErrors } from "./translations.ts";

export function compileLanguages(files: ContentFiles, routes: readonly string[]) {
  const english = compileContent(files, { language: "en", routes });
  const others = LANGUAGES.filter((language) => language !== "en").map((language) =>
    compileContent(files, { language, routes }),
  );
  const errors = [english, ...others].flatMap(({ validationErrors }) => validationErrors);
  return { english, others, errors: [...errors, ...translationErrors(english, others)] };
}

export async function contentErrors(
  files: ContentFiles,
  routes: readonly string[],
): Promise<string[]> {
  const { english, errors } = compileLanguages(files, routes);
  const repeated: string[] = [];
  reportRepeatedNames(files, reportTo(repeated, files));
  const all = [...errors, ...repeated, ...(await pictureErrors(files, english.pictures))];
  return [...new Set(all)];
}
