import type { SearchResults } from "./search-results.schema.ts";

/** What a search result leads to, in the order of the filters. */
export const SEARCH_KINDS = [
  "page",
  "project",
  "story",
  "announcement",
  "question",
  "download",
  "news",
  "event",
] as const;

export type SearchKind = (typeof SEARCH_KINDS)[number];

/** What is indexed of a page or an item. */
export interface SearchDocument {
  kind: SearchKind;
  /** Its URL on this site, and its key. */
  path: string;
  title: string;
  /** A sentence or two; shown where nothing matches in it or below. */
  summary: string;
  /** Its text: safe HTML, of which the text alone is indexed. */
  html: string;
  /** What it is filed under: found, but no part of a text that is shown. */
  tags: string;
  /** ISO 8601. */
  date: string | null;
  /** Null when it is not known. */
  language: string | null;
}

export interface SearchQuery {
  /** As typed; at most `LONGEST_QUERY` characters. */
  q: string;
  /** Null for all. */
  kind: SearchKind | null;
  limit: number;
  page: number;
  /** Pages that exist in several languages are found in this one. */
  lang: string;
}

export interface SearchView {
  query: SearchQuery;
  /** Null when the query is refused, or the site is not indexed yet. */
  results: SearchResults | null;
  status: 200 | 400 | 503;
}

/** In characters. */
export const LONGEST_QUERY = 200;
export const SEARCH_PAGE_SIZE = 10;
