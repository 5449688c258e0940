import words from "../../content/words/sw/in-english.json" with { type: "json" };
import type { Documents, Entry, SiteFrame } from "../../shared/content/documents.ts";
import type { EntryFolder } from "../../shared/content/pages.schema.ts";
import type { SiteContent } from "../../shared/contract/page-renderer.ts";
import type { ContentQuery } from "../../shared/contract/site-data.ts";
import { LANGUAGES, type Language } from "../../shared/languages.ts";
import type { ContentFiles } from "./content-files.ts";
import { type CompiledDocuments, PARTLY_ENGLISH } from "./documents.ts";
import { compileEditions, type Editions } from "./editions.ts";
import { ContentError } from "./errors.ts";
import type { Images } from "./images.ts";

type Values = Readonly<Record<string, unknown>>;

/** Returns the value at a path such as `home.banner` or `projects/:slug`; undefined when there is no such entry. */
function valueAt(documents: CompiledDocuments, path: string, params: Values): unknown {
  const [name = "", field] = path.split(".");
  const value = documents.get(name.replace(":slug", () => String(params.slug ?? "")));
  return field === undefined || value === undefined ? value : Object(value)[field];
}

/** Returns the selected documents; null when one of them does not exist. */
function select(documents: CompiledDocuments, query: Omit<ContentQuery, "language">) {
  const selected: Record<string, unknown> = {};
  for (const [name, path] of Object.entries(query.selection)) {
    const value = valueAt(documents, path, query.params);
    if (value === undefined) return null;
    selected[name] = value;
  }
  const partly = documents.get(PARTLY_ENGLISH);
  const names = Object.values(query.selection).map((path) => path.split(".")[0]);
  const isPartlyEnglish = Array.isArray(partly) && names.some((name) => partly.includes(name));
  // English has no such document.
  if (isPartlyEnglish) selected.note = words.partlyEnglish;
  return selected;
}

/** The content of the site in one language. */
function edition(documents: CompiledDocuments, imagesBase: string, images: Images): SiteContent {
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

/** The content of the site in all languages. */
export interface Content {
  imagesBase: string;
  /** True while any content is marked as a placeholder. */
  hasPlaceholders: boolean;
  in(language: Language): SiteContent;
}

/** Returns the content from its compiled documents, which have no mistakes. */
export function openContent(compiled: Editions, images: Images): Content {
  const imagesBase = images.base();
  const editions = new Map<Language, SiteContent>();
  for (const language of LANGUAGES)
    editions.set(language, edition(compiled.documents[language], imagesBase, images));
  return {
    imagesBase,
    hasPlaceholders: compiled.hasPlaceholders,
    in(language: Language): SiteContent {
      const found = editions.get(language);
      if (found === undefined) throw new Error(`no content in ${language}`);
      return found;
    },
  };
}

/** Reads and checks the content in all languages. Throws a `ContentError` that names each mistake. */
export async function readContent(
  files: ContentFiles,
  { images, routes }: { images: Images; routes: readonly string[] },
): Promise<Content> {
  const { dir, edited } = files;
  const photographs = await images.marks();
  const editions = compileEditions({ dir, edited, routes, photographs });
  if (editions.errors.length > 0) throw new ContentError(editions.errors.join("\n"));
  return openContent(editions, images);
}
