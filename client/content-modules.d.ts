/** Made by server/build/content, which rejects HTML in Markdown and links with a script: their HTML is safe. */

/** What the compiler adds to the front matter of an entry. */
interface ContentEntry {
  slug: string;
  readingTimeMinutes: number;
  /** The language of an entry that is not translated; absent where it is the language of the page. */
  language?: "en";
}

interface ContentText {
  html: import("../shared/model/item-fields.schema.ts").SafeHtml;
}

/** The figures of a text in the ledger. */
interface ContentClaims {
  claims: readonly { claim: string; text: string }[];
}

type ContentLoad<Entry> = Readonly<Record<string, () => Promise<{ default: Entry }>>>;

declare module "virtual:content/blog" {
  type FrontMatter = import("../server/build/content/schemas/pages.schema.ts").FrontMatter<"blog">;
  type BlogCategory = import("../server/build/content/schemas/site.schema.ts").BlogCategory;

  /** A post without its text, for lists. */
  export interface BlogPostSummary extends Omit<FrontMatter, "category">, ContentEntry {
    category: Pick<BlogCategory, "id" | "name" | "slug">;
  }
  export type BlogPost = BlogPostSummary & ContentText;
  /** Newest first. */
  export const entries: readonly BlogPostSummary[];
  export const load: ContentLoad<BlogPost>;
}

declare module "virtual:content/projects" {
  type FrontMatter =
    import("../server/build/content/schemas/pages.schema.ts").FrontMatter<"projects">;

  /** `detail` is set for the three projects with all facts; the others appear in lists only. */
  export type ProjectSummary = FrontMatter & ContentEntry;
  /** `html` is the overview. */
  export type Project = ProjectSummary & ContentText & ContentClaims;
  /** In the order of the lists. */
  export const entries: readonly ProjectSummary[];
  export const load: ContentLoad<Project>;
}

declare module "virtual:content/announcements" {
  type FrontMatter =
    import("../server/build/content/schemas/pages.schema.ts").FrontMatter<"announcements">;

  export type AnnouncementSummary = FrontMatter & ContentEntry;
  export type Announcement = AnnouncementSummary & ContentText;
  /** Newest first. */
  export const entries: readonly AnnouncementSummary[];
  export const load: ContentLoad<Announcement>;
}

declare module "virtual:content/programmes" {
  type FrontMatter =
    import("../server/build/content/schemas/pages.schema.ts").FrontMatter<"programmes">;

  export type Programme = FrontMatter & ContentEntry & ContentText & ContentClaims;
  /** In the order of the cards of Our Impact. */
  export const entries: readonly (FrontMatter & ContentEntry)[];
  export const load: ContentLoad<Programme>;
}

declare module "virtual:content/pages" {
  type FrontMatter = import("../server/build/content/schemas/pages.schema.ts").FrontMatter<"pages">;

  export type PlainPage = FrontMatter & ContentEntry & ContentText;
  export const entries: readonly (FrontMatter & ContentEntry)[];
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

/** The long texts of site.json, which header and footer do not need. */
declare module "*/content/site.json?pages" {
  const site: Pick<
    typeof import("../content/site.json"),
    "mission" | "vision" | "zones" | "coreValues" | "thematicAreas"
  >;
  export = site;
}

/** What failures of forms say of us. */
declare module "*/content/site.json?phones" {
  const site: Pick<typeof import("../content/site.json"), "contact">;
  export = site;
}

/** The texts of the contact page alone. */
declare module "*/content/site.json?contact" {
  const site: Pick<typeof import("../content/site.json"), "offices" | "officeHours">;
  export = site;
}

/** What needs scripts on pages whose other parts stay the server's HTML. */
declare module "*/content/home.json?slides" {
  const home: Pick<typeof import("../content/home.json"), "heroSlides">;
  export = home;
}

declare module "*/content/donate.json?form" {
  const donate: Omit<
    typeof import("../content/donate.json"),
    "notOpen" | "questions" | "securePayment" | "use" | "yourImpact"
  >;
  export = donate;
}

/** The endings of the pages that have most other code. */
declare module "*/content/endings.json?article" {
  const endings: Pick<typeof import("../content/endings.json"), "article">;
  export = endings;
}

declare module "*/content/endings.json?event" {
  const endings: Pick<typeof import("../content/endings.json"), "event">;
  export = endings;
}

/** The parts of content files with entries of claims.json in place of their keys. */
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
  const donate: ContentResolved<typeof import("../content/donate.json"), "use" | "yourImpact">;
  export = donate;
}

declare module "*/content/where-the-money-goes.json?claims" {
  const money: ContentResolved<
    typeof import("../content/where-the-money-goes.json"),
    "use" | "projects"
  >;
  export = money;
}

declare module "*/content/claims.json?claims" {
  type Claim = import("../server/build/content/schemas/giving.schema.ts").Claim;
  /** By key, in the order of the file. */
  export const claims: Readonly<Record<string, Claim>>;
}
