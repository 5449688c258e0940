import type { FastifyReply, FastifyRequest } from "fastify";

/**
 * Whether a URL is `/bff` or below it. Also in capitals or with repeated slashes, where no route is: a program
 * that asks there is told so by a problem, not by a page.
 */
export const isBffUrl = (url: string): boolean => /^\/+bff(?:[/?#]|$)/i.test(url);

const ANYONE = "*";

/** Response headers that scripts of other sites may read, beside the safelisted ones. */
const EXPOSED =
  "Age, Deprecation, ETag, Link, RateLimit, RateLimit-Policy, Retry-After, Sunset, X-Request-Id";

/**
 * Reading is open to pages of every site: nothing below `/bff` depends on the client, and no cookie or
 * other credential is read.
 */
export const openToAll = {
  "access-control-allow-origin": ANYONE,
  "access-control-expose-headers": EXPOSED,
  "cross-origin-resource-policy": "cross-origin",
} as const;

/** The response to a CORS preflight request (Fetch, section 3.2). */
export const preflightHeaders = {
  "access-control-allow-origin": ANYONE,
  "access-control-allow-methods": "GET, HEAD, OPTIONS",
  "access-control-allow-headers": "Accept, If-None-Match, Traceparent, X-Request-Id",
  "access-control-max-age": "86400",
} as const;

/** Sets the CORS headers of reads below `/bff`, problems included; posts and changes have none. */
export function openReading(reply: FastifyReply): void {
  const { method, url } = reply.request;
  if ((method === "GET" || method === "HEAD") && isBffUrl(url)) reply.headers(openToAll);
}

/**
 * True when a post comes from a page of this site, or from no page at all (a tool sends neither header).
 * There is no cookie to protect; this keeps other sites from sending us messages through visitors'
 * browsers. `Sec-Fetch-Site` is set by the browser and goes first; plain http does not have it.
 */
export function isFromOurPages(request: FastifyRequest, publicOrigin: string): boolean {
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  const { origin } = request.headers;
  if (origin === undefined || origin === publicOrigin) return true;
  // Behind TLS only the public origin counts: the host is chosen by the client.
  if (publicOrigin.startsWith("https:")) return false;
  // The site may be reached under another name than the public one: the page and the post share it.
  return URL.canParse(origin) && new URL(origin).host === request.host;
}
