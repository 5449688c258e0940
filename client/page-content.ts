import type { Selected, Selection } from "../shared/content/documents.ts";

/** The documents that each page reads, by the names under which the page receives them. The route table names one of these. */
export const pageContent = {
  about: {
    about: "about",
    ending: "endings.about",
    leaders: "leaders.leaders",
    mission: "site.mission",
    vision: "site.vision",
    zones: "site.zones",
    coreValues: "site.coreValues",
    thematicAreas: "site.thematicAreas",
  },
  announcement: {
    announcement: "announcements/:slug",
    announcements: "announcements",
    list: "list-pages.announcements",
  },
  announcements: { announcements: "announcements", list: "list-pages.announcements" },
  blog: { posts: "blog", categories: "blog-categories.categories", list: "list-pages.blog" },
  blogPost: {
    post: "blog/:slug",
    posts: "blog",
    ending: "endings.blog",
    identity: "site.identity",
    settings: "site.settings",
  },
  contact: {
    contact: "contact",
    offices: "site.offices",
    officeHours: "site.officeHours",
  },
  donate: {
    donate: "donate",
    giving: "giving.fields",
    purposes: "giving.purposes",
    officeHours: "site.officeHours",
  },
  event: { ending: "endings.event" },
  faq: { faq: "faq", ending: "endings.faq" },
  gallery: { gallery: "gallery", ending: "endings.gallery" },
  getInvolved: { content: "get-involved" },
  home: {
    slides: "home.heroSlides",
    impact: "home.impact",
    focusAreas: "home.focusAreas",
    featuredProjects: "home.featuredProjects",
    partnersSection: "home.partners",
    banner: "home.banner",
    partners: "partners.partners",
    identity: "site.identity",
    description: "site.description",
  },
  mediaResources: { content: "media-resources", files: "media-files" },
  money: {
    content: "where-the-money-goes",
    claims: "claims.claims",
    files: "media-files",
  },
  newsItem: { ending: "endings.article" },
  ourImpact: { content: "our-impact", banner: "home.banner" },
  ourWork: {
    content: "our-work",
    ending: "endings.ourWork",
    programmes: "programmes",
    projects: "projects",
    zones: "site.zones",
  },
  plain: { entry: "pages/:slug" },
  pledge: { donate: "donate", giving: "giving" },
  programme: {
    programme: "programmes/:slug",
    programmes: "programmes",
    projects: "projects",
    banner: "home.banner",
  },
  project: {
    project: "projects/:slug",
    categories: "project-categories.categories",
    list: "list-pages.projects",
  },
  projectList: { projects: "projects", list: "list-pages.projects", ending: "endings.projects" },
  projects: {
    projects: "projects",
    categories: "project-categories.categories",
    list: "list-pages.projects",
    ending: "endings.projects",
  },
  desk: {
    currencies: "donate.currencies",
    frequencies: "donate.frequencies",
    purposes: "giving.purposes",
  },
  testimonials: { content: "testimonials" },
  thanks: {
    accounts: "giving.accounts",
    purposes: "giving.purposes",
    warning: "giving.warning",
    receipt: "giving.receipt",
    projects: "where-the-money-goes.projects",
    identity: "site.identity",
    contact: "site.contact",
    offices: "site.offices",
  },
} as const satisfies Readonly<Record<string, Selection>>;

export type PageName = keyof typeof pageContent;

/** The content of a page, by its name in `pageContent`. */
export type ContentOf<Page extends PageName> = Selected<(typeof pageContent)[Page]>;
