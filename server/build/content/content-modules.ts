import { join } from "node:path";
import { type CompiledEntry, compileEntry } from "./compile-entry.ts";
import { ContentError } from "./content-mistake.ts";
import { type EntrySource, readEntry, readEntryFolder } from "./content-source.ts";
import { readMediaFiles } from "./media-files.ts";
import { type EntryFolder, isEntryFolder } from "./schemas/entry-schemas.ts";
import { withoutMarks } from "./walk-content.ts";

const prefix = "virtual:content/";

/** What a `virtual:content/…` id stands for; null when it stands for nothing. */
export function virtualModule(id: string): EntryFolder | "media-files" | null {
  if (!id.startsWith(prefix)) return null;
  const name = id.slice(prefix.length);
  return name === "media-files" || isEntryFolder(name) ? name : null;
}

/** The source of one entry's module: everything about it, its HTML included. */
export function entryModuleSource(contentDir: string, folder: EntryFolder, slug: string): string {
  const entry = compileOrThrow(readEntry(contentDir, folder, slug), contentDir);
  const { html, readingTimeMinutes } = entry;
  return exportDefault({ ...entry.fields, slug, html, readingTimeMinutes });
}

/** The source of a folder's module: a light list of its entries, and a loader for each. */
export function folderModuleSource(contentDir: string, folder: EntryFolder): string {
  const entries = readEntryFolder(contentDir, folder)
    .map((source) => compileOrThrow(source, contentDir))
    .sort(inOrder);
  const index = entries.map(({ fields, slug, readingTimeMinutes }) => ({
    ...fields,
    slug,
    readingTimeMinutes,
  }));
  const loaders = entries.map(({ slug, file }) => {
    const path = join(contentDir, file).replaceAll("\\", "/");
    return `  ${JSON.stringify(slug)}: () => import(${JSON.stringify(path)}),`;
  });
  return [
    `export const entries = ${JSON.stringify(withoutMarks(index))};`,
    // Without a prototype: no name but an entry's finds anything.
    "export const load = {",
    "  __proto__: null,",
    ...loaders,
    "};",
    "",
  ].join("\n");
}

/** The source of the module that knows the files to download. */
export function mediaFilesModuleSource(contentDir: string): string {
  return exportDefault(readMediaFiles(contentDir));
}

/** The source of a data file's second module: a constant for each of its keys. */
export function constantsModuleSource(data: unknown): string {
  return Object.entries(data ?? {})
    .map(([key, value]) => `export const ${key} = ${JSON.stringify(value)};\n`)
    .join("");
}

function exportDefault(value: unknown): string {
  return `export default ${JSON.stringify(withoutMarks(value))};\n`;
}

function compileOrThrow(source: EntrySource, contentDir: string): CompiledEntry {
  const { entry, mistakes } = compileEntry(source, contentDir);
  if (entry === null) throw new ContentError(mistakes);
  return entry;
}

/** By `order` where there is one, else the newest first, else by name. */
function inOrder(a: CompiledEntry, b: CompiledEntry): number {
  const order = Number(a.fields.order ?? 0) - Number(b.fields.order ?? 0);
  return order || dateOf(b).localeCompare(dateOf(a)) || a.slug.localeCompare(b.slug);
}

function dateOf({ fields }: CompiledEntry): string {
  return String(fields.publish_date ?? fields.date ?? "");
}
