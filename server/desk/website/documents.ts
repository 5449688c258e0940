import type { FastifyInstance } from "fastify";
import type { SiteState } from "../../../shared/contract/desk-website.ts";
import type { Language } from "../../../shared/languages.ts";
import { paths } from "../../../shared/paths.ts";
import { ContentFiles } from "../../content/content-files.ts";
import { factIn, readTree, type TreeNode } from "../../content/content-tree.ts";
import { type DocumentTexts, textsInFiles } from "../../content/edits.ts";
import { documentNames } from "../../content/source.ts";
import type { ContentRow } from "../../store/schema.ts";

/** Returns the id of a document in URLs. A name has at most one slash, and no two hyphens in a row. */
export const idOf = (name: string): string => name.replace("/", "--");
export const nameOf = (id: string): string => id.replace("--", "/");

export const filesOf = ({ content }: FastifyInstance) => new ContentFiles(content.dir);

/** The text that stands for a document without texts: nobody has written it, or it was removed. */
export const NO_TEXTS: DocumentTexts = { facts: null, en: null, sw: null };

/** A document with its versions, and the texts to edit: those of the newest version, or of the files. */
export interface FoundDocument {
  name: string;
  newest: ContentRow | undefined;
  versions: readonly ContentRow[];
  inFiles: DocumentTexts;
  texts: DocumentTexts;
  /** True when the files are shown, or nothing has been edited. */
  isFile: boolean;
}

/** Finds a document by its name; null when there is none. */
export async function findDocument(
  app: FastifyInstance,
  name: string,
): Promise<FoundDocument | null> {
  const files = filesOf(app);
  const versions = await app.contentEdits.versions(name);
  if (versions.length === 0 && !documentNames(files).includes(name)) return null;
  const [newest] = versions;
  const inFiles = textsInFiles(files, name);
  const isFile = newest === undefined || newest.state === "file";
  const isRemoved = newest?.state === "removed";
  const before = versions.find(({ state }) => state !== "removed" && state !== "file") ?? inFiles;
  const texts: DocumentTexts = isRemoved ? before : isFile ? inFiles : newest;
  return { name, newest, versions, inFiles, texts, isFile };
}

/** Returns the texts that visitors see now, of the version that is on the site or of the files. */
export function shownTexts(
  { contentEdits }: Pick<FastifyInstance, "contentEdits">,
  { versions, inFiles }: Pick<FoundDocument, "versions" | "inFiles">,
): DocumentTexts {
  const shown = versions.find((row) => contentEdits.isOut(row));
  return shown === undefined || shown.state === "file" ? inFiles : shown;
}

export function documentState(app: FastifyInstance, newest: ContentRow | undefined): SiteState {
  if (newest === undefined) return "file";
  const isOut = newest.state === "planned" && app.contentEdits.isOut(newest);
  return isOut ? "published" : newest.state;
}

const textIn = (node: TreeNode | undefined, language: Language): string => {
  if (node?.kind !== "leaf") return "";
  const value = node[language] ?? node.en ?? node.facts;
  return typeof value === "string" ? value : "";
};

/** Returns the title of an entry in a language; empty for a document that the words of the desk name. */
export function titleOfEntry(name: string, texts: DocumentTexts, language: Language): string {
  if (!name.includes("/")) return "";
  try {
    const tree = readTree(texts);
    return tree.kind === "object" ? textIn(tree.fields.get("title"), language) : "";
  } catch {
    return "";
  }
}

/** Returns the address of an entry; null for a document without an address of its own. */
export function addressOf(name: string, { facts }: DocumentTexts): string | null {
  const [folder, slug] = name.split("/");
  if (slug === undefined) return null;
  if (folder === "announcements") return paths.announcement(slug);
  if (folder === "blog") return paths.blogPost(slug);
  if (folder === "programmes") return paths.programme(slug);
  if (folder === "pages") return `/${slug}`;
  const status = factIn(safeTree(facts), "status") === "past" ? "past" : "current";
  return paths.project({ status, slug });
}

function safeTree(facts: string | null): TreeNode | undefined {
  try {
    return readTree({ facts, en: null, sw: null });
  } catch {
    return undefined;
  }
}

/** The pages that show a document, the best first. Every page shows what is in the header and in the footer. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  about: ["/about-us"],
  contact: ["/contact-us"],
  faq: ["/faq"],
  gallery: ["/news-events/gallery"],
  "get-involved": ["/get-involved"],
  home: ["/"],
  leaders: ["/about-us"],
  "media-resources": ["/media-resources"],
  "our-impact": ["/our-impact"],
  "our-work": ["/our-work"],
  partners: ["/"],
  testimonials: ["/testimonials"],
  "blog-categories": ["/blog"],
  endings: ["/about-us", "/faq", "/our-work", "/blog", "/projects", "/news-events/gallery"],
  "list-pages": ["/projects", "/news-events/announcements", "/blog"],
  navigation: ["/"],
  notice: ["/"],
  "project-categories": ["/projects"],
  redirects: ["/"],
  site: ["/contact-us", "/about-us", "/"],
  claims: ["/where-the-money-goes", "/our-impact", "/donate", "/"],
  donate: ["/donate"],
  giving: ["/donate/pledge"],
  "where-the-money-goes": ["/where-the-money-goes"],
};

/** The lists that show the entries of a folder. */
const LISTS: Readonly<Record<string, string>> = {
  announcements: "/news-events/announcements",
  blog: "/blog",
  pages: "/",
  programmes: "/our-work",
  projects: "/projects",
};

export const listOf = (name: string): string => LISTS[name.split("/")[0] ?? ""] ?? "/";

export function pagesOf(name: string, texts: DocumentTexts): readonly string[] {
  const address = addressOf(name, texts);
  return address === null ? (PAGES[name] ?? ["/"]) : [address, listOf(name)];
}
