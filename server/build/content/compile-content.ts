import { existsSync } from "node:fs";
import { join } from "node:path";
import type * as z from "zod";
import { LANGUAGES, type Language } from "../../../shared/languages.ts";
import { isRecord, withWords } from "../../../shared/with-words.ts";
import { type Ledger, readLedger, resolveClaims } from "./claims.ts";
import {
  type CompiledEntry,
  dataFiles,
  dataOf,
  dataSchemas,
  type EntrySource,
  entryFolders,
  LEDGER_FOLDERS,
  readEntryFolder,
  readJson,
  TWIN,
  twinOf,
} from "./content-source.ts";
import { crossCheck, type PicturePlace, type Placeholder, readDownloads } from "./cross-check.ts";
import {
  type ContentValidationError,
  describeValidationError,
  placeOf,
  type Report,
  reportTo,
  validate,
} from "./errors.ts";
import { compileMarkdown } from "./markdown.ts";
import { pictureErrors } from "./photographs.ts";
import { typedProblem } from "./schemas/fields.schema.ts";
import { type EntryFolder, entrySchemas } from "./schemas/pages.schema.ts";
import { bodyProblems, pathInTwin, translationErrors, twinProblems } from "./translations.ts";

/** The compiled content with its validation errors. Keys of claims.json are replaced by their figures. */
export interface CompiledContent {
  /** By file; without those that have errors. */
  data: Map<string, unknown>;
  entries: Record<EntryFolder, CompiledEntry[]>;
  downloads: ReturnType<typeof readDownloads>;
  validationErrors: readonly ContentValidationError[];
  placeholders: Placeholder[];
  pictures: PicturePlace[];
}

/** What the compilation of one language has read, and where it reports. */
interface Compilation {
  contentDir: string;
  language: Language;
  ledger: Ledger | null;
  data: CompiledContent["data"];
  errors: ContentValidationError[];
  /** Both values of each file that has a twin, by the English name. */
  twins: Map<string, { english: unknown; words: unknown }>;
  /** Reports an error of an English file, or of its twin where that has the words. */
  reportOf: (file: string) => Report;
}

/** Reads and validates all files of a language; validation errors are collected, not thrown. */
export function compileContent(contentDir: string, language: Language = "en"): CompiledContent {
  const errors: ContentValidationError[] = [];
  const twins: Compilation["twins"] = new Map();
  const reportOf =
    (file: string): Report =>
    (path, problem, line) => {
      const name = file.replace(TWIN, "");
      const pair = path.length > 0 ? twins.get(name) : undefined;
      const own = pair && pathInTwin(pair.english, pair.words, path);
      const place = own ? twinOf(name) : pair && path[0] !== "body" ? name : file;
      reportTo(errors, contentDir, place)(own ?? path, problem, line);
    };
  const data: CompiledContent["data"] = new Map();
  const ledger = readLedger(contentDir, language);
  const compilation = { contentDir, language, ledger, data, errors, twins, reportOf };
  for (const file of dataFiles) compileData(file, compilation);
  const compileFolder = (folder: EntryFolder) =>
    readEntryFolder(contentDir, folder, language, reportOf).flatMap((source) => {
      const before = errors.length;
      const entry = compileEntry(source, compilation);
      return entry && errors.length === before ? [entry] : [];
    });
  const entries = Object.fromEntries(
    entryFolders.map((folder) => [folder, compileFolder(folder)]),
  ) as CompiledContent["entries"];
  const downloads = readDownloads(contentDir, data, reportOf);
  const found = crossCheck({ contentDir, data, entries }, reportOf);
  return { data, entries, downloads, validationErrors: errors, ...found };
}

/** Puts the place in the English file where a problem of its twin names it. */
const inPlace = (problem: string, place: string) => problem.replace("$", () => place);

/** A value with the words of its twin; reports where these are no words, or say something else. */
function translated(
  {
    file,
    schema,
    english,
    words,
  }: { file: string; schema: z.ZodType; english: unknown; words: unknown },
  { contentDir, errors, twins }: Compilation,
): unknown {
  twins.set(file, { english, words });
  const report = reportTo(errors, contentDir, twinOf(file));
  for (const { path, english: place, problem } of twinProblems(schema, english, words))
    report(path, inPlace(problem, placeOf(contentDir, file, place)));
  return withWords(english, words);
}

