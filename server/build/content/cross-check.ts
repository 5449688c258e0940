import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  type CompiledEntry,
  dataOf,
  type Fields,
  isRecord,
  objectsIn,
  type Path,
} from "./content-source.ts";
import { fieldPath, type Report } from "./errors.ts";
import type { EntryFolder } from "./schemas/entries.schema.ts";

/** All files that are valid by themselves. */
export interface ReadContent {
  contentDir: string;
  data: ReadonlyMap<string, unknown>;
  entries: Readonly<Record<EntryFolder, readonly CompiledEntry[]>>;
}

type ReportOf = (file: string) => Report;

/** Checks across files: pictures, duplicate names, broken references. */
export function crossCheck(content: ReadContent, reportOf: ReportOf): void {
  for (const [file, value] of content.data) {
    const report = reportOf(file);
    for (const [object, path] of objectsIn(value)) {
      reportPictures(object, path, content.contentDir, report);
      reportDuplicates(object, path, report);
    }
  }
  for (const entries of Object.values(content.entries)) {
    const files = new Map<unknown, string>();
    for (const { fields, file } of entries) {
      const report = reportOf(file);
      for (const [object, path] of objectsIn(fields))
        reportPictures(object, path, content.contentDir, report);
      const first = files.get(fields.id);
      if (first !== undefined) report("id", `"${String(fields.id)}" is already the id of ${first}`);
      if (fields.id !== undefined) files.set(fields.id, file);
    }
  }
  reportUnknownNames(content, reportOf);
  reportShadowedPages(content, reportOf);
}

const FEWEST_WORDS = 3;
/** Fields that are shown next to the picture anyway. */
const TITLES = ["title", "name", "caption", "listTitle"];

/** The problem of an alternative text; null when it is good. */
function altProblem(alt: string, fields: Fields): string | null {
  if (alt === "") return "is missing: it must describe the picture";
  if (alt.split(/\s+/).length < FEWEST_WORDS)
    return `must describe the picture in at least ${FEWEST_WORDS} words`;
  const same = TITLES.find((name) => {
    const title = fields[name];
    return typeof title === "string" && title.trim().toLowerCase() === alt.toLowerCase();
  });
  return same === undefined ? null : `repeats "${same}": it must describe the picture`;
}

/** Missing pictures, and pictures without a good text in `imageAlt`, `featured_image_alt`, `alt` and the like. */
function reportPictures(fields: Fields, path: Path, contentDir: string, report: Report): void {
  for (const [key, picture] of Object.entries(fields)) {
    if (typeof picture !== "string" || !picture.startsWith("images/")) continue;
    if (!existsSync(join(contentDir, picture)))
      report(fieldPath([...path, key]), `${picture} does not exist`);
    const names = [`${key}Alt`, `${key}_alt`, "alt"];
    const field = names.find((name) => Object.hasOwn(fields, name)) ?? `${key}Alt`;
    const problem = altProblem(String(fields[field] ?? "").trim(), fields);
    if (problem !== null) report(fieldPath([...path, field]), problem);
  }
}

/** Items of a list with the same name. */
function reportDuplicates(object: Fields, path: Path, report: Report): void {
  for (const [key, list] of Object.entries(object)) {
    if (!Array.isArray(list)) continue;
    for (const name of ["id", "slug", "value", "from"]) {
      const seen = new Set<string>();
      for (const [index, item] of list.entries()) {
        const id: unknown = isRecord(item) ? item[name] : undefined;
        if (typeof id !== "string") continue;
        if (seen.has(id)) report(fieldPath([...path, key, index, name]), `"${id}" is used twice`);
        seen.add(id);
      }
    }
  }
}

/** What is named in one file and must be in another. */
function reportUnknownNames({ data, entries }: ReadContent, reportOf: ReportOf): void {
  const categories = dataOf(data, "project-categories.json")?.categories.map(({ id }) => id) ?? [];
  for (const { fields, file } of entries.projects)
    if (!categories.some((id) => id === fields.category))
      reportOf(file)(
        "category",
        `"${String(fields.category)}" is not an id of project-categories.json`,
      );
  const gallery = dataOf(data, "gallery.json");
  for (const [index, { category }] of (gallery?.items ?? []).entries())
    if (!gallery?.categories.includes(category))
      reportOf("gallery.json")(
        `items[${index}].category`,
        `"${category}" is not one of the categories of the gallery`,
      );
  const projects = new Set<unknown>(entries.projects.map(({ slug }) => slug));
  for (const [index, { value }] of (dataOf(data, "giving.json")?.purposes ?? []).entries())
    if (value !== "most-needed" && !projects.has(value))
      reportOf("giving.json")(
        `purposes[${index}].value`,
        `"${value}" is neither "most-needed" nor a file of projects/`,
      );
  for (const { fields, file } of entries.programmes) {
    const slugs: unknown[] = Array.isArray(fields.projects) ? fields.projects : [];
    for (const [index, slug] of slugs.entries())
      if (!projects.has(slug))
        reportOf(file)(`projects[${index}]`, `"${String(slug)}" is not a file of projects/`);
  }
}

/** Redirects that hide a page with the same path. */
function reportShadowedPages(content: ReadContent, reportOf: ReportOf): void {
  const roots = [
    ["blog", "/blog/"],
    ["announcements", "/news-events/announcements/"],
    ["programmes", "/our-work/"],
    ["pages", "/"],
  ] as const;
  const pages = new Set([
    ...roots.flatMap(([folder, root]) => content.entries[folder].map(({ slug }) => root + slug)),
    ...content.entries.projects.map(
      ({ fields, slug }) => `/projects/${String(fields.status)}/${slug}`,
    ),
  ]);
  for (const [index, { from }] of (
    dataOf(content.data, "redirects.json")?.redirects ?? []
  ).entries())
    if (pages.has(from))
      reportOf("redirects.json")(`redirects[${index}].from`, `${from} is the path of a page`);
}

/** A field or entry whose content is not final. */
export interface Placeholder {
  file: string;
  /** Path of the entry inside the file; null when it is the whole file. */
  entry: string | null;
  /** Null when the whole entry is a placeholder. */
  field: string | null;
}

/** The placeholders of a file; one that names a missing field is an error. */
export function findPlaceholders(value: unknown, file: string, report: Report): Placeholder[] {
  const found: Placeholder[] = [];
  for (const [object, path] of objectsIn(value)) {
    const mark = object.placeholder;
    const entry = entryName(object, path);
    if (mark === true || object.status === "placeholder") found.push({ file, entry, field: null });
    if (!Array.isArray(mark)) continue;
    for (const field of mark.map(String)) {
      if (field === "body" || Object.hasOwn(object, field)) found.push({ file, entry, field });
      else {
        const problem = `names "${field}", which is not a field of this entry`;
        report(fieldPath([...path, "placeholder"]), problem);
      }
    }
  }
  return found;
}

function entryName(object: Fields, path: Path): string | null {
  if (path.length === 0) return null;
  const isListItem = typeof path.at(-1) === "number";
  const name = isListItem && typeof object.id === "string" ? ` (${object.id})` : "";
  return fieldPath(path) + name;
}
