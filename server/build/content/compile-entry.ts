import { compileMarkdown } from "./compile-markdown.ts";
import { type ContentValidationError, validate } from "./content-error.ts";
import { type EntrySource, readDataFile } from "./content-source.ts";
import { blogCategoriesSchema } from "./schemas/data/lists.schema.ts";
import { entrySchemas } from "./schemas/entries/entry-schemas.ts";

/** A compiled Markdown file. */
export interface CompiledEntry {
  file: string;
  slug: string;
  /** The front matter, validated. */
  fields: Readonly<Record<string, unknown>>;
  html: string;
  readingTimeMinutes: number;
}

/** Compiles one file. `entry` is null when it has validation errors. */
export function compileEntry(
  source: EntrySource,
  contentDir: string,
): { entry: CompiledEntry | null; validationErrors: ContentValidationError[] } {
  const { file, folder, slug } = source;
  const markdown = compileMarkdown(source.text);
  const validationErrors: ContentValidationError[] = markdown.problems.map((problem) => ({
    file,
    ...problem,
  }));
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug)) {
    const problem =
      "the file name must be lower-case words joined by hyphens: it is part of the URL";
    validationErrors.push({ file, field: null, problem });
  }
  if (markdown.html === "") validationErrors.push({ file, field: "body", problem: "is missing" });
  if (markdown.frontMatter === undefined) return { entry: null, validationErrors };

  const front = validate(entrySchemas[folder], markdown.frontMatter, file);
  validationErrors.push(...front.validationErrors);
  if (front.value === null) return { entry: null, validationErrors };

  const fields = {
    ...front.value,
    ...resolveReferences(source, front.value, contentDir, validationErrors),
  };
  if (validationErrors.length > 0) return { entry: null, validationErrors };
  const { html, readingTimeMinutes } = markdown;
  return {
    entry: { file, slug, fields, html, readingTimeMinutes },
    validationErrors,
  };
}

/** Replaces the slug of a blog post's category by the category. */
function resolveReferences(
  { folder, file }: EntrySource,
  front: object,
  contentDir: string,
  validationErrors: ContentValidationError[],
): Record<string, unknown> {
  if (folder !== "blog" || !("category" in front)) return {};
  const list = readDataFile(contentDir, "blog-categories.json");
  const { value } = validate(blogCategoriesSchema, list.value, "blog-categories.json");
  const found = value?.categories.find((category) => category.slug === front.category);
  if (found) return { category: { id: found.id, name: found.name, slug: found.slug } };
  const problem = `"${String(front.category)}" is not a slug of blog-categories.json`;
  validationErrors.push({ file, field: "category", problem });
  return {};
}
