import { join } from "node:path";
import type { Language } from "../../../shared/languages.ts";
import { compileContent } from "./compile-content.ts";
import { type CompiledEntry, compileEntry } from "./compile-entry.ts";
import { ContentError } from "./content-error.ts";
import { type EntrySource, readEntry, readEntryFolder } from "./content-source.ts";
import { readMediaFiles } from "./media-files.ts";
import { type EntryFolder, isEntryFolder } from "./schemas/entries.schema.ts";
import { withoutMarks } from "./walk-content.ts";

const prefix = "virtual:content/";

/** What follows the prefix. */
export type VirtualName = EntryFolder | "media-files" | "placeholders";

/** The content that a `virtual:content/…` id names; null for other ids. */
export function virtualModule(id: string): VirtualName | null {
  if (!id.startsWith(prefix)) return null;
  const name = id.slice(prefix.length);
  return name === "media-files" || name === "placeholders" || isEntryFolder(name) ? name : null;
}

/** The module that tells whether any content is marked as a placeholder. */
export function placeholdersModuleSource(contentDir: string): string {
  return exportDefault(compileContent(contentDir).placeholders.length > 0);
}

/** Folders whose pages link their figures to the ledger. */
const LINKS_FIGURES: readonly EntryFolder[] = ["programmes", "projects"];

/** The language of an entry that is not translated; a page in its own language does not say it. */
const foreign = (entry: CompiledEntry, language: Language) =>
  entry.language !== language && { language: entry.language };

/** The module of one entry: its fields and its HTML. */
export function entryModuleSource(
  contentDir: string,
  folder: EntryFolder,
  slug: string,
  language: Language = "en",
): string {
  const source = readEntry(contentDir, folder, slug, language);
  const entry = compileOrThrow(source, contentDir, language);
  const { html, readingTimeMinutes, claims } = entry;
  return exportDefault({
    ...entry.fields,
    slug,
    html,
    readingTimeMinutes,
    ...(LINKS_FIGURES.includes(folder) && { claims }),
    ...foreign(entry, language),
  });
}

/** The module of a folder: its entries without HTML, and a loader for each. */
export function folderModuleSource(
  contentDir: string,
  folder: EntryFolder,
  language: Language = "en",
): string {
  const entries = readEntryFolder(contentDir, folder, language)
    .map((source) => compileOrThrow(source, contentDir, language))
    .sort(inOrder);
  const index = entries.map((entry) => ({
    ...entry.fields,
    slug: entry.slug,
    readingTimeMinutes: entry.readingTimeMinutes,
    ...foreign(entry, language),
  }));
  const loaders = entries.map(({ slug }) => {
    const path = join(contentDir, folder, `${slug}.md`).replaceAll("\\", "/");
    return `  ${JSON.stringify(slug)}: () => import(${JSON.stringify(path)}),`;
  });
  return [
    `export const entries = ${JSON.stringify(withoutMarks(index))};`,
    // No prototype: a lookup finds entries only.
    "export const load = {",
    "  __proto__: null,",
    ...loaders,
    "};",
    "",
  ].join("\n");
}

/** The module of the downloads. */
export function mediaFilesModuleSource(contentDir: string): string {
  return exportDefault(readMediaFiles(contentDir));
}

/** The second module of a data file: a constant for each of its keys. */
export function constantsModuleSource(data: unknown): string {
  return Object.entries(data ?? {})
    .map(([key, value]) => `export const ${key} = ${JSON.stringify(value)};\n`)
    .join("");
}

function exportDefault(value: unknown): string {
  return `export default ${JSON.stringify(withoutMarks(value))};\n`;
}

function compileOrThrow(
  source: EntrySource,
  contentDir: string,
  language: Language,
): CompiledEntry {
  const { entry, validationErrors } = compileEntry(source, contentDir, language);
  if (entry === null) throw new ContentError(validationErrors);
  return entry;
}

/** By `order`, then newest first, then by slug. */
function inOrder(a: CompiledEntry, b: CompiledEntry): number {
  const order = Number(a.fields.order ?? 0) - Number(b.fields.order ?? 0);
  return order || dateOf(b).localeCompare(dateOf(a)) || a.slug.localeCompare(b.slug, "en");
}

function dateOf({ fields }: CompiledEntry): string {
  return String(fields.publish_date ?? fields.date ?? "");
}
