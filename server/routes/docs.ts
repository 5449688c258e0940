import type { FastifyInstance } from "fastify";
import type { DescribedRoute } from "../openapi/described-routes.ts";
import { openToAll } from "../plugins/open-to-all.ts";
import { securityHeaders } from "../plugins/security-headers.ts";
import { cachePolicy } from "../ssr/cache-policy.ts";
import { sendCached } from "../ssr/cached-page.ts";
import type { PageCache } from "../ssr/page-cache.ts";

interface DocsDeps {
  routes: readonly DescribedRoute[];
  publicOrigin: string;
  isSecure: boolean;
  kept: PageCache;
}

const DOCUMENT = "/bff/openapi.json";
const HOUR_MS = 3_600_000;

/** The OpenAPI document, the page to try it on, and the catalogue that leads to both (RFC 9727). */
export async function docsRoutes(app: FastifyInstance, deps: DocsDeps): Promise<void> {
  const { routes, publicOrigin, isSecure, kept } = deps;
  let opening: ReturnType<typeof openDocs> | null = null;

  async function openDocs() {
    const { openDocsSite } = await import("../openapi/docs-site.ts");
    return openDocsSite({ routes, publicOrigin, isSecure });
  }
  function docs() {
    opening ??= openDocs();
    opening.catch(() => {
      opening = null;
    });
    return opening;
  }
  app.addHook("onClose", async () => {
    if (opening) await (await opening).app.close();
  });

  app.get(DOCUMENT, async (request, reply) => {
    const ready = kept.get(DOCUMENT);
    if (ready) {
      sendCached(request, reply, { page: ready, state: "hit" });
      return reply;
    }
    const { document } = await docs();
    const headers = {
      ...securityHeaders({ isSecure }),
      ...openToAll,
      "content-type": "application/json; charset=utf-8",
      "cache-control": cachePolicy.siteFile,
      vary: "Accept-Encoding",
    };
    const bytes = Buffer.from(JSON.stringify(document));
    const page = kept.keep(DOCUMENT, {
      ...{ bytes, headers: Object.entries(headers).flat(), freshForMs: HOUR_MS },
      ...{ tags: [], route: DOCUMENT, data: null, purgesBefore: kept.purges() },
    });
    sendCached(request, reply, { page, state: "miss" });
    return reply;
  });

  // Whoever types the name of the whole wants to know what it is.
  app.get("/bff", async (_request, reply) => reply.redirect("/developers", 302));

  for (const url of ["/bff/docs", "/bff/docs/*"]) {
    app.get(url, async (request, reply) => {
      const { app: site } = await docs();
      reply.hijack();
      reply.raw.setHeader("x-request-id", request.id);
      site.routing(request.raw, reply.raw);
      return reply;
    });
  }

  app.get("/.well-known/api-catalog", async (_request, reply) => {
    const type = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';
    const catalogue = {
      linkset: [
        {
          anchor: `${publicOrigin}/bff`,
          "service-desc": [
            { href: publicOrigin + DOCUMENT, type: "application/json", title: "OpenAPI 3.1" },
          ],
          "service-doc": [{ href: `${publicOrigin}/developers`, type: "text/html" }],
          status: [{ href: `${publicOrigin}/health/ready`, type: "application/json" }],
        },
      ],
    };
    return reply
      .headers({
        ...openToAll,
        "cache-control": cachePolicy.siteFile,
        link: `<${publicOrigin}/.well-known/api-catalog>; rel="api-catalog"`,
      })
      .type(type)
      .send(JSON.stringify(catalogue));
  });
}
