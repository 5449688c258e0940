import { hash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { PageResponse } from "../../shared/contract/page-renderer.ts";
import type { Config } from "../config.ts";

/** The one table of `Cache-Control` values. */
export const cachePolicy = {
  page: "public, max-age=0, s-maxage=60, stale-while-revalidate=300, stale-if-error=604800",
  /** Without pictures and scripts: a cache that does not heed `Vary` must not serve it to others. */
  savingPage: "private, max-age=0",
  /** Shows stale data, or that the source failed: revalidated as soon as the site does. */
  stale: "public, max-age=0, s-maxage=2, stale-if-error=604800",
  /** Contains a nonce: for one visitor, once. */
  streamedPage: "private, no-store",
  error: "no-store",
  /** The URL holds the version of the bytes. */
  immutable: "public, max-age=31536000, immutable",
  /** Icons, manifest, robots.txt, sitemap.xml, and redirects: all may change or be corrected under the same URL. */
  anHour: "public, max-age=3600",
  /** The service worker: a change, and its removal, reach everybody at the next visit. */
  revalidated: "no-cache",
  /** Feeds and calendars, which clients poll; as fresh as the data of a page (spec section 7). */
  feed: "public, max-age=300, stale-while-revalidate=3600",
  /** The URL names no version, or an old one: pages get the other URL at their next render. */
  picture: "public, max-age=300, stale-while-revalidate=86400",
  /** Another variant, sent under overload. */
  pictureInstead: "public, max-age=10",
  /** JSON under /bff. Its `Age` counts from the source: shared caches store it for the five minutes of spec section 7. */
  api: "public, max-age=0, s-maxage=300, stale-while-revalidate=300, stale-if-error=604800",
} as const;

/** `/bff` or below it, also in capitals or with repeated slashes: who asks there is told by a problem, not by a page. */
export const isBffUrl = (url: string): boolean => /^\/+bff(?:[/?#]|$)/i.test(url);

/** Reading is open to pages of every site: nothing below `/bff` depends on the client or reads a credential. */
export const openToAll = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers":
    "Age, Deprecation, ETag, Link, RateLimit, RateLimit-Policy, Retry-After, Sunset, X-Request-Id",
  "cross-origin-resource-policy": "cross-origin",
} as const;

/** From a page of this site, or from none (a tool): other sites send us nothing through visitors' browsers. */
export function isFromOurPages(request: FastifyRequest, publicOrigin: string): boolean {
  // Browsers set it, but not over plain http.
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  const { origin } = request.headers;
  if (origin === undefined || origin === publicOrigin) return true;
  // Behind TLS only the public origin counts: the host is chosen by the client.
  if (publicOrigin.startsWith("https:")) return false;
  // The site may be reached under another name than the public one: the page and the post share it.
  return URL.canParse(origin) && new URL(origin).host === request.host;
}

const digest = (text: string) => hash("sha256", text, "buffer");

/** Compares digests, which have one length: it takes the same time whatever was sent. */
export const isSecret = (given: string, secret: string): boolean =>
  timingSafeEqual(digest(given), digest(secret));

/** What is no page loads and runs nothing, opened by itself. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

export function securityHeaders(config: Config): Record<string, string> {
  const { PUBLIC_ORIGIN, HSTS_SUBDOMAINS } = config;
  // Not for other hosts of the organisation, which may have no certificate: https://www.rfc-editor.org/rfc/rfc6797#section-11.4
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

/** See `server/ops/csp-reports.ts`. */
export const CSP_REPORTS = "/csp-reports";

/**
 * What only pages have. Text becomes HTML in the browser through one Trusted Types policy, in
 * `client/components/article/rich-text.tsx`; that of `client/offline/start.ts` has the URL of the service worker.
 */
export function pagePolicyHeaders(page: PageResponse<unknown>, app: FastifyInstance) {
  const { nonce, styleHashes, leftOutBytes } = page;
  const { config, giving } = app;
  // Without a nonce the page's only scripts are our own files.
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
    // A page under data saver fetches nothing, whatever it contains.
    ...(leftOutBytes === null ? fetched : inside),
    // A gift leads on to the pages of the payment provider: browsers check redirects of a post too.
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
