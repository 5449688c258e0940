import { existsSync } from "node:fs";
import { join } from "node:path";
import { LANGUAGES, type Language } from "../../../shared/languages.ts";
import { withWords } from "../../../shared/with-words.ts";
import { type Ledger, readLedger, resolveClaims } from "./claims.ts";
import {
  type CompiledEntry,
  type DataFile,
  dataFiles,
  dataOf,
  dataSchemas,
  type EntrySource,
  entryFolders,
  isRecord,
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
  fieldPath,
  pathOf,
  placeOf,
  type Report,
  reportTo,
  validate,
  withLines,
} from "./errors.ts";
import { compileMarkdown } from "./markdown.ts";
import { pictureErrors } from "./photographs.ts";
import { typedProblem } from "./schemas/fields.schema.ts";
import { type EntryFolder, entrySchemas } from "./schemas/pages.schema.ts";
import {
  bodyProblems,
  pathInTwin,
  type TwinProblem,
  translationErrors,
  twinProblems,
} from "./translations.ts";

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

type Twins = Map<string, { english: unknown; words: unknown }>;

/** Reads and validates all files of a language; validation errors are collected, not thrown. */
export function compileContent(contentDir: string, language: Language = "en"): CompiledContent {
  const errors: ContentValidationError[] = [];
  const twins: Twins = new Map();
  /** Reports an error of an English file, or of its twin where that has the words. */
  const reportOf =
    (file: string): Report =>
    (field, problem, line) => {
      const name = file.replace(TWIN, "");
      const pair = twins.get(name);
      const path = pair && field && pathInTwin(pair.english, pair.words, pathOf(field));
      if (path) reportTo(errors, twinOf(name))(fieldPath(path), problem, line);
      else reportTo(errors, pair && field && field !== "body" ? name : file)(field, problem, line);
    };
  const ledger = readLedger(contentDir, language);
  const data: CompiledContent["data"] = new Map();
  for (const file of dataFiles) {
    const before = errors.length;
    const report = reportOf(file);
    const english = readJson(contentDir, file, report);
    if (errors.length > before) continue;
    const words = language === "en" ? undefined : readTwin(contentDir, file, english, errors);
    if (errors.length > before) continue;
    if (words !== undefined) twins.set(file, { english, words });
    const source = withWords(english, words);
    validate(dataSchemas[file], source, report);
    const value = ledger ? resolveClaims(source, ledger, report).value : source;
    if (errors.length === before) data.set(file, value);
  }

  const compileFolder = (folder: EntryFolder) =>
    readEntryFolder(contentDir, folder, language, reportOf).flatMap((source) => {
      const before = errors.length;
      if (source.english) pairEntry(contentDir, source, twins, errors);
      const entry = compileEntry(source, ledger, data, twins, reportOf(source.file));
      return entry && errors.length === before ? [entry] : [];
    });
  const entries = Object.fromEntries(
    entryFolders.map((folder) => [folder, compileFolder(folder)]),
  ) as CompiledContent["entries"];

  const downloads = readDownloads(contentDir, data, reportOf);
  const found = crossCheck({ contentDir, data, entries }, reportOf);
  const validationErrors = withLines(errors, contentDir);
  return { data, entries, downloads, validationErrors, ...found };
}

/** The words of a data file; undefined where it has none. */
function readTwin(
  contentDir: string,
  file: DataFile,
  english: unknown,
  errors: ContentValidationError[],
): unknown {
  const schema = dataSchemas[file];
  const twin = twinOf(file);
  const hasWords = !twinProblems(schema, english, undefined).next().done;
  if (!hasWords && !existsSync(join(contentDir, twin))) return undefined;
  const words = readJson(contentDir, twin, reportTo(errors, twin));
  if (words !== undefined)
    reportTwin(contentDir, file, twinProblems(schema, english, words), errors);
  return words;
}

/** Notes the front matters of an entry and its twin, and reports where they, or their texts, differ. */
function pairEntry(
  contentDir: string,
  { folder, file, text, english }: EntrySource,
  twins: Twins,
  errors: ContentValidationError[],
): void {
  if (!english) return;
  const pair = {
    english: compileMarkdown(english.text).frontMatter,
    words: compileMarkdown(text).frontMatter ?? {},
  };
  twins.set(english.file, pair);
  const problems = twinProblems(entrySchemas[folder], pair.english, pair.words);
  reportTwin(contentDir, english.file, problems, errors);
  for (const { problem, line, englishLine } of bodyProblems(english.text, text))
    reportTo(errors, file)(
      "body",
      inPlace(problem, `content/${english.file}:${englishLine}`),
      line,
    );
}

/** Puts the place in the English file where a problem of its twin names it. */
const inPlace = (problem: string, place: string) => problem.replace("$", () => place);

function reportTwin(
  contentDir: string,
  file: string,
  problems: Iterable<TwinProblem>,
  errors: ContentValidationError[],
): void {
  for (const { path, english, problem } of problems) {
    const place = placeOf(contentDir, file, fieldPath(english));
    reportTo(errors, twinOf(file))(fieldPath(path) || null, inPlace(problem, place));
  }
}

/** Compiles one Markdown file; null without front matter that is valid. */
function compileEntry(
  { file, folder, slug, text, language, english }: EntrySource,
  ledger: Ledger | null,
  data: CompiledContent["data"],
  twins: Twins,
  report: Report,
): CompiledEntry | null {
  const { frontMatter, html, readingTimeMinutes, problems } = compileMarkdown(text);
  for (const { field, problem, line } of problems) report(field, problem, line);
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug))
    report(null, "the file name must be lower-case words joined by hyphens: it is part of the URL");
  if (html === "") report("body", "is missing");
  if (frontMatter === undefined) return null;

  const pair = english && twins.get(english.file);
  const fieldsOfBoth = pair ? withWords(pair.english, pair.words) : frontMatter;
  const front = validate(entrySchemas[folder], fieldsOfBoth, report);
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
    if (!found && data.has("blog-categories.json"))
      report("category", `"${fields.category}" is not a slug of blog-categories.json`);
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

/** The validation errors of all languages, each once, and the photographs that are too small for their place. */
export async function contentErrors(contentDir: string): Promise<ContentValidationError[]> {
  const compiled = LANGUAGES.map((language) => compileContent(contentDir, language));
  const pictures = compiled[0]?.pictures ?? [];
  const all = [
    ...compiled.flatMap(({ validationErrors }) => validationErrors),
    ...translationErrors(contentDir),
    ...withLines(await pictureErrors(contentDir, pictures), contentDir),
  ];
  return [...new Map(all.map((error) => [describeValidationError(error), error])).values()];
}
