import { LRUCache } from "lru-cache";

/** Longer URLs are matched each time. */
const MAX_URL_LENGTH = 512;
const MAX_URLS = 5_000;

/** Maps a URL to the key of its page in the response cache, memoised: matching costs more than the rest of a hit. */
export function createKeyOf(
  pageKey: (pathname: string, search: string) => string | null,
): (url: string) => string | null {
  const known = new LRUCache<string, { key: string | null }>({ max: MAX_URLS });
  return (url) => {
    const before = known.get(url);
    if (before) return before.key;
    const [pathname = "/", query] = url.split("?", 2);
    // Redirects to the URL without the slash.
    if (pathname !== "/" && pathname.endsWith("/")) return null;
    const key = pageKey(pathname, query === undefined ? "" : `?${query}`);
    if (url.length <= MAX_URL_LENGTH) known.set(url, { key });
    return key;
  };
}
