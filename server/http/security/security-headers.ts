import type { FastifyReply, FastifyRequest } from "fastify";

/** Of what is no page: opened by itself, it loads and runs nothing. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Headers of every response but files; pages replace the strict policy by their own. */
export function securityHeaders({ isSecure }: { isSecure: boolean }): Record<string, string> {
  const headers = {
    "content-security-policy": DATA_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy":
      "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
    "x-frame-options": "DENY",
  };
  return isSecure
    ? { ...headers, "strict-transport-security": "max-age=63072000; includeSubDomains" }
    : headers;
}

/** The others say what a document may do, and how it is embedded. */
const OF_FILES = new Set([
  "x-content-type-options",
  "cross-origin-resource-policy",
  "strict-transport-security",
]);

/** Headers of the scripts, styles, fonts and pictures that pages load (docs/decisions/0071). */
export function fileSecurityHeaders(options: { isSecure: boolean }): Record<string, string> {
  const all = Object.entries(securityHeaders(options));
  return Object.fromEntries(all.filter(([name]) => OF_FILES.has(name)));
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** Each URL of the route has one content for ever: nobody asks again for one, nor for a part. */
    areFiles?: boolean;
  }
}

/** True for a file that has few headers (docs/decisions/0071): not for an error on its route. */
export const hasFewHeaders = ({ routeOptions }: FastifyRequest, { statusCode }: FastifyReply) =>
  routeOptions.config.areFiles === true && statusCode === 200;
