import type { SafeHtml } from "../model/item-fields.schema.ts";
import type { BlogCategory, Data, DataName, Resolved } from "./data.schema.ts";
import type { EntryFolder, FrontMatter, MediaFile } from "./pages.schema.ts";

/** An entry without its text, for lists: its front matter and the fields that the server adds. */
export type EntrySummary<Folder extends EntryFolder> = {
  slug: string;
  readingTimeMinutes: number;
  /** The language of an entry that is not translated; absent where it is the language of the page. */
  language?: "en";
} & (Folder extends "blog"
  ? Omit<FrontMatter<"blog">, "category"> & { category: Pick<BlogCategory, "id" | "name" | "slug"> }
  : FrontMatter<Folder>);

/** An entry with its text and the figures in that text that the ledger covers. */
export type Entry<Folder extends EntryFolder> = EntrySummary<Folder> & {
  html: SafeHtml;
} & (Folder extends "programmes" | "projects"
    ? { claims: readonly { claim: string; text: string }[] }
    : unknown);

/** The data files in one language, with their keys of claims.json replaced by the entries. */
type DataDocuments = { readonly [Name in DataName]: Resolved<Data<Name>> };
/** The lists of the folders: by `order`, then newest first. */
type FolderDocuments = { readonly [Folder in EntryFolder]: readonly EntrySummary<Folder>[] };
/** The entries, whose slug is a parameter of the route. */
type EntryDocuments = { readonly [Folder in EntryFolder as `${Folder}/:slug`]: Entry<Folder> };

/** The content of the site in one language, by the names with which pages ask for a document. */
export interface Documents extends DataDocuments, FolderDocuments, EntryDocuments {
  /** Downloads by the id of the resource in media-resources.json. */
  "media-files": Readonly<Record<string, MediaFile>>;
}

type DocumentName = keyof Documents & string;
type FieldName = {
  [Name in DocumentName]: `${Name}.${keyof Documents[Name] & string}`;
}[DocumentName];

/** A document, such as `about` or `projects/:slug`, or a field of a document, such as `home.banner`. */
export type DocumentPath = DocumentName | FieldName;

/** The documents that a page reads, by the names under which the page receives them. */
export type Selection = Readonly<Record<string, DocumentPath>>;

type ValueAt<Path> = Path extends DocumentName
  ? Documents[Path]
  : Path extends `${infer Name extends DocumentName}.${infer Field}`
    ? Documents[Name][Field & keyof Documents[Name]]
    : never;

/** The values of a selection. */
export type Selected<Paths extends Selection> = {
  readonly [Name in keyof Paths]: ValueAt<Paths[Name]>;
};

/** The content that the frame of every page reads, in the browser too. */
export interface SiteFrame {
  /** The name of the foundation. */
  name: string;
  header: Documents["navigation"]["header"];
  phones: Documents["site"]["contact"]["phones"];
  email: string;
  /** The base URL of `content/images`; a path below it begins with "/". */
  imagesBase: string;
}
