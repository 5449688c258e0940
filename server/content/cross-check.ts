import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { MediaFile } from "../../shared/content/pages.schema.ts";
import { paths } from "../../shared/paths.ts";
import { isRecord } from "../records.ts";
import type { CompiledEntry, Content, PicturePlace } from "./compiled-content.ts";
import { fieldPath, type Path, type Report, type ReportOf } from "./errors.ts";
import { entryNames, factsFile, partsOf } from "./source.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Checks content across files. Returns the placeholders, the places of pictures, and the downloads. */
export function crossCheck(content: Content, reportOf: ReportOf) {
  const folders = Object.values(content.entries);
  const fronts = folders
    .flat()
    .map(({ name, fields, html }) => [name, { ...fields, body: html }] as const);
  const references = referencesOf(content);
  const own = pathsOfPages(content);
  const redirects = content.data.redirects?.redirects ?? [];
  const isPage = pageTest(own, redirects, content.routes);
  /** The placeholders. `entry` is null for the whole file, and `field` is null for the whole entry. */
  const placeholders: { file: string; entry: string | null; field: string | null }[] = [];
  const pictures: PicturePlace[] = [];
  const downloads: Record<string, MediaFile> = {};
  for (const [name, value] of [...Object.entries(content.data), ...fronts]) {
    const [file, report] = [factsFile(name), reportOf(name)];
    for (const [part, path] of partsOf(value)) {
      const place = `${name.replace(/\/.*/, "/*")} ${path.join(".").replace(/\d+/g, "*")}`;
      const [known, what] = references[place] ?? [];
      if (known?.includes(part) === false) report(path, `"${part}" is not ${what}`);
      const links = typeof part === "string" && path.at(-1) !== "from" ? part.match(LINK) : null;
      for (const link of links ?? [])
        if (!isPage(link)) report(path, `no page has the address ${link}`);
      if (typeof part === "string" && part.startsWith("images/")) {
        pictures.push({ file, path, picture: part });
        if (!content.files.hasPicture(part)) report(path, `${part} does not exist`);
      }
      if (!isRecord(part)) continue;
      reportRepeatedTitle(part, path, report);
      reportDuplicates(part, path, report);
      if (typeof part.file === "string") {
        const found = describeFile(join(content.files.dir, part.file));
        if (typeof found === "string") report([...path, "file"], `${part.file} ${found}`);
        else downloads[String(part.id)] = found;
      }
      const entry = entryName(part, path);
      for (const field of placeholdersOf(part, path, report))
        placeholders.push({ file, entry, field });
    }
  }
  for (const folder of folders) reportSameIds(folder, reportOf);
  for (const [index, { from }] of redirects.entries())
    if (own.includes(from))
      reportOf("redirects")(["redirects", index, "from"], `${from} is the path of a page`);
  return { placeholders, pictures, downloads };
}

/** Returns the allowed values of references to other files, by the place of the reference. */
function referencesOf(content: Content): Record<string, [unknown[] | undefined, string]> {
  const { gallery, "project-categories": list } = content.data;
  const projects = entryNames(content.files, "projects").map((name) => basename(name));
  const categories = list?.categories.map(({ id }) => id);
  const purposes = ["most-needed", ...projects];
  return {
    "projects/* category": [categories, "an id of project-categories.json"],
    "programmes/* projects.*": [projects, "a file of projects/"],
    "our-work projects.cards.*": [projects, "a file of projects/"],
    "giving purposes.*.value": [purposes, '"most-needed" or a file of projects/'],
    "gallery items.*.category": [gallery?.categories, "one of the categories of the gallery"],
  };
}

/** The fields that are shown next to the picture anyway, so an alternative text must not repeat them. */
const TITLES = ["title", "name", "caption", "listTitle"];

function reportRepeatedTitle(fields: Fields, path: Path, report: Report): void {
  const plain = (name: string) => String(fields[name]).toLowerCase();
  // The name of an alternative text may be `imageAlt`, `featured_image_alt`, `alt` and the like.
  for (const alt of Object.keys(fields).filter((name) => /alt$/i.test(name))) {
    const same = TITLES.find((title) => plain(title) === plain(alt));
    if (same) report([...path, alt], `repeats "${same}": it must describe the picture`);
  }
}

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

function reportSameIds(folder: readonly CompiledEntry[], reportOf: ReportOf): void {
  for (const { name, fields } of folder) {
    const first = folder.find(({ fields: { id } }) => id !== undefined && id === fields.id);
    if (first && first.name !== name)
      reportOf(name)(["id"], `"${fields.id}" is already the id of ${factsFile(first.name)}`);
  }
}

function pathsOfPages({ entries }: Content): string[] {
  const { announcements, blog, pages, programmes, projects } = entries;
  return [
    ...announcements.map(({ slug }) => paths.announcement(slug)),
    ...blog.map(({ slug }) => paths.blogPost(slug)),
    ...pages.map(({ slug }) => `/${slug}`),
    ...programmes.map(({ slug }) => paths.programme(slug)),
    ...projects.map(({ slug, fields }) => `${paths.projects()}/${fields.status}/${slug}`),
  ];
}

/** A field that is a link to this site, or the links in HTML, without query and fragment. */
const LINK = /^\/(?![/\s])[^\s<?#]*|(?<=href=")\/[^"?#]*/g;

/** Returns a test whether a link leads to one of these pages, to another route or to a file. */
function pageTest(
  own: readonly string[],
  redirects: readonly { from: string }[],
  paths: readonly string[],
) {
  const routes = paths
    .map((path) => new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`))
    // Routes with a parameter are left out when their pages are known.
    .filter((route) => !own.some((path) => route.test(path)));
  const known = [...own, ...redirects.map(({ from }) => from), "/sw"];
  return (link: string) =>
    /\.\w+$/.test(link) || known.includes(link) || routes.some((route) => route.test(link));
}

function placeholdersOf(object: Fields, path: Path, report: Report): (string | null)[] {
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

/** Describes a download, or returns the problem with it. The first bytes decide the type, because a name can be wrong. */
function describeFile(path: string): MediaFile | string {
  if (!existsSync(path)) return "does not exist";
  const bytes = readFileSync(path);
  const start = bytes.toString("latin1", 0, 5);
  const fileType = start === "%PDF-" ? "PDF" : start.startsWith("PK\u0003\u0004") ? "ZIP" : null;
  if (fileType === null) return "is neither a PDF nor a ZIP file";
  const name = basename(path);
  if (!name.endsWith(`.${fileType.toLowerCase()}`)) return `is a ${fileType} file by its content`;
  return { fileType, fileSize: sizeText(bytes.length), downloadLink: `/files/${name}` };
}
