import type { Language } from "../../../shared/languages.ts";
import { type Ledger, readLedger } from "./claims-ledger.ts";
import { compileMarkdown } from "./compile-markdown.ts";
import { type ContentValidationError, validate } from "./content-error.ts";
import { type EntrySource, fileIn, readDataFile } from "./content-source.ts";
import { resolveClaims, resolveText } from "./resolve-claims.ts";
import { entrySchemas } from "./schemas/entries.schema.ts";
import { blogCategoriesSchema } from "./schemas/site.schema.ts";
import { typedFigures, typedFiguresOfBody } from "./typed-figures.ts";
import { isRecord } from "./walk-content.ts";

/** A compiled Markdown file. */
export interface CompiledEntry {
  file: string;
  slug: string;
  /** Of its text. */
  language: Language;
  /** The front matter, validated. */
  fields: Readonly<Record<string, unknown>>;
  html: string;
  readingTimeMinutes: number;
  /** The figures of claims.json in front matter and text, in their order. */
  claims: readonly { claim: string; text: string }[];
}

/** Compiles one file, with the figures and names of a language. `entry` is null when it has validation errors. */
export function compileEntry(
  source: EntrySource,
  contentDir: string,
  language: Language = "en",
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

  validationErrors.push(
    ...typedFigures(front.value, file),
    ...typedFiguresOfBody(source.text, file),
  );
  const figures = resolveFigures(
    source,
    { front: front.value, html: markdown.html },
    readLedger(contentDir, language),
  );
  validationErrors.push(...figures.validationErrors);
  const fields = {
    ...figures.front,
    ...resolveReferences(source, front.value, { contentDir, language, validationErrors }),
  };
  if (validationErrors.length > 0) return { entry: null, validationErrors };
  const { readingTimeMinutes } = markdown;
  const { html, claims } = figures;
  return {
    entry: { file, slug, language: source.language, fields, html, readingTimeMinutes, claims },
    validationErrors,
  };
}

const escapeHtml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** Puts the figures of claims.json in place of their keys, in front matter and text. */
function resolveFigures(
  { file }: EntrySource,
  { front, html }: { front: object; html: string },
  ledger: Ledger | null,
): {
  front: object;
  html: string;
  claims: CompiledEntry["claims"];
  validationErrors: ContentValidationError[];
} {
  if (ledger === null) return { front, html, claims: [], validationErrors: [] };
  const fields = resolveClaims(front, ledger);
  const body = resolveText(html, ledger, escapeHtml);
  const keys = [...new Set([...fields.keys, ...body.keys])];
  return {
    front: isRecord(fields.value) ? fields.value : front,
    html: body.text,
    claims: keys.map((claim) => ({ claim, text: ledger.get(claim)?.label ?? claim })),
    validationErrors: [
      ...fields.problems.map((problem) => ({ file, ...problem })),
      ...body.problems.map((problem) => ({ file, field: "body", problem })),
    ],
  };
}

/** Replaces the slug of a blog post's category by the category. */
function resolveReferences(
  { folder, file }: EntrySource,
  front: object,
  {
    contentDir,
    language,
    validationErrors,
  }: { contentDir: string; language: Language; validationErrors: ContentValidationError[] },
): Record<string, unknown> {
  if (folder !== "blog" || !("category" in front)) return {};
  const list = readDataFile(contentDir, fileIn(contentDir, "blog-categories.json", language));
  const { value } = validate(blogCategoriesSchema, list.value, "blog-categories.json");
  const found = value?.categories.find((category) => category.slug === front.category);
  if (found) return { category: { id: found.id, name: found.name, slug: found.slug } };
  const problem = `"${String(front.category)}" is not a slug of blog-categories.json`;
  validationErrors.push({ file, field: "category", problem });
  return {};
}
