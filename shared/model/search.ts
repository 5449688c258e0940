import type { SearchKind } from "./search-kinds.ts";
import type { SearchResults } from "./search-results.schema.ts";

/** The indexed fields of a page or an item. */
export interface SearchDocument {
  kind: SearchKind;
  /** The URL on this site, which is also the key. */
  path: string;
  title: string;
  /** A sentence or two, also shown when neither the summary nor the text has a match. */
  summary: string;
  /** The text as safe HTML, of which only the plain text is indexed. */
  html: string;
  /** Categories and tags: searched, but not part of any text that is shown. */
  tags: string;
  /** ISO 8601. */
  date: string | null;
  /** The language of the text; null when not known. */
  language: string | null;
}

export interface SearchQuery {
  /** The query as typed; at most `LONGEST_QUERY` characters. */
  q: string;
  /** The kind to find; null for all. */
  kind: SearchKind | null;
  limit: number;
  page: number;
  /** The language in which pages that exist in several languages are found. */
  lang: string;
}

export interface SearchView {
  query: SearchQuery;
  /** The results; null when the query is refused, or the site is not indexed yet. */
  results: SearchResults | null;
  status: 200 | 400 | 503;
}

/** The maximum length of a query in characters. */
export const LONGEST_QUERY = 200;
export const SEARCH_PAGE_SIZE = 10;
