/** The one table of `Cache-Control` values. */
export const cachePolicy = {
  /** A whole page: browsers revalidate each time, shared caches serve it for a minute and over our errors. */
  page: "public, max-age=0, s-maxage=60, stale-while-revalidate=300, stale-if-error=604800",
  /** Without pictures and scripts: a cache that does not heed `Vary` must not serve it to others. */
  savingPage: "private, max-age=0",
  /** Shows stale data, or that the source failed: revalidated as soon as the site does. */
  stale: "public, max-age=0, s-maxage=2, stale-if-error=604800",
  /** Contains a nonce: for one visitor, once. */
  streamedPage: "private, no-store",
  /** 404, 502, 503 and other errors. */
  error: "no-store",
  /** Names contain a hash of the bytes. */
  hashedAsset: "public, max-age=31536000, immutable",
  /** Icons, manifest and the like: bytes may change under the same name. */
  plainAsset: "public, max-age=3600",
  /** The service worker: a change, and its removal, reach everybody at the next visit. */
  revalidated: "no-cache",
  /** Permanent, but an error must be correctable. */
  redirect: "public, max-age=3600",
  /** robots.txt, sitemap.xml and the like. */
  siteFile: "public, max-age=3600",
  /** Feeds and calendars, which clients poll; as fresh as the data of a page (spec section 7). */
  feed: "public, max-age=300, stale-while-revalidate=3600",
  /** A picture of the source whose URL holds its version. */
  pictureVersion: "public, max-age=31536000, immutable",
  /** The URL names no version, or an old one: pages get the other URL at their next render. */
  picture: "public, max-age=300, stale-while-revalidate=86400",
  /** Another variant, sent under overload. */
  pictureInstead: "public, max-age=10",
  /**
   * JSON under /bff. Its `Age` counts from the source, so shared caches store it as long as the site does
   * (spec section 7, five minutes), and over our errors.
   */
  api: "public, max-age=0, s-maxage=300, stale-while-revalidate=300, stale-if-error=604800",
} as const;
