import { identity } from "virtual:content/site";
import type { ComponentType } from "react";
import type { PageRequest } from "../shared/contract/page-renderer.ts";
import type { Outcome } from "../shared/contract/site-data.ts";
import type { PageQuery } from "./data/queries.ts";

/** The props of a page: decoded path parameters and the query string. */
export type PageProps = { params: Readonly<Record<string, string>>; search: URLSearchParams };

export type PageLink = { text: string; href: string };

export type Alternate = { type: string; title: string; href: string };

/** The head of a page; spec section 9, metadata. */
export interface PageHead {
  /** The title without the site's name. */
  title: string;
  description: string;
  /** The path of the page's route by default. */
  canonicalPath?: string | undefined;
  /** True to exclude the page from search, as for errors and for filters without a URL of their own. */
  noindex?: boolean;
  author?: string | null;
  publishedTime?: string | null;
  modifiedTime?: string | null;
  tags?: readonly string[];
  /** The page's picture, for its social card. */
  picture?: string | null;
  /** The writer's description of the picture. */
  pictureAlt?: string | undefined;
  alternates?: readonly Alternate[];
  /** The parent pages, for the structured data. `name` may be a shorter name for the page there. */
  crumbs?: readonly PageLink[];
  name?: string;
  /** Structured data beside the organisation's, without `@context`. */
  jsonLd?: readonly object[];
  /** The kind of an article, and the properties that the head does not have. */
  article?: { "@type": "Article" | "NewsArticle" | "BlogPosting"; [name: string]: unknown };
}

export interface HeadContext extends PageProps, Pick<PageRequest, "gift" | "found" | "desk"> {
  /** The path as the route spells it; for an unknown page, the path as requested. */
  path: string;
  /** Returns the outcome of a query if it is settled. */
  peek: <T>(query: PageQuery<T>) => Outcome<T> | null;
}

/** A page whose content is loaded, ready to be rendered. */
export interface OpenPage {
  Page: ComponentType<PageProps>;
  /** Loads the code of the page's views, which a page that came from the server does not need. */
  loadViews?: () => Promise<unknown>;
  head: (context: HeadContext) => PageHead;
  /** Returns the status unless a query fails; 200 by default. */
  status?: (context: HeadContext) => number;
  /** Returns whether a page that only the server renders has the small script of the desk, `client/entry-desk.ts`. */
  hasDeskScript?: (context: HeadContext) => boolean;
}

/** The export `page` of a `*.page.tsx` file. */
export interface PageModule {
  /** Called once for each URL, before rendering. May load the content of one entry. */
  open: (props: PageProps) => OpenPage | Promise<OpenPage>;
}

type PageDefinition = Omit<OpenPage, "head"> & { head: PageHead | OpenPage["head"] };

/** Defines a page whose content is in its own file. */
export const definePage = ({ head, ...page }: PageDefinition): PageModule => ({
  open: () => ({ ...page, head: typeof head === "function" ? head : () => head }),
});

export interface SiteRoute {
  /** A react-router pattern. */
  path: string;
  file: string;
  /** Parameters that the path does not name, for routes that share a file. */
  params?: Readonly<Record<string, string>>;
  /** Query parameters that change the page; others are ignored. */
  search?: readonly string[];
  /** True for a page rendered for every request and never cached, such as those for staff. */
  isLive?: boolean;
  /** The file of the page whose stylesheet a server-rendered page uses, if not its own. */
  stylesOf?: string;
  queries?: (props: PageProps) => PageQuery<unknown>[];
}

export function headOf(page: OpenPage, context: HeadContext) {
  const head = page.head(context);
  return { ...head, canonicalPath: head.canonicalPath ?? context.path };
}

/** Returns '{page title} | {site name}' (spec section 9). */
export const documentTitle = ({ title }: PageHead) => `${title} | ${identity.name}`;

/** Returns "index, follow", unless the page is excluded from search (spec section 9). */
export const robotsOf = ({ noindex }: PageHead) => (noindex ? "noindex, follow" : "index, follow");
