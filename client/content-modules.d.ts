/** Made by server/build/content, which rejects HTML in Markdown and links with a script: their HTML is safe. */

/** What the compiler adds to the front matter of an entry. */
interface ContentEntry {
  slug: string;
  readingTimeMinutes: number;
  /** The language of an entry that is not translated; absent where it is the language of the page. */
  language?: "en";
}

/** An entry without its text, for lists. */
type ContentSummary<
  Folder extends import("../server/build/content/schemas/pages.schema.ts").EntryFolder,
> = import("../server/build/content/schemas/pages.schema.ts").FrontMatter<Folder> & ContentEntry;

interface ContentText {
  html: import("../shared/model/item-fields.schema.ts").SafeHtml;
}

/** The figures of a text in the ledger. */
interface ContentClaims {
  claims: readonly { claim: string; text: string }[];
}

type ContentLoad<Entry> = Readonly<Record<string, () => Promise<{ default: Entry }>>>;

declare module "virtual:content/blog" {
  type BlogCategory = import("../server/build/content/schemas/site.schema.ts").BlogCategory;

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
  export type MediaFile = import("../server/build/content/schemas/site.schema.ts").MediaFile;

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

/** A data file with the words of the language, and the entries of claims.json in place of their keys. */
type ContentData<Name extends import("../server/build/content/schemas/data.schema.ts").DataName> =
  import("../server/build/content/schemas/data.schema.ts").Resolved<
    import("../server/build/content/schemas/data.schema.ts").Data<Name>
  >;

// Also with a suffix, as `site?pages`: a second module, for what few pages need.

declare module "virtual:content/about*" {
  const data: ContentData<"about">;
  export = data;
}

declare module "virtual:content/blog-categories*" {
  const data: ContentData<"blog-categories">;
  export = data;
}

declare module "virtual:content/claims*" {
  const data: ContentData<"claims">;
  export = data;
}

declare module "virtual:content/contact*" {
  const data: ContentData<"contact">;
  export = data;
}

declare module "virtual:content/donate*" {
  const data: ContentData<"donate">;
  export = data;
}

declare module "virtual:content/endings*" {
  const data: ContentData<"endings">;
  export = data;
}

declare module "virtual:content/faq*" {
  const data: ContentData<"faq">;
  export = data;
}

declare module "virtual:content/gallery*" {
  const data: ContentData<"gallery">;
  export = data;
}

declare module "virtual:content/get-involved*" {
  const data: ContentData<"get-involved">;
  export = data;
}

declare module "virtual:content/giving*" {
  const data: ContentData<"giving">;
  export = data;
}

declare module "virtual:content/home*" {
  const data: ContentData<"home">;
  export = data;
}

declare module "virtual:content/leaders*" {
  const data: ContentData<"leaders">;
  export = data;
}

declare module "virtual:content/list-pages*" {
  const data: ContentData<"list-pages">;
  export = data;
}

declare module "virtual:content/media-resources*" {
  const data: ContentData<"media-resources">;
  export = data;
}

declare module "virtual:content/navigation*" {
  const data: ContentData<"navigation">;
  export = data;
}

declare module "virtual:content/our-impact*" {
  const data: ContentData<"our-impact">;
  export = data;
}

declare module "virtual:content/our-work*" {
  const data: ContentData<"our-work">;
  export = data;
}

declare module "virtual:content/partners*" {
  const data: ContentData<"partners">;
  export = data;
}

declare module "virtual:content/project-categories*" {
  const data: ContentData<"project-categories">;
  export = data;
}

declare module "virtual:content/site*" {
  const data: ContentData<"site">;
  export = data;
}

declare module "virtual:content/testimonials*" {
  const data: ContentData<"testimonials">;
  export = data;
}

declare module "virtual:content/where-the-money-goes*" {
  const data: ContentData<"where-the-money-goes">;
  export = data;
}
