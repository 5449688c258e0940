import type { FastifyInstance } from "fastify";
import { HOUR_MS } from "../../../shared/time.ts";
import { cachePolicy } from "../../http/cache/cache-control.ts";
import type { ResponseCache } from "../../http/cache/response-cache.ts";
import { sendCached } from "../../http/cache/send-cached.ts";
import { refuseParameters } from "../../http/no-parameters.ts";
import { openToAll } from "../../http/security/cross-origin.ts";
import { securityHeaders } from "../../http/security/security-headers.ts";
import type { DocsOptions, openDocsSite } from "../../openapi/docs-site.ts";
import { apiCatalogue, CATALOGUE_TYPE, DOCUMENT } from "./api-catalogue.ts";

interface DocsDeps extends DocsOptions {
  cache: ResponseCache;
}

type DocsSite = Awaited<ReturnType<typeof openDocsSite>>;

/** Opens the docs site on the first request, and again after a failure. */
function createDocsLoader(options: DocsOptions) {
  let opening: Promise<DocsSite> | null = null;
  async function open(): Promise<DocsSite> {
    const docsSite = await import("../../openapi/docs-site.ts");
    return docsSite.openDocsSite(options);
  }
  return {
    load(): Promise<DocsSite> {
      opening ??= open();
      opening.catch(() => {
        opening = null;
      });
      return opening;
    },
    async close(): Promise<void> {
      if (opening) await (await opening).app.close();
    },
  };
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
  const docs = createDocsLoader(deps);
  app.addHook("onClose", docs.close);

  app.get(DOCUMENT, { onRequest: refuseParameters }, async (request, reply) => {
    const cached = cache.get(DOCUMENT);
    if (cached) {
      sendCached(request, reply, { response: cached, state: "hit" });
      return reply;
    }
    const { document } = await docs.load();
    const page = cache.store(DOCUMENT, {
      bytes: Buffer.from(JSON.stringify(document)),
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

  for (const url of ["/bff/docs", "/bff/docs/*"]) {
    app.get(url, async (request, reply) => {
      const { app: site } = await docs.load();
      reply.hijack();
      reply.raw.setHeader("x-request-id", request.id);
      request.raw.headers["x-request-id"] = request.id;
      site.routing(request.raw, reply.raw);
      return reply;
    });
  }

  app.get("/.well-known/api-catalog", async (_request, reply) => {
    reply.headers({
      ...openToAll,
      "cache-control": cachePolicy.siteFile,
      link: `<${publicOrigin}/.well-known/api-catalog>; rel="api-catalog"`,
    });
    return reply.type(CATALOGUE_TYPE).send(apiCatalogue(publicOrigin));
  });
}
