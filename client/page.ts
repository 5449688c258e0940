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
  /** Without the site's name. */
  title: string;
  description: string;
  /** That of its route, unless it is given. */
  canonicalPath?: string | undefined;
  /** Excluded from search: errors, filters without a URL of their own. */
  noindex?: boolean;
  author?: string | null;
  publishedTime?: string | null;
  modifiedTime?: string | null;
  tags?: readonly string[];
  /** The page's picture, for its social card. */
  picture?: string | null;
  /** What its writer says that it shows. */
  pictureAlt?: string | undefined;
  alternates?: readonly Alternate[];
  /** The pages above, for the structured data, in which the page may have a shorter name. */
  crumbs?: readonly PageLink[];
  name?: string;
  /** Structured data beside the organisation's, without `@context`. */
  jsonLd?: readonly object[];
  /** Of an article: the kind, and what the head does not say. */
  article?: { "@type": "Article" | "NewsArticle" | "BlogPosting"; [name: string]: unknown };
}

export interface HeadContext extends PageProps, Pick<PageRequest, "gift" | "found" | "desk"> {
  /** As the route spells it; of an unknown page, as it was requested. */
  path: string;
  /** The outcome if it is settled. */
  peek: <T>(query: PageQuery<T>) => Outcome<T> | null;
}

/** A page whose content is loaded, ready to be rendered. */
export interface OpenPage {
  Page: ComponentType<PageProps>;
  /** Loads the code of its views, which a page that came from the server does without. */
  loadViews?: () => Promise<unknown>;
  head: (context: HeadContext) => PageHead;
  /** The status unless a query fails; 200 by default. */
  status?: (context: HeadContext) => number;
  /** Whether a page that the server renders alone has the small script of the desk, `client/entry-desk.ts`. */
  hasDeskScript?: (context: HeadContext) => boolean;
}

/** The export `page` of a `*.page.tsx` file. */
export interface PageModule {
  /** Called once for each URL, before rendering; may load the content of one entry. */
  open: (props: PageProps) => OpenPage | Promise<OpenPage>;
}

type PageDefinition = Omit<OpenPage, "head"> & { head: PageHead | OpenPage["head"] };

/** A page whose content is in its own file. */
export const definePage = ({ head, ...page }: PageDefinition): PageModule => ({
  open: () => ({ ...page, head: typeof head === "function" ? head : () => head }),
});

export interface SiteRoute {
  /** A react-router pattern. */
  path: string;
  file: string;
  /** Parameters that the path does not name, where pages share a file. */
  params?: Readonly<Record<string, string>>;
  /** Query parameters that change the page; others are ignored. */
  search?: readonly string[];
  /** Rendered for every request and never cached, as for staff. */
  isLive?: boolean;
  /** Of a page that the server renders alone: the file of the page whose stylesheet it has, if not its own. */
  stylesOf?: string;
  queries?: (props: PageProps) => PageQuery<unknown>[];
}

export function headOf(page: OpenPage, context: HeadContext) {
  const head = page.head(context);
  return { ...head, canonicalPath: head.canonicalPath ?? context.path };
}

/** Spec section 9: '{page title} | {site name}'. */
export const documentTitle = ({ title }: PageHead) => `${title} | ${identity.name}`;

/** Spec section 9: index, follow, unless the page is excluded from search. */
export const robotsOf = ({ noindex }: PageHead) => (noindex ? "noindex, follow" : "index, follow");