/** Compiles one data file, unless it has errors. */
function compileData(file: (typeof dataFiles)[number], compilation: Compilation): void {
  const { contentDir, language, ledger, data, errors, reportOf } = compilation;
  const [before, schema, twin] = [errors.length, dataSchemas[file], twinOf(file)];
  const report = reportOf(file);
  let value = readJson(contentDir, file, report);
  const hasTwin = () =>
    existsSync(join(contentDir, twin)) || twinProblems(schema, value, undefined).length > 0;
  if (language !== "en" && value !== undefined && hasTwin()) {
    const words = readJson(contentDir, twin, reportTo(errors, contentDir, twin));
    if (words !== undefined)
      value = translated({ file, schema, english: value, words }, compilation);
  }
  if (errors.length > before) return;
  validate(schema, value, report);
  if (ledger) value = resolveClaims(value, ledger, report).value;
  if (errors.length === before) data.set(file, value);
}

/** Compiles one Markdown file; null without front matter that is valid. */
function compileEntry(
  { file, folder, slug, text, language, english }: EntrySource,
  compilation: Compilation,
): CompiledEntry | null {
  const { contentDir, ledger, data, errors } = compilation;
  const report = compilation.reportOf(file);
  const schema = entrySchemas[folder];
  const { frontMatter, html, readingTimeMinutes, problems } = compileMarkdown(text);
  let fieldsOfBoth = frontMatter;
  if (english) {
    const pair = { english: compileMarkdown(english.text).frontMatter, words: frontMatter ?? {} };
    fieldsOfBoth = translated({ file: english.file, schema, ...pair }, compilation);
    for (const { problem, line, englishLine } of bodyProblems(english.text, text)) {
      const place = `content/${english.file}:${englishLine}`;
      reportTo(errors, contentDir, file)(["body"], inPlace(problem, place), line);
    }
  }
  for (const { field, problem, line } of problems)
    report(field === null ? [] : [field], problem, line);
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug))
    report([], "the file name must be lower-case words joined by hyphens: it is part of the URL");
  if (html === "") report(["body"], "is missing");
  if (frontMatter === undefined) return null;

  const front = validate(schema, fieldsOfBoth, report);
  if (front === null) return null;
  if (LEDGER_FOLDERS.includes(folder)) reportTypedFigures(text, report);
  const source = { ...front, body: html };
  const { value, keys } = ledger
    ? resolveClaims(source, ledger, report)
    : { value: source, keys: [] };
  const { body, ...fields }: Record<string, unknown> = isRecord(value) ? value : {};
  if (folder === "blog") {
    const { categories = [] } = dataOf(data, "blog-categories.json") ?? {};
    const found = categories.find(({ slug }) => slug === fields.category);
    if (!found && data.has("blog-categories.json"))
      report(["category"], `"${fields.category}" is not a slug of blog-categories.json`);
    fields.category = { id: found?.id, name: found?.name, slug: found?.slug };
  }
  const claims = keys.map((claim) => ({ claim, text: ledger?.get(claim)?.label ?? claim }));
  return { file, slug, language, fields, html: String(body), readingTimeMinutes, claims };
}

/** Reports the figures of a Markdown text that must come from claims.json. */
function reportTypedFigures(text: string, report: Report): void {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const start = lines.indexOf("---", 1) + 1;
  for (const [index, line] of lines.entries()) {
    const problem = index < start ? null : typedProblem(line);
    if (problem !== null) report(["body"], problem, index + 1);
  }
}

/** The validation errors of all languages, each once, and the photographs that are too small for their place. */
export async function contentErrors(contentDir: string): Promise<ContentValidationError[]> {
  const compiled = LANGUAGES.map((language) => compileContent(contentDir, language));
  const all = [
    ...compiled.flatMap(({ validationErrors }) => validationErrors),
    ...translationErrors(contentDir),
    ...(await pictureErrors(contentDir, compiled[0]?.pictures ?? [])),
  ];
  return [...new Map(all.map((error) => [describeValidationError(error), error])).values()];
}
