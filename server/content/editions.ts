import { LANGUAGES, type Language } from "../../shared/languages.ts";
import { compileContent, type Problem } from "./compile-content.ts";
import { ContentFiles, type EditedFiles } from "./content-files.ts";
import { type CompiledDocuments, documentsOf } from "./documents.ts";

/** The content to compile: the folder of the files, and the texts that the office has edited, by the names of their files. */
export interface EditionsJob {
  dir: string;
  edited: EditedFiles;
  routes: readonly string[];
  photographs: ReadonlyMap<string, string>;
}

/** The compiled content of all languages, as plain data that a thread can send. */
export interface Editions {
  documents: Readonly<Record<Language, CompiledDocuments>>;
  hasPlaceholders: boolean;
  /** A line for each mistake: the file, the line, the field and the problem. Without mistakes the documents are complete. */
  errors: readonly string[];
  /** The same mistakes with their documents and fields. */
  problems: readonly Problem[];
}

export function compileEditions({ dir, edited, routes, photographs }: EditionsJob): Editions {
  const files = new ContentFiles(dir, edited, photographs.keys());
  const compiled = LANGUAGES.map((language) => compileContent(files, { language, routes }));
  const documents = compiled.map((one) => [one.language, documentsOf(one, photographs)] as const);
  return {
    documents: Object.fromEntries(documents) as Record<Language, CompiledDocuments>,
    hasPlaceholders: compiled.some(({ placeholders }) => placeholders.length > 0),
    errors: [...new Set(compiled.flatMap(({ validationErrors }) => validationErrors))],
    problems: compiled.flatMap(({ problems }) => problems),
  };
}
