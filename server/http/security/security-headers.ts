import fp from "fastify-plugin";
import { isHashedFile } from "./hashed-files.ts";

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

/** Headers of the scripts, styles, fonts and pictures that pages load (docs/decisions/0062). */
export function fileSecurityHeaders(options: { isSecure: boolean }): Record<string, string> {
  const all = Object.entries(securityHeaders(options));
  return Object.fromEntries(all.filter(([name]) => OF_FILES.has(name)));
}

/** Sets them on every response, errors included, where the response has not set its own. */
export const securityHeadersPlugin = fp<{ isSecure: boolean }>(
  async (app, options) => {
    const all = Object.entries(securityHeaders(options));
    const ofFiles = Object.entries(fileSecurityHeaders(options));
    app.addHook("onSend", (request, reply, _payload, done) => {
      const headers = isHashedFile(request, reply) ? ofFiles : all;
      for (const [name, value] of headers) if (!reply.hasHeader(name)) reply.header(name, value);
      done();
    });
  },
  { name: "security-headers" },
);
