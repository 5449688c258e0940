import { compileMarkdown } from "./compile-markdown.ts";
import { type ContentMistake, validate } from "./content-mistake.ts";
import { type EntrySource, readDataFile } from "./content-source.ts";
import { blogCategoriesSchema } from "./schemas/data/lists.schema.ts";
import { entrySchemas } from "./schemas/entry-schemas.ts";

/** A Markdown file ready to be imported by a page. */
export interface CompiledEntry {
  file: string;
  slug: string;
  /** The front matter, validated. */
  fields: Readonly<Record<string, unknown>>;
  html: string;
  readingTimeMinutes: number;
}

/** Compiles one file. `entry` is null when it has mistakes. */
export function compileEntry(
  source: EntrySource,
  contentDir: string,
): { entry: CompiledEntry | null; mistakes: ContentMistake[] } {
  const { file, folder, slug } = source;
  const markdown = compileMarkdown(source.text);
  const mistakes: ContentMistake[] = markdown.problems.map((problem) => ({ file, ...problem }));
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug)) {
    const problem = "the file name must be lower-case words joined by hyphens: it is the address";
    mistakes.push({ file, field: null, problem });
  }
  if (markdown.html === "") mistakes.push({ file, field: "body", problem: "is missing" });
  if (markdown.frontMatter === undefined) return { entry: null, mistakes };

  const front = validate(entrySchemas[folder], markdown.frontMatter, file);
  mistakes.push(...front.mistakes);
  if (front.value === null) return { entry: null, mistakes };

  const fields = {
    ...front.value,
    ...resolveReferences(source, front.value, contentDir, mistakes),
  };
  if (mistakes.length > 0) return { entry: null, mistakes };
  const { html, readingTimeMinutes } = markdown;
  return { entry: { file, slug, fields, html, readingTimeMinutes }, mistakes };
}

/** Puts the whole category in the place of its slug (blog), and checks that a category exists. */
function resolveReferences(
  { folder, file }: EntrySource,
  front: object,
  contentDir: string,
  mistakes: ContentMistake[],
): Record<string, unknown> {
  if (folder !== "blog" || !("category" in front)) return {};
  const list = readDataFile(contentDir, "blog-categories.json");
  const { value } = validate(blogCategoriesSchema, list.value, "blog-categories.json");
  const found = value?.categories.find((category) => category.slug === front.category);
  if (found) return { category: { id: found.id, name: found.name, slug: found.slug } };
  const problem = `"${String(front.category)}" is not a slug of blog-categories.json`;
  mistakes.push({ file, field: "category", problem });
  return {};
}
