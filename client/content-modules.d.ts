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

type Underscored<Name extends string> = Name extends `${infer Word}-${infer Rest}`
  ? `${Word}_${Underscored<Rest>}`
  : Name;

/** Each data file with the words of the language, and the entries of claims.json in place of their keys. */
declare const virtualContent: {
  [Name in import("../server/build/content/schemas/data.schema.ts").DataName as Underscored<Name>]: import("../server/build/content/schemas/data.schema.ts").Resolved<
    import("../server/build/content/schemas/data.schema.ts").Data<Name>
  >;
};

// Also with a suffix, as `site?pages`: a second module, for what few pages need.
declare module "virtual:content/about*" {
  export = virtualContent.about;
}
declare module "virtual:content/blog-categories*" {
  export = virtualContent.blog_categories;
}
declare module "virtual:content/claims*" {
  export = virtualContent.claims;
}
declare module "virtual:content/contact*" {
  export = virtualContent.contact;
}
declare module "virtual:content/donate*" {
  export = virtualContent.donate;
}
declare module "virtual:content/endings*" {
  export = virtualContent.endings;
}
declare module "virtual:content/faq*" {
  export = virtualContent.faq;
}
declare module "virtual:content/gallery*" {
  export = virtualContent.gallery;
}
declare module "virtual:content/get-involved*" {
  export = virtualContent.get_involved;
}
declare module "virtual:content/giving*" {
  export = virtualContent.giving;
}
declare module "virtual:content/home*" {
  export = virtualContent.home;
}
declare module "virtual:content/leaders*" {
  export = virtualContent.leaders;
}
declare module "virtual:content/list-pages*" {
  export = virtualContent.list_pages;
}
declare module "virtual:content/media-resources*" {
  export = virtualContent.media_resources;
}
declare module "virtual:content/navigation*" {
  export = virtualContent.navigation;
}
declare module "virtual:content/our-impact*" {
  export = virtualContent.our_impact;
}
declare module "virtual:content/our-work*" {
  export = virtualContent.our_work;
}
declare module "virtual:content/partners*" {
  export = virtualContent.partners;
}
declare module "virtual:content/project-categories*" {
  export = virtualContent.project_categories;
}
declare module "virtual:content/site*" {
  export = virtualContent.site;
}
declare module "virtual:content/testimonials*" {
  export = virtualContent.testimonials;
}
declare module "virtual:content/where-the-money-goes*" {
  export = virtualContent.where_the_money_goes;
}
