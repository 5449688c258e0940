import type { FastifyInstance } from "fastify";

const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Headers of every answer; pages put their own policy in place of the strict one. */
export function securityHeaders({ isSecure }: { isSecure: boolean }): Record<string, string> {
  return {
    "content-security-policy": DATA_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy":
      "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
    "x-frame-options": "DENY",
    ...(isSecure ? { "strict-transport-security": "max-age=63072000; includeSubDomains" } : {}),
  };
}

/** Puts them on every answer, errors included, where the answer has not set its own. */
export function addSecurityHeaders(app: FastifyInstance, options: { isSecure: boolean }): void {
  const headers = Object.entries(securityHeaders(options));
  app.addHook("onSend", (_request, reply, _payload, done) => {
    for (const [name, value] of headers) if (!reply.hasHeader(name)) reply.header(name, value);
    done();
  });
}
