import type { ComponentType, ReactNode } from "react";
import type { SiteFrame } from "../shared/content/documents.ts";
import type { LiveData } from "../shared/contract/page-renderer.ts";
import type { Outcome } from "../shared/contract/site-data.ts";
import type { PageQuery } from "./data/queries.ts";
import type { PageName } from "./page-content.ts";

/** The URL of a page: decoded path parameters and the query string. */
export interface PageUrl {
  params: Readonly<Record<string, string>>;
  search: URLSearchParams;
}

/** The props of a page. */
export interface PageProps<Content = unknown, Data = unknown> extends PageUrl {
  /** The documents that the route names. */
  content: Content;
  /** The data that the server gives to a live page (`PageRequest`); null without such data, and in the browser. */
  data: Data | null;
}

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
  /** The path of the same page in the other language, where its path is another one. */
  otherPath?: string | undefined;
  /** The parent pages, for the structured data. `name` may be a shorter name for the page there. */
  crumbs?: readonly PageLink[];
  name?: string;
  /** Structured data beside the organisation's, without `@context`. */
  jsonLd?: readonly object[];
  /** The kind of an article, and the properties that the head does not have. */
  article?: { "@type": "Article" | "NewsArticle" | "BlogPosting"; [name: string]: unknown };
}

export interface HeadContext<Content = unknown, Data = unknown> extends PageProps<Content, Data> {
  /** The path as the route spells it; for an unknown page, the path as requested. */
  path: string;
  frame: SiteFrame;
  /** Returns the outcome of a query if it is settled. */
  peek: <T>(query: PageQuery<T>) => Outcome<T> | null;
}

/** The view of a URL that names nothing, with status 404. */
export interface AbsentPage {
  Page: (props: object) => ReactNode;
  head: PageHead;
}

type FieldName<Value> = keyof Value & string;

/** The name of a field, or of a field in that field: `form`, `headings.form`. */
type InnerPath<Value> = {
  [Name in FieldName<Value>]: Name | `${Name}.${FieldName<Value[Name]>}`;
}[FieldName<Value>];

/** The name of a document, or the path of a field in the document: `contact`, `contact.form`, `contact.headings.form`. */
type FieldPath<Content> = {
  [Name in FieldName<Content>]: Name | `${Name}.${InnerPath<Content[Name]>}`;
}[FieldName<Content>];

/** The export `page` of a `*.page.tsx` file. */
export interface Page<Content = never, Data = never> {
  Page: ComponentType<PageProps<Content, Data>>;
  head: (context: HeadContext<Content, Data>) => PageHead;
  /** `load`: the page has behaviour of its own. `use`: a page of words and links, hydrated when somebody uses it. */
  hydrate: "load" | "use";
  /**
   * The content that the page's own code reads in the browser, which the HTML contains as JSON: documents, or fields such as
   * `contact.form`. Without this list the browser leaves the whole page as the server sent it, and needs no content.
   */
  inBrowser?: readonly FieldPath<Content>[];
  /** Loads the code of the page's views, which a page that came from the server does not need. */
  loadViews?: () => Promise<unknown>;
  /** Returns the status unless a query fails; 200 by default. */
  status?: (context: HeadContext<Content, Data>) => number;
  /** Returns the view of a URL that names nothing, such as an unknown category; null for any other URL. */
  absent?: (props: Omit<PageProps<Content>, "data">) => AbsentPage | null;
  /** The view of a path whose entry does not exist, for pages whose documents have a `:slug`. */
  noEntry?: AbsentPage;
  /** Called each time the page is shown. */
  onShown?: () => void;
  /** Returns whether a page that only the server renders has the small script of the desk, `client/entry-desk.ts`. */
  hasDeskScript?: (context: HeadContext<Content, Data>) => boolean;
  /** True for a page that only the server renders and that has the script of its copy buttons, `client/entry-gift.ts`. */
  hasCopyScript?: boolean;
}

/** A page whose content and data are of any kind, as the router knows the page. */
export type OpenPage = Page<unknown, unknown>;

export interface PageModule {
  page: OpenPage;
}

/**
 * Declares a page, with the type of its content and, for a live page, of its data. The route table names the content and the server
 * gives the data, so neither type is known beyond the page's own file.
 */
export const definePage = <Content = unknown, Data extends LiveData = never>(
  page: Page<Content, Data>,
): OpenPage => page as OpenPage;

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
  /** True for a page that brings its own header and has no footer, such as those of the desk. */
  hasOwnFrame?: boolean;
  queries?: (url: PageUrl) => PageQuery<unknown>[];
  /** The name of the page in client/page-content.ts, which lists the documents that the page reads. */
  content?: PageName;
}

export function headOf(page: OpenPage, context: HeadContext) {
  const head = page.head(context);
  return { ...head, canonicalPath: head.canonicalPath ?? context.path };
}

/** Returns '{page title} | {site name}' (spec section 9). */
export const documentTitle = ({ title }: PageHead, siteName: string) => `${title} | ${siteName}`;

/** Returns "index, follow", unless the page is excluded from search (spec section 9). */
export const robotsOf = ({ noindex }: PageHead) => (noindex ? "noindex, follow" : "index, follow");
