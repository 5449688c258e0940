import { hash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { PageResponse } from "../../shared/contract/page-renderer.ts";
import type { Config } from "../config.ts";

/** All `Cache-Control` values of the site. */
export const cachePolicy = {
  page: "public, max-age=0, s-maxage=60, stale-while-revalidate=300, stale-if-error=604800",
  /** A page without pictures and scripts. A cache that ignores `Vary` must not serve such a page to other visitors. */
  savingPage: "private, max-age=0",
  /** A page with stale data, or with a notice that the source failed. Caches revalidate such a page as soon as the site does. */
  stale: "public, max-age=0, s-maxage=2, stale-if-error=604800",
  /** A page with a nonce, which is for one visitor, once. */
  streamedPage: "private, no-store",
  error: "no-store",
  /** A file whose URL contains the version of its bytes. */
  immutable: "public, max-age=31536000, immutable",
  /** Icons, manifest, robots.txt, sitemap.xml and redirects, all of which may change under the same URL. */
  anHour: "public, max-age=3600",
  /** The service worker, whose changes and removal must reach everybody at the next visit. */
  revalidated: "no-cache",
  /** Feeds and calendars, which clients poll. They are as fresh as the data of a page (spec section 7). */
  feed: "public, max-age=300, stale-while-revalidate=3600",
  /** A picture whose URL has no version, or an old one. Pages get the current URL at their next render. */
  picture: "public, max-age=300, stale-while-revalidate=86400",
  /** A picture in a different variant, sent under overload. */
  pictureInstead: "public, max-age=10",
  /** JSON under /bff. Shared caches keep the response for the five minutes of spec section 7, with `Age` counted from the source. */
  api: "public, max-age=0, s-maxage=300, stale-while-revalidate=300, stale-if-error=604800",
} as const;

/** The beginning of a URL below `/bff`, also in capitals or with repeated slashes: `/bff/news`, `//BFF?q=a`. */
const BFF = /^\/+bff(?:[/?#]|$)/i;

/** Tells whether a URL is `/bff` or below: errors there are problems, not pages. */
export const isBffUrl = (url: string): boolean => BFF.test(url);

/** The headers that let pages of every site read `/bff`, where nothing depends on the client or reads a credential. */
export const openToAll = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers":
    "Age, Deprecation, ETag, Link, Retry-After, Sunset, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id",
  "cross-origin-resource-policy": "cross-origin",
} as const;

/** Tells whether a request comes from a page of this site, or from no page, as with a program. Refuses cross-site requests. */
export function isFromOurPages(request: FastifyRequest, publicOrigin: string): boolean {
  // Browsers set `Sec-Fetch-Site`, but not over plain http.
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  const { origin } = request.headers;
  if (origin === undefined || origin === publicOrigin) return true;
  // Behind TLS only the public origin counts, since the client chooses `Host`.
  if (publicOrigin.startsWith("https:")) return false;
  // Over plain http the site may have another name than the public one, but a page and its post share that name.
  return URL.canParse(origin) && new URL(origin).host === request.host;
}

const digest = (text: string) => hash("sha256", text, "buffer");

/** Compares a text with a secret in constant time, by their digests, which have the same length. */
export const isSecret = (given: string, secret: string): boolean =>
  timingSafeEqual(digest(given), digest(secret));

/** The content security policy of responses that are not pages, which must load and run nothing when opened directly. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

export function securityHeaders(config: Config): Record<string, string> {
  const { PUBLIC_ORIGIN, HSTS_SUBDOMAINS } = config;
  // Subdomains are opt-in, since some may have no certificate: https://www.rfc-editor.org/rfc/rfc6797#section-11.4
  const hsts = `max-age=63072000${HSTS_SUBDOMAINS === "on" ? "; includeSubDomains" : ""}`;
  return {
    "content-security-policy": DATA_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy":
      "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
    "x-frame-options": "DENY",
    ...(PUBLIC_ORIGIN.startsWith("https:") && { "strict-transport-security": hsts }),
  };
}

const FRAMES = "https://www.openstreetmap.org https://www.google.com/maps/";

/** The URL to which browsers send CSP reports: see `server/ops/csp-reports.ts`. */
export const CSP_REPORTS = "/csp-reports";

/**
 * Returns the headers that only pages have. In the browser, text becomes HTML through a single Trusted Types policy, in
 * `client/components/article/rich-text.tsx`; the policy of `client/offline/start.ts` is for the URL of the service worker.
 */
export function pagePolicyHeaders(page: PageResponse<unknown>, app: FastifyInstance) {
  const { nonce, styleHashes, leftOutBytes } = page;
  const { config, giving } = app;
  // Without a nonce, the page runs only script files of our own.
  const scripts = nonce === null ? "'self'" : `'nonce-${nonce}' 'strict-dynamic'`;
  const hashes = styleHashes.map((hash) => `'${hash}'`).join(" ");
  const fetched = [
    `script-src ${scripts}`,
    `style-src 'self' ${hashes}`.trimEnd(),
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    `frame-src ${FRAMES}`,
  ];
  const inside = ["script-src 'none'", `style-src ${hashes || "'self'"}`, "img-src data:"];
  const policy = [
    "default-src 'none'",
    // A page under data saver must fetch nothing, whatever its content.
    ...(leftOutBytes === null ? fetched : inside),
    // A gift is redirected to the pages of the payment provider, and browsers check the redirects of a post too.
    ["form-action 'self'", ...(giving.payments?.provider.pageOrigins ?? [])].join(" "),
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types cleaned-html service-worker",
    ...(config.PUBLIC_ORIGIN.startsWith("https:") ? ["upgrade-insecure-requests"] : []),
    `report-uri ${CSP_REPORTS}`,
    "report-to csp",
  ];
  return {
    "content-security-policy": policy.join("; "),
    "reporting-endpoints": `csp="${CSP_REPORTS}"`,
  };
}
