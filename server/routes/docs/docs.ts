import type { FastifyInstance } from "fastify";
import { HOUR_MS } from "../../../shared/time.ts";
import { cachePolicy } from "../../http/cache/cache-control.ts";
import type { ResponseCache } from "../../http/cache/response-cache.ts";
import { sendCached } from "../../http/cache/send-cached.ts";
import { refuseParameters } from "../../http/no-parameters.ts";
import { openToAll } from "../../http/security/cross-origin.ts";
import { securityHeaders } from "../../http/security/security-headers.ts";
import { apiCatalogue, CATALOGUE_TYPE, DOCUMENT } from "./api-catalogue.ts";
import { tryItRoutes } from "./try-it.ts";

interface DocsDeps {
  publicOrigin: string;
  isSecure: boolean;
  cache: ResponseCache;
}

function documentHeaders(isSecure: boolean): string[] {
  return Object.entries({
    ...securityHeaders({ isSecure }),
    ...openToAll,
    "content-type": "application/json; charset=utf-8",
    "cache-control": cachePolicy.siteFile,
    vary: "Accept-Encoding",
  }).flat();
}

/** The OpenAPI document, the page to try it on, and the catalogue that leads to both (RFC 9727). */
export async function docsRoutes(app: FastifyInstance, deps: DocsDeps): Promise<void> {
  const { publicOrigin, isSecure, cache } = deps;
  app.get(DOCUMENT, { onRequest: refuseParameters }, async (request, reply) => {
    const cached = cache.get(DOCUMENT);
    if (cached) {
      sendCached(request, reply, { response: cached, state: "hit" });
      return reply;
    }
    const page = cache.store(DOCUMENT, {
      bytes: Buffer.from(JSON.stringify(app.swagger())),
      headers: documentHeaders(isSecure),
      freshForMs: HOUR_MS,
      tags: [],
      route: DOCUMENT,
      data: null,
      purgesBefore: cache.purges(),
    });
    sendCached(request, reply, { response: page, state: "miss" });
    return reply;
  });

  // The bare prefix leads to its documentation.
  app.get("/bff", async (_request, reply) => reply.redirect("/developers", 302));

  await app.register(tryItRoutes, { publicOrigin });

  app.get("/.well-known/api-catalog", async (_request, reply) => {
    reply.headers({
      ...openToAll,
      "cache-control": cachePolicy.siteFile,
      link: `<${publicOrigin}/.well-known/api-catalog>; rel="api-catalog"`,
    });
    return reply.type(CATALOGUE_TYPE).send(apiCatalogue(publicOrigin));
  });
}
