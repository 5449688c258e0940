import type { FastifyReply } from "fastify";

const ANYONE = "*";

/** What scripts of other sites may read of an answer, beside what they always may. */
const EXPOSED = "Age, ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id";

/**
 * Reading is open to pages of every site: nothing below `/bff` depends on who asks, and no cookie or
 * other credential is ever looked at.
 */
export const openToAll = {
  "access-control-allow-origin": ANYONE,
  "access-control-expose-headers": EXPOSED,
  "cross-origin-resource-policy": "cross-origin",
} as const;

/** The answer to a browser that asks whether a page of another site may read (Fetch, section 3.2). */
export const preflightHeaders = {
  "access-control-allow-origin": ANYONE,
  "access-control-allow-methods": "GET, HEAD, OPTIONS",
  "access-control-allow-headers": "Accept, If-None-Match, Traceparent, X-Request-Id",
  "access-control-max-age": "86400",
} as const;

/** Opens what was read below `/bff`, its problems included; posts and changes stay closed. */
export function openReading(reply: FastifyReply): void {
  const { method, url } = reply.request;
  if ((method === "GET" || method === "HEAD") && url.startsWith("/bff/")) reply.headers(openToAll);
}
