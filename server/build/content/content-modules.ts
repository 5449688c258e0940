import { join } from "node:path";
import type { Language } from "../../../shared/languages.ts";
import type { CompiledContent } from "./compile-content.ts";
import { type CompiledEntry, isDataFile, isEntryFolder } from "./content-source.ts";
import { ContentError } from "./errors.ts";
import type { EntryFolder } from "./schemas/entries.schema.ts";
import { withoutMarks } from "./walk-content.ts";

/** @throws ContentError with the errors of the files whose module is made */
function refuseErrors({ validationErrors }: CompiledContent, isOurs: (file: string) => boolean) {
  const own = validationErrors.filter(({ file }) => isOurs(file.replace(".sw.", ".")));
  if (own.length > 0) throw new ContentError(own);
}

const exportDefault = (value: unknown) =>
  `export default ${JSON.stringify(withoutMarks(value))};\n`;

/** Folders whose pages link their figures to the ledger. */
const LINKS_FIGURES: readonly EntryFolder[] = ["programmes", "projects"];

/** The language of an entry that is not translated; a page in its own language does not say it. */
const foreign = (entry: CompiledEntry, language: Language) =>
  entry.language !== language && { language: entry.language };

/** The module of one entry: its fields and its HTML. */
export function entryModule(
  content: CompiledContent,
  folder: EntryFolder,
  slug: string,
  language: Language = "en",
): string {
  refuseErrors(content, (file) => file === `${folder}/${slug}.md`);
  const entry = content.entries[folder].find((entry) => entry.slug === slug);
  if (!entry) throw new Error(`there is no ${folder}/${slug}.md`);
  const { fields, html, readingTimeMinutes, claims } = entry;
  return exportDefault({
    ...fields,
    slug,
    html,
    readingTimeMinutes,
    ...(LINKS_FIGURES.includes(folder) && { claims }),
    ...foreign(entry, language),
  });
}

/** The module of a folder: its entries without HTML, and a loader for each. */
function folderModule(
  content: CompiledContent,
  folder: EntryFolder,
  { contentDir, language }: { contentDir: string; language: Language },
): string {
  refuseErrors(content, (file) => file.startsWith(`${folder}/`));
  const entries = content.entries[folder].toSorted(inOrder);
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

/** By `order`, then newest first, then by slug. */
function inOrder(a: CompiledEntry, b: CompiledEntry): number {
  const order = Number(a.fields.order ?? 0) - Number(b.fields.order ?? 0);
  return order || dateOf(b).localeCompare(dateOf(a)) || a.slug.localeCompare(b.slug, "en");
}

const dateOf = ({ fields }: CompiledEntry) => String(fields.publish_date ?? fields.date ?? "");

/**
 * The module of a data file, without the fields for editors: JSON, of which Vite's own plugin makes the module, or
 * `asConstants`, a second module, which keeps data of few pages out of the first load.
 */
export function dataModule(content: CompiledContent, file: string, asConstants: boolean): string {
  refuseErrors(content, (other) => other === file && isDataFile(other));
  const data = withoutMarks(content.data.get(file));
  if (!asConstants) return JSON.stringify(data);
  return Object.entries(data ?? {})
    .map(([key, value]) => `export const ${key} = ${JSON.stringify(value)};\n`)
    .join("");
}

/** The module that `virtual:content/<name>` names; null for other names. */
export function virtualModule(
  name: string,
  content: CompiledContent,
  place: { contentDir: string; language: Language },
): string | null {
  if (name === "media-files") return exportDefault(content.downloads);
  if (name === "placeholders") return exportDefault(content.placeholders.length > 0);
  return isEntryFolder(name) ? folderModule(content, name, place) : null;
}
