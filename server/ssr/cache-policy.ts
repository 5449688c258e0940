/** What each kind of answer may be kept for. The one table of `Cache-Control` values. */
export const cachePolicy = {
  /** A whole page: browsers ask again each time, shared caches carry it a minute and over our faults. */
  page: "public, max-age=0, s-maxage=60, stale-while-revalidate=300, stale-if-error=604800",
  /** Shows a saved copy, or that the source failed: looked at again as soon as we do. */
  doubtful: "public, max-age=0, s-maxage=2, stale-if-error=604800",
  /** Holds a nonce: for this reader, this once. */
  streamedPage: "private, no-store",
  /** 404, 502, 503 and other faults. */
  error: "no-store",
  /** Names carry a hash of the bytes. */
  hashedAsset: "public, max-age=31536000, immutable",
  /** Icons, manifest and the like: names stay, bytes may change. */
  plainAsset: "public, max-age=3600",
  /** For good, but a mistake must be mendable. */
  redirect: "public, max-age=3600",
  /** robots.txt, sitemap.xml and the like. */
  siteFile: "public, max-age=3600",
  /** Feeds and calendars, asked for again and again; as fresh as a reader's data is (spec section 7). */
  feed: "public, max-age=300, stale-while-revalidate=3600",
  /** Pictures for shared links: a changed title has an address of its own. */
  socialCard: "public, max-age=86400",
  /**
   * JSON under /bff. Its `Age` counts from the source, so shared caches hold it as long as we would
   * (spec section 7, five minutes), and over our faults.
   */
  api: "public, max-age=0, s-maxage=300, stale-while-revalidate=300, stale-if-error=604800",
} as const;
