import type { SearchResults } from "../../shared/model/search-results.schema.ts";
import type { PageQuery } from "./page-query.ts";

/** What else there is to read on the subject of the page at this path. */
export function relatedQuery(path: string): PageQuery<SearchResults> {
  const key = `/bff/search?like=${encodeURIComponent(path)}`;
  return {
    key,
    tags: ["news", "events"],
    run: (siteData) => siteData.related(key, path),
    role: "part",
  };
}
