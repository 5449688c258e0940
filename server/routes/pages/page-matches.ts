import { LRUCache } from "lru-cache";
import type { PageMatch } from "../../../shared/contract/page-renderer.ts";

/** Longer URLs are matched each time. */
const MAX_URL_LENGTH = 512;
const MAX_URLS = 5_000;

/** Matches a URL to its page, memoised: matching costs more than the rest of a cache hit. */
export function createPageMatcher(
  match: (pathname: string, search: string) => PageMatch,
): (url: string) => PageMatch {
  const known = new LRUCache<string, PageMatch>({ max: MAX_URLS });
  return (url) => {
    const before = known.get(url);
    if (before) return before;
    const [pathname = "/", query] = url.split("?", 2);
    const found = match(pathname, query === undefined ? "" : `?${query}`);
    // A slash at the end redirects to the URL without it: nothing is cached under this one.
    const hasSlash = pathname !== "/" && pathname.endsWith("/");
    const page = hasSlash ? { route: found.route, key: null } : found;
    if (url.length <= MAX_URL_LENGTH) known.set(url, page);
    return page;
  };
}
