import { LANGUAGES, type Language } from "../../../shared/languages.ts";
import { type Ledger, readLedger, resolveClaims } from "./claims.ts";
import {
  type CompiledEntry,
  dataFiles,
  dataOf,
  dataSchemas,
  type EntrySource,
  entryFolders,
  fileIn,
  isRecord,
  LEDGER_FOLDERS,
  readEntryFolder,
  readJson,
} from "./content-source.ts";
import { crossCheck, type Placeholder } from "./cross-check.ts";
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
import { typedProblem } from "./schemas/typed-figures.ts";
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
  const reportOf = (file: string) => reportTo(errors, fileIn(contentDir, file, language));
  const ledger = readLedger(contentDir, language);
  const data: CompiledContent["data"] = new Map();
  for (const file of dataFiles) {
    const before = errors.length;
    const report = reportOf(file);
    const source = readJson(contentDir, fileIn(contentDir, file, language), report);
    if (errors.length > before) continue;
    validate(dataSchemas[file], source, report);
    const value = ledger ? resolveClaims(source, ledger, report).value : source;
    if (errors.length === before) data.set(file, value);
  }

  const compileFolder = (folder: EntryFolder) =>
    readEntryFolder(contentDir, folder, language, reportOf).flatMap((source) => {
      const before = errors.length;
      const entry = compileEntry(source, ledger, data, reportOf(source.file));
      return entry && errors.length === before ? [entry] : [];
    });
  const entries = Object.fromEntries(
    entryFolders.map((folder) => [folder, compileFolder(folder)]),
  ) as CompiledContent["entries"];

  const downloads = readDownloads(contentDir, data, reportOf);
  const placeholders = crossCheck({ contentDir, language, data, entries }, reportOf);
  const validationErrors = withLines(errors, contentDir);
  return { data, entries, downloads, validationErrors, placeholders };
}

/** Compiles one Markdown file; null without front matter that is valid. */
function compileEntry(
  { file, folder, slug, text, language }: EntrySource,
  ledger: Ledger | null,
  data: CompiledContent["data"],
  report: Report,
): CompiledEntry | null {
  const { frontMatter, html, readingTimeMinutes, problems } = compileMarkdown(text);
  for (const { field, problem, line } of problems) report(field, problem, line);
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug))
    report(null, "the file name must be lower-case words joined by hyphens: it is part of the URL");
  if (html === "") report("body", "is missing");
  if (frontMatter === undefined) return null;

  const front = validate(entrySchemas[folder], frontMatter, report);
  if (front === null) return null;
  if (LEDGER_FOLDERS.includes(folder)) {
    const lines = text.replaceAll("\r\n", "\n").split("\n");
    const start = lines.indexOf("---", 1) + 1;
    for (const [index, line] of lines.entries()) {
      const problem = index < start ? null : typedProblem(line);
      if (problem !== null) report("body", problem, index + 1);
    }
  }
  const source = { ...front, body: html };
  const { value, keys } = ledger
    ? resolveClaims(source, ledger, report)
    : { value: source, keys: [] };
  const { body, ...fields }: Record<string, unknown> = isRecord(value) ? value : {};
  if (folder === "blog") {
    const { categories = [] } = dataOf(data, "blog-categories.json") ?? {};
    const found = categories.find(({ slug }) => slug === fields.category);
    if (!found) report("category", `"${fields.category}" is not a slug of blog-categories.json`);
    fields.category = { id: found?.id, name: found?.name, slug: found?.slug };
  }
  return {
    file,
    slug,
    language,
    fields,
    html: String(body),
    readingTimeMinutes,
    claims: keys.map((claim) => ({ claim, text: ledger?.get(claim)?.label ?? claim })),
  };
}

/** The validation errors of all languages, each once. */
export function contentErrors(contentDir: string): ContentValidationError[] {
  const all = [
    ...LANGUAGES.flatMap((language) => compileContent(contentDir, language).validationErrors),
    ...translationErrors(contentDir),
  ];
  return [...new Map(all.map((error) => [describeValidationError(error), error])).values()];
}
