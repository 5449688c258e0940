import { basename, dirname } from "node:path";
import { LANGUAGES, type Language } from "../../../shared/languages.ts";
import { type Ledger, resolveClaims } from "./claims.ts";
import {
  entryFolders,
  type Fields,
  factsFile,
  isEntryFolder,
  schemasByName,
} from "./content-source.ts";
import { crossCheck } from "./cross-check.ts";
import {
  type ContentValidationError,
  describeValidationError,
  type Report,
  type ReportOf,
  reportTo,
  validate,
} from "./errors.ts";
import { pictureErrors } from "./images-plugin.ts";
import type { Data, DataName } from "./schemas/data.schema.ts";
import type { EntryFolder } from "./schemas/pages.schema.ts";
import { compose, placeIn, readSource, type Source } from "./source.ts";
import { translationErrors } from "./translations.ts";

/** The compiled content. Keys of claims.json are replaced by their figures. What has errors is left out. */
export interface Content {
  contentDir: string;
  language: Language;
  /** What was read, by the name of the data file or the entry. */
  sources: ReadonlyMap<string, Source>;
  data: { [Name in DataName]?: Data<Name> };
  entries: Readonly<Record<EntryFolder, readonly CompiledEntry[]>>;
}

export type CompiledContent = ReturnType<typeof compileContent>;

/** Reads and validates all files of a language; validation errors are collected, not thrown. */
export function compileContent(contentDir: string, language: Language) {
  const validationErrors: ContentValidationError[] = [];
  const reportIn = reportTo(validationErrors, contentDir);
  const sources = new Map<string, Source>();
  /** Reports an error of a data file or an entry: in its facts, or in its words. */
  const reportOf: ReportOf = (name) => (path, problem, line) => {
    const source = sources.get(name);
    const place = source ? placeIn(source, path) : { file: factsFile(name), path };
    reportIn(place.file)(place.path, problem, line);
  };
  const read: (readonly [source: Source, value: Fields])[] = [];
  for (const [name, schema] of schemasByName(contentDir)) {
    const source = readSource(contentDir, [name, schema], language, reportIn);
    if (source === null) continue;
    sources.set(name, source);
    const value = validate(schema, compose(source, contentDir, reportIn), reportOf(name));
    if (value !== null) read.push([source, Object(value)]);
  }

  const [, claims] = read.find(([{ name }]) => name === "claims") ?? [];
  const ledger = claims ? new Map(Object.entries((claims as Data<"claims">).claims)) : null;
  const data: Content["data"] = {};
  const entries = Object.fromEntries(
    entryFolders.map((folder): [string, CompiledEntry[]] => [folder, []]),
  ) as Record<EntryFolder, CompiledEntry[]>;
  for (const [source, value] of read) {
    const report = reportOf(source.name);
    const folder = dirname(source.name);
    if (isEntryFolder(folder))
      entries[folder].push(compileEntry(source, value, { ledger, data, report }));
    else Object.assign(data, { [source.name]: resolveClaims(value, ledger, report).value });
  }
  const content: Content = { contentDir, language, sources, data, entries };
  return { ...content, validationErrors, ...crossCheck(content, reportOf) };
}

/**
 * An entry, such as `projects/wells`, in the language of its words: with the figures of the ledger, and the category of a post
 * in place of its slug. `claims` are the figures in front matter and text, in their order.
 */
function compileEntry(
  { name, language, text }: Source,
  front: Fields,
  { ledger, data, report }: { ledger: Ledger; data: Content["data"]; report: Report },
) {
  const { value, keys } = resolveClaims({ ...front, body: text?.html }, ledger, report);
  const { body, ...fields } = value as Record<string, unknown>;
  const slug = basename(name);
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug))
    report([], "the file name must be lower-case words joined by hyphens: it is part of the URL");
  const { categories } = data["blog-categories"] ?? {};
  if (name.startsWith("blog/") && categories) {
    const found = categories.find(({ slug }) => slug === fields.category);
    if (!found) report(["category"], `"${fields.category}" is not a slug of blog-categories.json`);
    fields.category = { id: found?.id, name: found?.name, slug: found?.slug };
  }
  const claims = keys.map((claim) => ({ claim, text: ledger?.get(claim)?.label ?? claim }));
  const readingTimeMinutes = text?.readingTimeMinutes ?? 1;
  return { name, slug, language, fields, html: String(body), readingTimeMinutes, claims };
}

export type CompiledEntry = ReturnType<typeof compileEntry>;

/** The content in each language, and the validation errors of all, each once. */
export function compileLanguages(contentDir: string) {
  const english = compileContent(contentDir, "en");
  const others = LANGUAGES.filter((language) => language !== "en").map((language) =>
    compileContent(contentDir, language),
  );
  const errors = [
    ...[english, ...others].flatMap(({ validationErrors }) => validationErrors),
    ...translationErrors(english, others),
  ];
  return { english, others, errors };
}

/** The validation errors, and the photographs that are too small for their place. */
export async function contentErrors(contentDir: string): Promise<ContentValidationError[]> {
  const { english, errors } = compileLanguages(contentDir);
  const all = [...errors, ...(await pictureErrors(contentDir, english.pictures))];
  return [...new Map(all.map((error) => [describeValidationError(error), error])).values()];
}
