/** The kinds of search results, in the order of the filters. */
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
