import type { Documents, Entry, SiteFrame } from "../../shared/content/documents.ts";
import { marks } from "../../shared/content/fields.schema.ts";
import { type EntryFolder, entrySchemas } from "../../shared/content/pages.schema.ts";
import type { SiteContent } from "../../shared/contract/page-renderer.ts";
import type { ContentQuery } from "../../shared/contract/site-data.ts";
import { LANGUAGES, type Language } from "../../shared/languages.ts";
import { type CompiledContent, type CompiledEntry, compileContent } from "./compile-content.ts";
import type { ContentFiles } from "./content-files.ts";
import { ContentError } from "./errors.ts";
import type { Images } from "./images.ts";

type Values = Readonly<Record<string, unknown>>;

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

/** Returns the compiled documents by name: data files, lists of folders, and entries such as `projects/football`. */
function documentsOf(compiled: CompiledContent, photographs: ReadonlyMap<string, string>) {
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
  return documents;
}

/** Returns the value at a path such as `home.banner` or `projects/:slug`; undefined when there is no such entry. */
function valueAt(documents: ReadonlyMap<string, unknown>, path: string, params: Values): unknown {
  const [name = "", field] = path.split(".");
  const value = documents.get(name.replace(":slug", () => String(params.slug ?? "")));
  return field === undefined || value === undefined ? value : Object(value)[field];
}

/** Returns the selected documents; null when one of them does not exist. */
function select(documents: ReadonlyMap<string, unknown>, query: Omit<ContentQuery, "language">) {
  const selected: Record<string, unknown> = {};
  for (const [name, path] of Object.entries(query.selection)) {
    const value = valueAt(documents, path, query.params);
    if (value === undefined) return null;
    selected[name] = value;
  }
  return selected;
}

/** The content of the site in one language. */
function edition(
  documents: ReadonlyMap<string, unknown>,
  imagesBase: string,
  images: Images,
): SiteContent {
  const all = Object.fromEntries(documents) as unknown as Documents;
  const { site, navigation } = all;
  const frame: SiteFrame = {
    name: site.identity.name,
    header: navigation.header,
    phones: site.contact.phones,
    email: site.contact.email.address,
    imagesBase,
  };
  return {
    frame,
    documents: all,
    entry: <Folder extends EntryFolder>(folder: Folder, slug: string) =>
      documents.get(`${folder}/${slug}`) as Entry<Folder> | undefined,
    sizeOf: (url) =>
      url.startsWith(imagesBase) ? images.sizeOf(url.slice(imagesBase.length + 1)) : null,
    select: (query) => select(documents, query),
  };
}

export type Content = Awaited<ReturnType<typeof readContent>>;

/** Reads and checks the content in all languages. Throws a `ContentError` that names each mistake. */
export async function readContent(
  files: ContentFiles,
  { images, routes }: { images: Images; routes: readonly string[] },
) {
  const compiled = LANGUAGES.map((language) => compileContent(files, { language, routes }));
  const errors = new Set(compiled.flatMap(({ validationErrors }) => validationErrors));
  if (errors.size > 0) throw new ContentError([...errors].join("\n"));
  const photographs = await images.marks();
  const imagesBase = images.base();
  const editions = new Map<Language, SiteContent>();
  for (const one of compiled)
    editions.set(one.language, edition(documentsOf(one, photographs), imagesBase, images));
  const [english] = compiled;
  return {
    imagesBase,
    /** True while any content is marked as a placeholder. */
    hasPlaceholders: (english?.placeholders.length ?? 0) > 0,
    in(language: Language): SiteContent {
      const found = editions.get(language);
      if (found === undefined) throw new Error(`no content in ${language}`);
      return found;
    },
  };
}
