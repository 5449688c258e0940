/**
 * The modules that the content compiler (server/build/content) makes from the Markdown below
 * `content/`. Their HTML is safe: the compiler rejects HTML in Markdown and any link with a
 * script.
 */

declare module "virtual:content/blog" {
  type FrontMatter = import("../server/build/content/schemas/pages.schema.ts").BlogPostFrontMatter;
  type BlogCategory = import("../server/build/content/schemas/site.schema.ts").BlogCategory;

  /** A post without its text, for lists. */
  export interface BlogPostSummary extends Omit<FrontMatter, "category"> {
    slug: string;
    category: Pick<BlogCategory, "id" | "name" | "slug">;
    readingTimeMinutes: number;
    /** The language of an entry that is not translated; absent where it is the language of the page. */
    language?: "en";
  }
  export interface BlogPost extends BlogPostSummary {
    html: import("../shared/model/item-fields.schema.ts").SafeHtml;
  }
  /** Newest first. */
  export const entries: readonly BlogPostSummary[];
  export const load: Readonly<Record<string, () => Promise<{ default: BlogPost }>>>;
}

declare module "virtual:content/projects" {
  type FrontMatter = import("../server/build/content/schemas/pages.schema.ts").ProjectFrontMatter;

  /** `detail` is set for the three projects with all facts; the others appear in lists only. */
  export type ProjectSummary = FrontMatter & {
    slug: string;
    readingTimeMinutes: number;
    /** The language of an entry that is not translated; absent where it is the language of the page. */
    language?: "en";
  };
  /** `html` is the overview; `claims` are its figures in the ledger. */
  export type Project = ProjectSummary & {
    html: import("../shared/model/item-fields.schema.ts").SafeHtml;
    claims: readonly { claim: string; text: string }[];
  };
  /** In the order of the lists. */
  export const entries: readonly ProjectSummary[];
  export const load: Readonly<Record<string, () => Promise<{ default: Project }>>>;
}

declare module "virtual:content/announcements" {
  type FrontMatter =
    import("../server/build/content/schemas/pages.schema.ts").AnnouncementFrontMatter;

  export interface AnnouncementSummary extends FrontMatter {
    slug: string;
    readingTimeMinutes: number;
    /** The language of an entry that is not translated; absent where it is the language of the page. */
    language?: "en";
  }
  export interface Announcement extends AnnouncementSummary {
    html: import("../shared/model/item-fields.schema.ts").SafeHtml;
  }
  /** Newest first. */
  export const entries: readonly AnnouncementSummary[];
  export const load: Readonly<Record<string, () => Promise<{ default: Announcement }>>>;
}

declare module "virtual:content/programmes" {
  type FrontMatter = import("../server/build/content/schemas/pages.schema.ts").ProgrammeFrontMatter;

  export interface ProgrammeSummary extends FrontMatter {
    slug: string;
    readingTimeMinutes: number;
    /** The language of an entry that is not translated; absent where it is the language of the page. */
    language?: "en";
  }
  export interface Programme extends ProgrammeSummary {
    html: import("../shared/model/item-fields.schema.ts").SafeHtml;
    /** Its figures in the ledger. */
    claims: readonly { claim: string; text: string }[];
  }
  /** In the order of the cards of Our Impact. */
  export const entries: readonly ProgrammeSummary[];
  export const load: Readonly<Record<string, () => Promise<{ default: Programme }>>>;
}

declare module "virtual:content/pages" {
  type FrontMatter = import("../server/build/content/schemas/pages.schema.ts").PlainPageFrontMatter;

  export interface PlainPageSummary extends FrontMatter {
    slug: string;
    readingTimeMinutes: number;
    /** The language of an entry that is not translated; absent where it is the language of the page. */
    language?: "en";
  }
  export interface PlainPage extends PlainPageSummary {
    html: import("../shared/model/item-fields.schema.ts").SafeHtml;
  }
  export const entries: readonly PlainPageSummary[];
  export const load: Readonly<Record<string, () => Promise<{ default: PlainPage }>>>;
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
  const entry: Readonly<Record<string, unknown>> & {
    slug: string;
    title: string;
    html: import("../shared/model/item-fields.schema.ts").SafeHtml;
    readingTimeMinutes: number;
    /** The language of an entry that is not translated; absent where it is the language of the page. */
    language?: "en";
  };
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
  type Site = typeof import("../content/site.json");
  export const mission: Site["mission"];
  export const vision: Site["vision"];
  export const zones: Site["zones"];
  export const coreValues: Site["coreValues"];
  export const thematicAreas: Site["thematicAreas"];
}

/** What failures of forms say of us. */
declare module "*/content/site.json?phones" {
  type Site = typeof import("../content/site.json");
  export const contact: Site["contact"];
}

/** The texts of the contact page alone. */
declare module "*/content/site.json?contact" {
  type Site = typeof import("../content/site.json");
  export const offices: Site["offices"];
  export const officeHours: Site["officeHours"];
}

/** What needs scripts on pages whose other parts stay the server's HTML. */
declare module "*/content/home.json?slides" {
  export const heroSlides: typeof import("../content/home.json")["heroSlides"];
}

declare module "*/content/donate.json?form" {
  type DonateForm = typeof import("../content/donate.json");
  export const meta: DonateForm["meta"];
  export const hero: DonateForm["hero"];
  export const otherWay: DonateForm["otherWay"];
  export const presets: DonateForm["presets"];
  export const currencies: DonateForm["currencies"];
  export const frequencies: DonateForm["frequencies"];
  export const defaults: DonateForm["defaults"];
  export const headings: DonateForm["headings"];
  export const fields: DonateForm["fields"];
}

/** The endings of the pages that have most other code. */
declare module "*/content/endings.json?article" {
  export const article: typeof import("../content/endings.json")["article"];
}

declare module "*/content/endings.json?event" {
  export const event: typeof import("../content/endings.json")["event"];
}

/**
 * The parts of content files with entries of claims.json in place of their keys. Texts have the figures
 * whatever the import.
 */
declare module "*/content/about.json?claims" {
  type About = import("../server/build/content/schemas/giving.schema.ts").Resolved<
    typeof import("../content/about.json")
  >;
  export const story: About["story"];
}

declare module "*/content/our-work.json?claims" {
  type OurWork = import("../server/build/content/schemas/giving.schema.ts").Resolved<
    typeof import("../content/our-work.json")
  >;
  export const story: OurWork["story"];
}

declare module "*/content/donate.json?claims" {
  type Donate = import("../server/build/content/schemas/giving.schema.ts").Resolved<
    typeof import("../content/donate.json")
  >;
  export const use: Donate["use"];
  export const yourImpact: Donate["yourImpact"];
}

declare module "*/content/where-the-money-goes.json?claims" {
  type Page = import("../server/build/content/schemas/giving.schema.ts").Resolved<
    typeof import("../content/where-the-money-goes.json")
  >;
  export const use: Page["use"];
  export const projects: Page["projects"];
}

declare module "*/content/claims.json?claims" {
  type Claim = import("../server/build/content/schemas/giving.schema.ts").Claim;
  /** By key, in the order of the file. */
  export const claims: Readonly<Record<string, Claim>>;
}
