import { LANGUAGES, type Language } from "../../../shared/languages.ts";
import {
  type Ledger,
  readLedger,
  reportTypedFigures,
  reportTypedFiguresOfBody,
  resolveClaims,
  resolveText,
} from "./claims.ts";
import {
  type CompiledEntry,
  dataFiles,
  dataOf,
  dataSchemas,
  type EntrySource,
  entryFolders,
  type Fields,
  fileIn,
  isRecord,
  readEntryFolder,
  readJson,
} from "./content-source.ts";
import { crossCheck, findPlaceholders, type Placeholder } from "./cross-check.ts";
import { readDownloads } from "./downloads.ts";
import {
  type ContentValidationError,
  describeValidationError,
  type Report,
  reportTo,
  validate,
  withLines,
} from "./errors.ts";
import { compileMarkdown } from "./markdown.ts";
import { type EntryFolder, entrySchemas } from "./schemas/entries.schema.ts";
import { translationErrors } from "./translations.ts";

/** The compiled content with its validation errors. Keys of claims.json are replaced by their figures. */
export interface CompiledContent {
  /** By file; without those that have errors. */
  data: Map<string, unknown>;
  entries: Record<EntryFolder, CompiledEntry[]>;
  downloads: ReturnType<typeof readDownloads>;
  validationErrors: readonly ContentValidationError[];
  placeholders: Placeholder[];
}

/** Reads and validates all files of a language; validation errors are collected, not thrown. */
export function compileContent(contentDir: string, language: Language = "en"): CompiledContent {
  const errors: ContentValidationError[] = [];
  const reportOf = (file: string) => reportTo(errors, file);
  const ledger = readLedger(contentDir, language);
  const placeholders: Placeholder[] = [];
  const data: CompiledContent["data"] = new Map();
  for (const file of dataFiles) {
    const before = errors.length;
    const read = fileIn(contentDir, file, language);
    const report = reportOf(read);
    const source = readJson(contentDir, read, report);
    if (errors.length > before) continue;
    validate(dataSchemas[file], source, report);
    reportTypedFigures(source, read, report);
    if (errors.length > before) continue;
    const value = ledger === null ? source : withFigures(source, ledger, report).value;
    if (errors.length > before) continue;
    data.set(file, value);
    placeholders.push(...findPlaceholders(source, read, report));
  }

  const entries: CompiledContent["entries"] = {
    announcements: [],
    blog: [],
    pages: [],
    programmes: [],
    projects: [],
  };
  for (const folder of entryFolders) {
    for (const source of readEntryFolder(contentDir, folder, language, reportOf)) {
      const before = errors.length;
      const report = reportOf(source.file);
      const entry = compileEntry(source, { ledger, data, report });
      if (entry === null || errors.length > before) continue;
      entries[folder].push(entry);
      placeholders.push(...findPlaceholders(entry.fields, entry.file, report));
    }
  }

  const downloads = readDownloads(contentDir, reportOf);
  crossCheck({ contentDir, data, entries }, reportOf);
  const validationErrors = withLines(errors, contentDir);
  return { data, entries, downloads, validationErrors, placeholders };
}

function withFigures(value: unknown, ledger: Ledger, report: Report) {
  const { problems, ...resolved } = resolveClaims(value, ledger);
  for (const { field, problem } of problems) report(field, problem);
  return resolved;
}

const escapeHtml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** Compiles one Markdown file; null without front matter that is valid. */
function compileEntry(
  { file, folder, slug, text, language }: EntrySource,
  {
    ledger,
    data,
    report,
  }: { ledger: Ledger | null; data: CompiledContent["data"]; report: Report },
): CompiledEntry | null {
  const markdown = compileMarkdown(text);
  for (const { field, problem, line } of markdown.problems) report(field, problem, line);
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug))
    report(null, "the file name must be lower-case words joined by hyphens: it is part of the URL");
  if (markdown.html === "") report("body", "is missing");
  if (markdown.frontMatter === undefined) return null;

  const front = validate(entrySchemas[folder], markdown.frontMatter, report);
  if (front === null) return null;
  reportTypedFigures(front, file, report);
  reportTypedFiguresOfBody(text, file, report);
  const resolved = ledger && withFigures(front, ledger, report);
  const body = ledger && resolveText(markdown.html, ledger, escapeHtml);
  for (const problem of body?.problems ?? []) report("body", problem);
  const keys = new Set([...(resolved?.keys ?? []), ...(body?.keys ?? [])]);
  return {
    file,
    slug,
    language,
    fields: withCategory(folder, resolved?.value ?? front, { data, report }),
    html: body?.text ?? markdown.html,
    readingTimeMinutes: markdown.readingTimeMinutes,
    claims: [...keys].map((claim) => ({ claim, text: ledger?.get(claim)?.label ?? claim })),
  };
}

/** The front matter of a blog post, with the category in place of its slug; any other as it is. */
function withCategory(
  folder: EntryFolder,
  fields: unknown,
  { data, report }: { data: CompiledContent["data"]; report: Report },
): Fields {
  if (!isRecord(fields)) return {};
  if (folder !== "blog") return fields;
  const known = dataOf(data, "blog-categories.json");
  const found = known?.categories.find(({ slug }) => slug === fields.category);
  if (!found) report("category", `"${fields.category}" is not a slug of blog-categories.json`);
  return { ...fields, category: { id: found?.id, name: found?.name, slug: found?.slug } };
}

/** The validation errors of all languages, each once. */
export function contentErrors(contentDir: string): ContentValidationError[] {
  const all = [
    ...LANGUAGES.flatMap((language) => compileContent(contentDir, language).validationErrors),
    ...translationErrors(contentDir),
  ];
  return [...new Map(all.map((error) => [describeValidationError(error), error])).values()];
}
