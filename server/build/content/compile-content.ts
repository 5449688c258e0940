import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import type * as z from "zod";
import { LANGUAGES, type Language } from "../../../shared/languages.ts";
import { isRecord } from "../../../shared/with-words.ts";
import { type Ledger, readLedger, resolveClaims } from "./claims.ts";
import {
  type CompiledEntry,
  dataNames,
  dataOf,
  entryFolders,
  entryNames,
  factsFile,
  LEDGER_FOLDERS,
  readJson,
  readText,
  wordsFile,
} from "./content-source.ts";
import { crossCheck, type PicturePlace, type Placeholder, readDownloads } from "./cross-check.ts";
import {
  type ContentValidationError,
  describeValidationError,
  type Report,
  reportTo,
  validate,
} from "./errors.ts";
import { compileMarkdown } from "./markdown.ts";
import { pictureErrors } from "./photographs.ts";
import { type DataName, dataSchemas } from "./schemas/data.schema.ts";
import { typedProblem } from "./schemas/fields.schema.ts";
import { type EntryFolder, entrySchemas } from "./schemas/pages.schema.ts";
import { compose, placeIn, type Source } from "./source.ts";
import { translationErrors } from "./translations.ts";

/** The compiled content with its validation errors. Keys of claims.json are replaced by their figures. */
export interface CompiledContent {
  /** By the name of the data file; without those that have errors. */
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
  sources: Map<string, Source>;
  /** Reports an error of a data file or an entry: in its facts, or in its words. */
  reportOf: (name: string) => Report;
}

/** Reads and validates all files of a language; validation errors are collected, not thrown. */
export function compileContent(contentDir: string, language: Language): CompiledContent {
  const errors: ContentValidationError[] = [];
  const sources: Compilation["sources"] = new Map();
  const reportOf =
    (name: string): Report =>
    (path, problem, line) => {
      const source = sources.get(name);
      const place = source ? placeIn(source, path) : { file: factsFile(name), path };
      reportTo(errors, contentDir, place.file)(place.path, problem, line);
    };
  const data: CompiledContent["data"] = new Map();
  const ledger = readLedger(contentDir, language);
  const compilation = { contentDir, language, ledger, data, errors, sources, reportOf };
  for (const name of dataNames) compileData(name, compilation);
  const compileFolder = (folder: EntryFolder) =>
    entryNames(contentDir, folder).flatMap((name) => {
      const before = errors.length;
      const entry = compileEntry(folder, name, compilation);
      return entry && errors.length === before ? [entry] : [];
    });
  const entries = Object.fromEntries(
    entryFolders.map((folder) => [folder, compileFolder(folder)]),
  ) as CompiledContent["entries"];
  const downloads = readDownloads(contentDir, data, reportOf);
  const found = crossCheck({ contentDir, data, entries }, reportOf);
  return { data, entries, downloads, validationErrors: errors, ...found };
}

/** The facts with the words, validated; null with errors. */
function validated<Schema extends z.ZodType>(
  source: Source & { schema: Schema },
  { contentDir, errors, sources, reportOf }: Compilation,
): z.infer<Schema> | null {
  sources.set(source.name, source);
  const value = compose(source, contentDir, errors);
  return validate(source.schema, value, reportOf(source.name));
}

/** Compiles one data file, unless it has errors. Some have no facts, or no words. */
function compileData(name: DataName, compilation: Compilation): void {
  const { contentDir, language, ledger, data, errors, reportOf } = compilation;
  const before = errors.length;
  const [facts, words] = [factsFile(name), wordsFile(name, language)].map((file) =>
    existsSync(join(contentDir, file))
      ? readJson(contentDir, file, reportTo(errors, contentDir, file))
      : undefined,
  );
  if (errors.length > before) return;
  const value = validated({ name, language, schema: dataSchemas[name], facts, words }, compilation);
  const resolved = ledger ? resolveClaims(value, ledger, reportOf(name)).value : value;
  if (errors.length === before) data.set(name, resolved);
}

/** Compiles one entry, in English where the language has no words of it; null without facts and words that are valid. */
function compileEntry(
  folder: EntryFolder,
  name: string,
  compilation: Compilation,
): CompiledEntry | null {
  const { contentDir, ledger, data, errors, sources } = compilation;
  const report = compilation.reportOf(name);
  const hasWords = existsSync(join(contentDir, wordsFile(name, compilation.language)));
  const language = hasWords ? compilation.language : "en";
  const [factsOnly, file] = [factsFile(name), wordsFile(name, language)];
  const reportWords = reportTo(errors, contentDir, file);
  const facts = readJson(contentDir, factsOnly, reportTo(errors, contentDir, factsOnly));
  const text = readText(contentDir, file, reportWords);
  if (facts === undefined || text === null) return null;
  const { frontMatter, html, readingTimeMinutes, problems } = compileMarkdown(text);
  for (const { field, problem, line } of problems)
    reportWords(field === null ? [] : [field], problem, line);
  const slug = basename(name);
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug))
    report([], "the file name must be lower-case words joined by hyphens: it is part of the URL");
  if (html === "") reportWords(["body"], "is missing");
  if (frontMatter === undefined) return null;

  const source = { name, language, schema: entrySchemas[folder], facts, words: frontMatter };
  const front = validated(source, compilation);
  if (front === null) return null;
  sources.set(name, { ...source, words: { ...Object(frontMatter), body: html } });
  if (LEDGER_FOLDERS.includes(folder)) reportTypedFigures(text, reportWords);
  const { value, keys } = ledger
    ? resolveClaims({ ...front, body: html }, ledger, report)
    : { value: { ...front, body: html }, keys: [] };
  const { body, ...fields }: Record<string, unknown> = isRecord(value) ? value : {};
  if (folder === "blog") {
    const { categories = [] } = dataOf(data, "blog-categories") ?? {};
    const found = categories.find(({ slug }) => slug === fields.category);
    if (!found && data.has("blog-categories"))
      report(["category"], `"${fields.category}" is not a slug of blog-categories.json`);
    fields.category = { id: found?.id, name: found?.name, slug: found?.slug };
  }
  const claims = keys.map((claim) => ({ claim, text: ledger?.get(claim)?.label ?? claim }));
  return { name, slug, language, fields, html: String(body), readingTimeMinutes, claims };
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
