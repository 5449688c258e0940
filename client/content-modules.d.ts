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

/** One entry, imported by its file; its folder defines the other fields. */
declare module "*.md" {
  const entry: Readonly<Record<string, unknown>> & ContentEntry & ContentText & { title: string };
  export default entry;
}

declare module "virtual:content/images" {
  /** The base URL of `content/images`; a path below it begins with "/". */
  export const imagesBase: string;
  /** False when all are drawings. */
  export const hasPhotographs: boolean;
}

type SiteJson = typeof import("../content/site.json");
type DonateJson = typeof import("../content/donate.json");
type EndingsJson = typeof import("../content/endings.json");

/** The long texts of site.json, which header and footer do not need. */
declare module "*/content/site.json?pages" {
  const site: Pick<SiteJson, "mission" | "vision" | "zones" | "coreValues" | "thematicAreas">;
  export = site;
}

/** What failures of forms say of us. */
declare module "*/content/site.json?phones" {
  const site: Pick<SiteJson, "contact">;
  export = site;
}

/** The texts of the contact page alone. */
declare module "*/content/site.json?contact" {
  const site: Pick<SiteJson, "offices" | "officeHours">;
  export = site;
}

/** What needs scripts on pages whose other parts stay the server's HTML. */
declare module "*/content/home.json?slides" {
  const home: Pick<typeof import("../content/home.json"), "heroSlides">;
  export = home;
}

declare module "*/content/donate.json?form" {
  const donate: Omit<DonateJson, "notOpen" | "questions" | "securePayment" | "use" | "yourImpact">;
  export = donate;
}

/** The endings of the pages that have most other code. */
declare module "*/content/endings.json?article" {
  const endings: Pick<EndingsJson, "article">;
  export = endings;
}

declare module "*/content/endings.json?event" {
  const endings: Pick<EndingsJson, "event">;
  export = endings;
}

/** The parts of a content file with entries of claims.json in place of their keys. */
type ContentResolved<
  Content,
  Parts extends keyof Content,
> = import("../server/build/content/schemas/giving.schema.ts").Resolved<Pick<Content, Parts>>;

declare module "*/content/about.json?claims" {
  const about: ContentResolved<typeof import("../content/about.json"), "story">;
  export = about;
}

declare module "*/content/our-work.json?claims" {
  const ourWork: ContentResolved<typeof import("../content/our-work.json"), "story">;
  export = ourWork;
}

declare module "*/content/donate.json?claims" {
  const donate: ContentResolved<DonateJson, "use" | "yourImpact">;
  export = donate;
}

declare module "*/content/where-the-money-goes.json?claims" {
  type Money = typeof import("../content/where-the-money-goes.json");
  const money: ContentResolved<Money, "use" | "projects">;
  export = money;
}

declare module "*/content/claims.json?claims" {
  type Claim = import("../server/build/content/schemas/giving.schema.ts").Claim;
  /** By key, in the order of the file. */
  export const claims: Readonly<Record<string, Claim>>;
}
