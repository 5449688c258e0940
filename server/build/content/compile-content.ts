import { basename, dirname } from "node:path";
import { LANGUAGES, type Language } from "../../../shared/languages.ts";
import { type Ledger, resolveClaims } from "./claims.ts";
import { entryFolders, type Fields, factsFile, schemasByName } from "./content-source.ts";
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
import { slug as slugSchema } from "./schemas/fields.schema.ts";
import type { EntryFolder } from "./schemas/pages.schema.ts";
import { compose, placeIn, readSource, type Source } from "./source.ts";
import { translationErrors } from "./translations.ts";

/** With the figures of claims.json in place of its keys. What has errors is left out. */
export interface Content {
  contentDir: string;
  language: Language;
  /** By the name of the data file or the entry. */
  sources: ReadonlyMap<string, Source>;
  data: { [Name in DataName]?: Data<Name> };
  entries: Readonly<Record<EntryFolder, CompiledEntry[]>>;
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
  const compiled: CompiledEntry[] = [];
  for (const [source, value] of read) {
    const report = reportOf(source.name);
    if (source.text) compiled.push(compileEntry(source, value, { ledger, data, report }));
    else Object.assign(data, { [source.name]: resolveClaims(value, ledger, report).value });
  }
  const entries = Object.fromEntries(
    entryFolders.map((folder) => [folder, compiled.filter(({ name }) => dirname(name) === folder)]),
  ) as Record<EntryFolder, CompiledEntry[]>;
  const content: Content = { contentDir, language, sources, data, entries };
  return { ...content, validationErrors, ...crossCheck(content, reportOf) };
}

/** An entry in the language of its words: `claims` are the figures in them, in their order. */
function compileEntry(
  { name, language, text }: Source,
  front: Fields,
  { ledger, data, report }: { ledger: Ledger; data: Content["data"]; report: Report },
) {
  const { value, keys } = resolveClaims({ ...front, body: text?.html }, ledger, report);
  const { body, ...fields } = value as Record<string, unknown>;
  const slug = basename(name);
  if (!slugSchema.safeParse(slug).success)
    report([], "the file name must be lower-case words joined by hyphens: it is part of the URL");
  const { categories } = data["blog-categories"] ?? {};
  if (name.startsWith("blog/") && categories) {
    const found = categories.find(({ slug }) => slug === fields.category);
    if (!found) report(["category"], `"${fields.category}" is not a slug of blog-categories.json`);
    fields.category = { id: found?.id, name: found?.name, slug: found?.slug };
  }
  const claims = keys.map((claim) => ({ claim, text: ledger?.get(claim)?.label ?? claim }));
  const { readingTimeMinutes = 1 } = text ?? {};
  return { name, slug, language, fields, html: String(body), readingTimeMinutes, claims };
}

export type CompiledEntry = ReturnType<typeof compileEntry>;

/** The content in each language, and the validation errors of all. */
export function compileLanguages(contentDir: string) {
  const english = compileContent(contentDir, "en");
  const others = LANGUAGES.filter((language) => language !== "en").map((language) =>
    compileContent(contentDir, language),
  );
  const errors = [english, ...others].flatMap(({ validationErrors }) => validationErrors);
  return { english, others, errors: [...errors, ...translationErrors(english, others)] };
}

/** Each validation error once, with those of photographs. */
export async function contentErrors(contentDir: string): Promise<ContentValidationError[]> {
  const { english, errors } = compileLanguages(contentDir);
  const all = [...errors, ...(await pictureErrors(contentDir, english.pictures))];
  return [...new Map(all.map((error) => [describeValidationError(error), error])).values()];
}
