import { basename, dirname } from "node:path";
import type { Claim, Data } from "../../shared/content/data.schema.ts";
import { figureTypedIn, notesOf, slug as slugSchema } from "../../shared/content/fields.schema.ts";
import type { EntryFolder } from "../../shared/content/pages.schema.ts";
import type { Language } from "../../shared/languages.ts";
import { isRecord } from "../records.ts";
import type { CompiledEntry, Content } from "./compiled-content.ts";
import type { ContentFiles } from "./content-files.ts";
import { crossCheck } from "./cross-check.ts";
import { type Path, type Report, type ReportOf, reportTo, validate } from "./errors.ts";
import {
  compose,
  entryFolders,
  factsFile,
  partsOf,
  placeIn,
  readSources,
  type Source,
  schemaAt,
  wordsFile,
} from "./source.ts";

export type CompiledContent = ReturnType<typeof compileContent>;

/** A mistake in a field of a document. */
export interface Problem {
  /** The name of the document. */
  name: string;
  language: Language;
  path: Path;
  text: string;
}

/** Returns the name of the document of a file: `blog/a-post` of `blog/a-post.en.md`. */
const documentOfFile = (file: string) => file.replace(/(?:\.(?:en|sw))?\.\w+$/, "");

/** Compiles the content of a language. Validation errors are collected, not thrown. */
export function compileContent(
  files: ContentFiles,
  { language, routes }: Pick<Content, "language" | "routes">,
) {
  const validationErrors: string[] = [];
  const problems: Problem[] = [];
  const addLine = reportTo(validationErrors, files);
  const reportIn: ReportOf = (file) => (path, text, line) => {
    problems.push({ name: documentOfFile(file), language, path, text });
    addLine(file)(path, text, line);
  };
  const sources = new Map<string, Source>();
  const reportOf: ReportOf = (name) => (path, text, line) => {
    const source = sources.get(name);
    const place = source ? placeIn(source, path) : { file: factsFile(name), path };
    problems.push({ name, language, path, text });
    addLine(place.file)(place.path, text, line);
  };
  const read: (readonly [source: Source, value: object])[] = [];
  for (const source of readSources(files, language, reportIn)) {
    const { name, schema } = source;
    sources.set(name, source);
    const value = validate(schema, compose(source, files, reportIn), reportOf(name));
    if (value === null) continue;
    read.push([source, Object(value)]);
    // The desk warns the office at the field. A figure that is typed into a text keeps nothing from being published.
    if (!files.isEdited(wordsFile(name, source.language)))
      reportTypedFigures(schema, value, reportOf(name));
  }

  const [, claims] = read.find(([{ name }]) => name === "claims") ?? [];
  const ledger = claims ? new Map(Object.entries((claims as Data<"claims">).claims)) : null;
  const data: Content["data"] = {};
  const compiled: CompiledEntry[] = [];
  for (const [source, value] of read) {
    const report = reportOf(source.name);
    if (source.text) compiled.push(compileEntry(source, value, { language, ledger, data, report }));
    else Object.assign(data, { [source.name]: resolveClaims(value, ledger, report).value });
  }
  const entries = Object.fromEntries(
    entryFolders.map((folder) => [folder, compiled.filter(({ name }) => dirname(name) === folder)]),
  ) as Record<EntryFolder, CompiledEntry[]>;
  const content: Content = { files, routes, language, sources, data, entries };
  return { ...content, validationErrors, problems, ...crossCheck(content, reportOf) };
}

/** Reports figures that are typed into texts although they must come from claims.json. */
function reportTypedFigures(schema: Source["schema"], value: unknown, report: Report): void {
  for (const [part, path] of partsOf(value)) {
    const figure = figureTypedIn(notesOf(schemaAt(schema, path)), part);
    if (figure === undefined) continue;
    const hint = "add it to claims.json and write {{claim:its-key}} here";
    report(path, `has the figure "${figure}" typed in: ${hint}`);
  }
}

/** The entries of claims.json. Null while an entry has errors; no key is resolved then. */
type Ledger = ReadonlyMap<string, Claim> | null;

/** Formats the value of a claim. The value needs no escaping, since its schema allows no HTML. */
export function shownValue({ value, unit }: Pick<Claim, "value" | "unit">): string {
  if (typeof value === "string") return value;
  return unit === "year" ? String(value) : value.toLocaleString("en-US");
}

/**
 * Replaces `{{claim:key}}` in a text with the value, and an object `{"claim": key}` with the entry. In an object with other fields,
 * `claim` names the row that the figure of the object links to. Returns as `keys` the keys found in texts.
 */
export function resolveClaims(value: unknown, ledger: Ledger, report: Report) {
  if (ledger === null) return { value, keys: [] };
  const claimOf = (key: string, path: Path) => {
    const claim = ledger.get(key);
    if (!claim)
      report(path, `"${key}" is not a key of claims.json: correct it, or add the entry there`);
    return claim;
  };
  const resolve = (part: unknown, path: Path, keys: Set<string>): unknown => {
    if (typeof part === "string")
      return part.replace(/\{\{claim:([^{}]*)\}\}/g, (mark, key: string) => {
        const claim = claimOf(key, path);
        if (!claim) return mark;
        keys.add(key);
        return shownValue(claim);
      });
    if (Array.isArray(part))
      return part.map((item, index) => resolve(item, [...path, index], keys));
    if (!isRecord(part)) return part;
    const { claim: key, ...rest } = part;
    if (typeof key === "string" && Object.keys(rest).length === 0) {
      const { value: amount, label: text, conflicts } = claimOf(key, path) ?? {};
      if (typeof amount === "string")
        report(path, `"${key}" has no number as its value in claims.json`);
      return { claim: key, amount, text, conflict: conflicts?.[0]?.note };
    }
    const own = new Set<string>();
    const linked = typeof key === "string" ? claimOf(key, [...path, "claim"]) : undefined;
    const fields: Record<string, unknown> = {};
    for (const [name, item] of Object.entries(part))
      fields[name] = resolve(item, [...path, name], own);
    if (linked && own.size > 0 && !own.has(String(key)))
      report([...path, "claim"], `links to "${key}", but the figure here is "${[...own][0]}"`);
    for (const name of own) keys.add(name);
    return fields;
  };

  const keys = new Set<string>();
  return { value: resolve(value, [], keys), keys: [...keys] };
}

/** Compiles an entry. `fields` name the language of an entry that is not translated. `claims` are the figures, in their order. */
function compileEntry(
  { name, language, text }: Source,
  front: object,
  page: Pick<Content, "language" | "data"> & { ledger: Ledger; report: Report },
): CompiledEntry {
  const { ledger, data, report } = page;
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
  Object.assign(fields, { slug, readingTimeMinutes: text?.readingTimeMinutes });
  if (language !== page.language) fields.language = language;
  return { name, slug, fields, html: String(body), claims };
}
