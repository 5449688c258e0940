import type { FastifyInstance } from "fastify";
import { cachePolicy } from "../../http/cache/cache-control.ts";
import { refuseParameters } from "../../http/no-parameters.ts";
import { openToAll } from "../../http/security/cross-origin.ts";
import type { DocsOptions, openDocsSite } from "../../openapi/docs-site.ts";
import { apiCatalogue, CATALOGUE_TYPE, DOCUMENT } from "./api-catalogue.ts";

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

/** The OpenAPI document, the page to try it on, and the catalogue that leads to both (RFC 9727). */
export async function docsRoutes(app: FastifyInstance, deps: DocsOptions): Promise<void> {
  const { publicOrigin } = deps;
  const docs = createDocsLoader(deps);
  app.addHook("onClose", docs.close);

  app.get(DOCUMENT, { onRequest: refuseParameters }, async (_request, reply) => {
    const { document } = await docs.load();
    reply.headers({ ...openToAll, "cache-control": cachePolicy.siteFile });
    return reply.type("application/json; charset=utf-8").send(document);
  });

  // The bare prefix leads to its documentation.
  app.get("/bff", async (_request, reply) => reply.redirect("/developers", 302));

  for (const url of ["/bff/docs", "/bff/docs/*"]) {
    app.get(url, async (request, reply) => {
      const { app: site } = await docs.load();
      const headers = { ...request.headers, "x-request-id": request.id };
      const shown = await site.inject({ url: request.url, headers });
      for (const name of ["connection", "date", "keep-alive", "transfer-encoding"])
        delete shown.headers[name];
      return reply.code(shown.statusCode).headers(shown.headers).send(shown.rawPayload);
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
