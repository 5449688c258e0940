import { LANGUAGES, type Language } from "../../shared/languages.ts";
import { compileContent } from "./compile-content.ts";
import { ContentFiles } from "./content-files.ts";
import { type CompiledDocuments, documentsOf } from "./documents.ts";
import { ContentError } from "./errors.ts";
import type { Images } from "./images.ts";
import { type Content, openContent } from "./site-content.ts";

/** The content to compile: the folder of the files, and the texts that the office has edited, by the names of their files. */
export interface EditionsJob {
  dir: string;
  edited: ReadonlyMap<string, string>;
  routes: readonly string[];
  photographs: ReadonlyMap<string, string>;
}

/** The compiled content of all languages, as plain data that a thread can send. */
export interface Editions {
  documents: Readonly<Record<Language, CompiledDocuments>>;
  hasPlaceholders: boolean;
  /** A line for each mistake: the file, the line, the field and the problem. Without mistakes the documents are complete. */
  errors: readonly string[];
}

export function compileEditions({ dir, edited, routes, photographs }: EditionsJob): Editions {
  const files = new ContentFiles(dir, edited);
  const compiled = LANGUAGES.map((language) => compileContent(files, { language, routes }));
  const documents = compiled.map((one) => [one.language, documentsOf(one, photographs)] as const);
  return {
    documents: Object.fromEntries(documents) as Record<Language, CompiledDocuments>,
    hasPlaceholders: compiled.some(({ placeholders }) => placeholders.length > 0),
    errors: [...new Set(compiled.flatMap(({ validationErrors }) => validationErrors))],
  };
}

/** Reads and checks the content in all languages. Throws a `ContentError` that names each mistake. */
export async function readContent(
  files: ContentFiles,
  { images, routes }: { images: Images; routes: readonly string[] },
): Promise<Content> {
  const { dir, edited } = files;
  const photographs = await images.marks();
  const editions = compileEditions({ dir, edited, routes, photographs });
  if (editions.errors.length > 0) throw new ContentError(editions.errors.join("\n"));
  return openContent(editions, images);
}
