import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { isRecord } from "../../../shared/with-words.ts";
import {
  type CompiledEntry,
  dataOf,
  entryNames,
  type Fields,
  factsFile,
  partsOf,
} from "./content-source.ts";
import { fieldPath, type Path, type Report } from "./errors.ts";
import type { EntryFolder } from "./schemas/pages.schema.ts";
import type { MediaFile } from "./schemas/site.schema.ts";

/** All files that are valid by themselves. */
export interface ReadContent {
  contentDir: string;
  data: ReadonlyMap<string, unknown>;
  entries: Readonly<Record<EntryFolder, readonly CompiledEntry[]>>;
}

type ReportOf = (file: string) => Report;

/** Checks across files: pictures, duplicate names, broken references. Returns what is not final, and where pictures are. */
export function crossCheck(content: ReadContent, reportOf: ReportOf) {
  const folders = Object.values(content.entries);
  const fronts = folders.flat().map(({ name, fields }) => [name, fields] as const);
  const placeholders: Placeholder[] = [];
  const pictures: PicturePlace[] = [];
  for (const [name, value] of [...content.data, ...fronts]) {
    const report = reportOf(name);
    for (const [object, path] of partsOf(value)) {
      if (!isRecord(object)) continue;
      for (const key of reportPictures(object, path, content.contentDir, report))
        pictures.push({
          file: factsFile(name),
          path: [...path, key],
          picture: String(object[key]),
        });
      reportDuplicates(object, path, report);
      const entry = entryName(object, path);
      for (const field of placeholdersOf(object, path, report))
        placeholders.push({ file: factsFile(name), entry, field });
    }
  }
  for (const folder of folders)
    for (const { name, fields } of folder) {
      const first = folder.find(({ fields: { id } }) => id !== undefined && id === fields.id);
      if (first && first.name !== name)
        reportOf(name)(["id"], `"${fields.id}" is already the id of ${factsFile(first.name)}`);
    }
  reportUnknownNames(content, reportOf);
  reportShadowedPages(content, reportOf("redirects"));
  return { placeholders, pictures };
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

/** Where a picture of `content/images` is shown. */
export interface PicturePlace {
  file: string;
  path: Path;
  picture: string;
}

/** The fields with a picture. Reports missing ones, and those without a good text in `imageAlt`, `featured_image_alt`, `alt` and the like. */
function reportPictures(fields: Fields, path: Path, contentDir: string, report: Report): string[] {
  return Object.entries(fields).flatMap(([key, picture]) => {
    if (typeof picture !== "string" || !picture.startsWith("images/")) return [];
    if (!existsSync(join(contentDir, picture))) report([...path, key], `${picture} does not exist`);
    const names = [`${key}Alt`, `${key}_alt`, "alt"];
    const field = names.find((name) => Object.hasOwn(fields, name)) ?? `${key}Alt`;
    const problem = altProblem(String(fields[field] ?? "").trim(), fields);
    if (problem !== null) report([...path, field], problem);
    return [key];
  });
}

/** Items of a list with the same name. */
function reportDuplicates(object: Fields, path: Path, report: Report): void {
  for (const [key, list] of Object.entries(object)) {
    if (!Array.isArray(list)) continue;
    for (const name of ["id", "slug", "value", "from"]) {
      const ids = list.map((item) => (isRecord(item) ? item[name] : undefined));
      for (const [index, id] of ids.entries())
        if (typeof id === "string" && ids.indexOf(id) < index)
          report([...path, key, index, name], `"${id}" is used twice`);
    }
  }
}

/** What is named in one file and must be in another. */
function reportUnknownNames({ contentDir, data, entries }: ReadContent, reportOf: ReportOf): void {
  const categories = dataOf(data, "project-categories")?.categories.map(({ id }) => id);
  for (const { fields, name } of entries.projects)
    if (categories?.every((id) => id !== fields.category))
      reportOf(name)(["category"], `"${fields.category}" is not an id of project-categories.json`);
  const gallery = dataOf(data, "gallery");
  for (const [index, { category }] of (gallery?.items ?? []).entries())
    if (!gallery?.categories.includes(category))
      reportOf("gallery")(
        ["items", index, "category"],
        `"${category}" is not one of the categories of the gallery`,
      );
  const projects = new Set<unknown>(
    entryNames(contentDir, "projects").map((name) => basename(name)),
  );
  for (const [index, { value }] of (dataOf(data, "giving")?.purposes ?? []).entries())
    if (value !== "most-needed" && !projects.has(value))
      reportOf("giving")(
        ["purposes", index, "value"],
        `"${value}" is neither "most-needed" nor a file of projects/`,
      );
  for (const [index, slug] of (dataOf(data, "our-work")?.projects.cards ?? []).entries())
    if (!projects.has(slug))
      reportOf("our-work")(["projects", "cards", index], `"${slug}" is not a file of projects/`);
  for (const { fields, name } of entries.programmes)
    for (const [index, slug] of Object.entries(fields.projects ?? []))
      if (!projects.has(slug))
        reportOf(name)(["projects", index], `"${slug}" is not a file of projects/`);
}

/** Redirects that hide a page with the same path. */
function reportShadowedPages({ data, entries }: ReadContent, report: Report): void {
  const below = (root: string, folder: EntryFolder) =>
    entries[folder].map(({ slug }) => root + slug);
  const pages = [
    ...below("/blog/", "blog"),
    ...below("/news-events/announcements/", "announcements"),
    ...below("/our-work/", "programmes"),
    ...below("/", "pages"),
    ...entries.projects.map(({ fields, slug }) => `/projects/${fields.status}/${slug}`),
  ];
  const redirects = dataOf(data, "redirects")?.redirects ?? [];
  for (const [index, { from }] of redirects.entries())
    if (pages.includes(from)) report(["redirects", index, "from"], `${from} is the path of a page`);
}

/** A field or entry whose content is not final. */
export interface Placeholder {
  file: string;
  /** Path of the entry inside the file; null when it is the whole file. */
  entry: string | null;
  /** Null when the whole entry is a placeholder. */
  field: string | null;
}

/** The placeholders of an object; one that names a missing field is an error. */
function placeholdersOf(object: Fields, path: Path, report: Report): Placeholder["field"][] {
  const { placeholder: mark } = object;
  if (mark === true || object.status === "placeholder") return [null];
  const fields = Array.isArray(mark) ? mark.map(String) : [];
  for (const field of fields)
    if (field !== "body" && !Object.hasOwn(object, field))
      report([...path, "placeholder"], `names "${field}", which is not a field of this entry`);
  return fields;
}

function entryName(object: Fields, path: Path): string | null {
  if (path.length === 0) return null;
  const isListItem = typeof path.at(-1) === "number";
  const name = isListItem && typeof object.id === "string" ? ` (${object.id})` : "";
  return fieldPath(path) + name;
}

function sizeText(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** The file, or the problem with it. Its type is told by its first bytes: a name can be wrong. */
function describeFile(path: string): MediaFile | string {
  if (!existsSync(path)) return "does not exist";
  const bytes = readFileSync(path);
  const start = bytes.toString("latin1", 0, 5);
  const fileType = start === "%PDF-" ? "PDF" : start.startsWith("PK\u0003\u0004") ? "ZIP" : null;
  if (fileType === null) return "is neither a PDF nor a ZIP file";
  const name = basename(path);
  if (!name.endsWith(`.${fileType.toLowerCase()}`)) return `is a ${fileType} file by its content`;
  const sizeBytes = bytes.length;
  return { fileType, sizeBytes, fileSize: sizeText(sizeBytes), downloadLink: `/files/${name}` };
}

/** The downloads of media-resources.json and the accounts, by their id. */
export function readDownloads(
  contentDir: string,
  data: ReadonlyMap<string, unknown>,
  reportOf: ReportOf,
): Record<string, MediaFile> {
  const resources = "media-resources";
  const money = "where-the-money-goes";
  const lists = [
    [resources, ["items"], dataOf(data, resources)?.items],
    [money, ["accounts", "items"], dataOf(data, money)?.accounts.items],
  ] as const;
  const files: Record<string, MediaFile> = {};
  for (const [name, path, items = []] of lists)
    for (const [index, item] of items.entries()) {
      const found = describeFile(join(contentDir, item.file));
      if (typeof found !== "string") files[item.id] = found;
      else reportOf(name)([...path, index, "file"], `${item.file} ${found}`);
    }
  return files;
}
