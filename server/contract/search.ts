import type { SearchQuery } from "../../shared/contract/search.ts";
import type { SearchHit, SearchResults } from "../../shared/model/search-results.schema.ts";

/** The search of this site. */
export interface SiteSearch {
  /** False until the pages of this site are indexed. */
  isReady(): boolean;
  search(query: SearchQuery): SearchResults;
  /** Other things to read on the subject of the page at this path, best first. */
  related(path: string): readonly SearchHit[];
}
