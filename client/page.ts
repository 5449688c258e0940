import type { ComponentType } from "react";
import type { Outcome } from "../shared/contract/answers.ts";
import type { PageQuery } from "./data/page-query.ts";

/** What a route hands to its page: decoded path parameters and the query string. */
export interface PageProps {
  params: Readonly<Record<string, string>>;
  search: URLSearchParams;
}

/** A link in the head to the same thing in another form. */
export interface Alternate {
  type: string;
  title: string;
  href: string;
}

/** What stands in the head of a page; spec section 9, metadata. */
export interface PageHead {
  /** Null on the home page, whose title is the site's name. */
  title: string | null;
  description: string;
  /** Path of the page's one true address. */
  canonicalPath: string;
  keywords?: readonly string[];
  type?: "website" | "article";
  /** Pages that must not be found: errors, filters without an address of their own. */
  noindex?: boolean;
  author?: string | null;
  publishedTime?: string | null;
  modifiedTime?: string | null;
  tags?: readonly string[];
  alternates?: readonly Alternate[];
  /** Structured data beside the organisation's, without `@context`. */
  jsonLd?: readonly object[];
}

export interface HeadContext extends PageProps {
  path: string;
  /** The answer if it is at hand. */
  peek: <T>(query: PageQuery<T>) => Outcome<T> | null;
}

/** A page with its words at hand, ready to be drawn at once. */
export interface OpenPage {
  Page: ComponentType<PageProps>;
  head: (context: HeadContext) => PageHead;
  /** The status when the queries have nothing against it; 200 unless said. */
  status?: (context: HeadContext) => number;
}

/** What a `*.page.tsx` file exports as `page`. */
export interface PageModule {
  /** Called once for each address, before it is drawn; may load the words of one entry. */
  open: (props: PageProps) => OpenPage | Promise<OpenPage>;
}

/** A page whose words are in its own file. */
export function definePage(page: OpenPage): PageModule {
  return { open: () => page };
}

/** One line of the route table. */
export interface SiteRoute {
  /** A react-router pattern. */
  path: string;
  /** The page's file under `client/pages`. */
  file: string;
  /** Parameters of the query string that change the page; others are nobody's. */
  search?: readonly string[];
  /** Drawn anew for every reader and never kept, as for staff. */
  isLive?: boolean;
  queries?: (props: PageProps) => PageQuery<unknown>[];
}
