/** Made by server/build/content, which rejects HTML in Markdown and links with a script: their HTML is safe. */

/** An entry without its text, for lists: its front matter, and what the compiler adds. */
type ContentSummary<
  Folder extends import("../server/build/content/schemas/pages.schema.ts").EntryFolder,
> = import("../server/build/content/schemas/pages.schema.ts").FrontMatter<Folder> & {
  slug: string;
  readingTimeMinutes: number;
  /** The language of an entry that is not translated; absent where it is the language of the page. */
  language?: "en";
};

type ContentText = { html: import("../shared/model/item-fields.schema.ts").SafeHtml };

/** The figures of a text in the ledger. */
type ContentClaims = { claims: readonly { claim: string; text: string }[] };

type ContentLoad<Entry> = Readonly<Record<string, () => Promise<{ default: Entry }>>>;

declare module "virtual:content/blog" {
  type BlogCategory = import("../server/build/content/schemas/data.schema.ts").BlogCategory;

  export interface BlogPostSummary extends Omit<ContentSummary<"blog">, "category"> {
    category: Pick<BlogCategory, "id" | "name" | "slug">;
  }
  export type BlogPost = BlogPostSummary & ContentText;
  /** Newest first. */
  export const entries: readonly BlogPostSummary[];
  export const load: ContentLoad<BlogPost>;
}

declare module "virtual:content/projects" {
  /** `detail` is set for the three projects with all facts; the others appear in lists only. */
  export type ProjectSummary = ContentSummary<"projects">;
  /** `html` is the overview. */
  export type Project = ProjectSummary & ContentText & ContentClaims;
  /** In the order of the lists. */
  export const entries: readonly ProjectSummary[];
  export const load: ContentLoad<Project>;
}

declare module "virtual:content/announcements" {
  export type AnnouncementSummary = ContentSummary<"announcements">;
  export type Announcement = AnnouncementSummary & ContentText;
  /** Newest first. */
  export const entries: readonly AnnouncementSummary[];
  export const load: ContentLoad<Announcement>;
}

declare module "virtual:content/programmes" {
  export type Programme = ContentSummary<"programmes"> & ContentText & ContentClaims;
  /** In the order of the cards of Our Impact. */
  export const entries: readonly ContentSummary<"programmes">[];
  export const load: ContentLoad<Programme>;
}

declare module "virtual:content/pages" {
  export type PlainPage = ContentSummary<"pages"> & ContentText;
  export const entries: readonly ContentSummary<"pages">[];
  export const load: ContentLoad<PlainPage>;
}

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
