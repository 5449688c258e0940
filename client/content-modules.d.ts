/** Made by server/build/content, which rejects HTML in Markdown and links with a script: their HTML is safe. */

type EntryFolder = import("../server/build/content/schemas/pages.schema.ts").EntryFolder;
type FrontMatter<Folder extends EntryFolder> =
  import("../server/build/content/schemas/pages.schema.ts").FrontMatter<Folder>;
type BlogCategory = import("../server/build/content/schemas/data.schema.ts").BlogCategory;

/** An entry without its text, for lists: its front matter, and what the compiler adds. */
type ContentSummary<Folder extends EntryFolder> = {
  slug: string;
  readingTimeMinutes: number;
  /** The language of an entry that is not translated; absent where it is the language of the page. */
  language?: "en";
} & (Folder extends "blog"
  ? Omit<FrontMatter<"blog">, "category"> & { category: Pick<BlogCategory, "id" | "name" | "slug"> }
  : FrontMatter<Folder>);

/** With its text, and the figures of it in the ledger. */
type ContentEntry<Folder extends EntryFolder> = ContentSummary<Folder> & {
  html: import("../shared/model/item-fields.schema.ts").SafeHtml;
} & (Folder extends "programmes" | "projects"
    ? { claims: readonly { claim: string; text: string }[] }
    : unknown);

declare module "virtual:content/media-files" {
  export type MediaFile = import("../server/build/content/schemas/pages.schema.ts").MediaFile;

  /** By the id of the resource in media-resources.json. */
  const mediaFiles: Readonly<Record<string, MediaFile>>;
  export default mediaFiles;
}

declare module "virtual:content/placeholders" {
  /** True while any content is marked as a placeholder. */
  const hasPlaceholders: boolean;
  export default hasPlaceholders;
}

declare module "virtual:content/images" {
  /** The base URL of `content/images`; a path below it begins with "/". */
  export const imagesBase: string;
  /** False when all are drawings. */
  export const hasPhotographs: boolean;
}

/** A data file with the words of the language, and the entries of claims.json in place of their keys: server/build/content/declare.ts. */
type ContentData<Name extends import("../server/build/content/schemas/data.schema.ts").DataName> =
  import("../server/build/content/schemas/data.schema.ts").Resolved<
    import("../server/build/content/schemas/data.schema.ts").Data<Name>
  >;
