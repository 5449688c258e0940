import { isDeepStrictEqual } from "node:util";
import { marks } from "../../shared/content/fields.schema.ts";
import { type EntryFolder, entrySchemas } from "../../shared/content/pages.schema.ts";
import type { CompiledContent } from "./compile-content.ts";
import type { CompiledEntry } from "./compiled-content.ts";

/** Compares entries: by `order`, then newest first, then by slug. */
function inOrder(a: CompiledEntry, b: CompiledEntry): number {
  const order = Number(a.fields.order ?? 0) - Number(b.fields.order ?? 0);
  return order || dateOf(b).localeCompare(dateOf(a)) || a.slug.localeCompare(b.slug, "en");
}

const dateOf = ({ fields }: CompiledEntry) => String(fields.publish_date ?? fields.date ?? "");

/** Copies a value without the notes for editors. Each photograph gets its size and its blurred preview. */
function published(value: unknown, photographs: ReadonlyMap<string, string>): unknown {
  if (typeof value === "string") return photographs.get(value) ?? value;
  if (Array.isArray(value)) return value.map((item) => published(item, photographs));
  if (typeof value !== "object" || value === null) return value;
  const fields: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value))
    if (!Object.hasOwn(marks, name)) fields[name] = published(field, photographs);
  return fields;
}

/** The names of the documents in which English stands in place of texts that are not translated. */
export const PARTLY_ENGLISH = "partly-english";

/** The compiled documents by name: data files, lists of folders, and entries such as `projects/football`. */
export type CompiledDocuments = ReadonlyMap<string, unknown>;

/** Returns the documents of a language. Each photograph is replaced by its key with size and preview. */
export function documentsOf(
  compiled: CompiledContent,
  photographs: ReadonlyMap<string, string>,
): CompiledDocuments {
  const documents = new Map<string, unknown>();
  const add = (name: string, value: unknown) => documents.set(name, published(value, photographs));
  for (const [name, value] of Object.entries(compiled.data)) add(name, value);
  for (const folder of Object.keys(entrySchemas) as EntryFolder[]) {
    const entries = compiled.entries[folder].toSorted(inOrder);
    add(
      folder,
      entries.map(({ fields }) => fields),
    );
    for (const { name, fields, html, claims } of entries) {
      // The figures of programmes and projects are linked to the ledger.
      const isLinked = folder === "programmes" || folder === "projects";
      add(name, isLinked ? { ...fields, html, claims } : { ...fields, html });
    }
  }
  add("media-files", compiled.downloads);
  const partly = [...compiled.sources.values()].filter(
    ({ text, words, ownWords }) => text === null && !isDeepStrictEqual(words, ownWords),
  );
  add(
    PARTLY_ENGLISH,
    partly.map(({ name }) => name),
  );
  return documents;
}
