import type { FastifyInstance } from "fastify";
import { cachePolicy } from "../../http/cache/cache-control.ts";
import { refuseParameters } from "../../http/no-parameters.ts";
import { openToAll } from "../../http/security/cross-origin.ts";
import { apiCatalogue, CATALOGUE_TYPE, DOCUMENT } from "./api-catalogue.ts";
import { tryItRoutes } from "./try-it.ts";

/** The OpenAPI document, the page to try it on, and the catalogue that leads to both (RFC 9727). */
export async function docsRoutes(app: FastifyInstance): Promise<void> {
  const publicOrigin = app.config.PUBLIC_ORIGIN;
  let document: Buffer | null = null;
  app.get(DOCUMENT, { onRequest: refuseParameters }, async (_request, reply) => {
    document ??= Buffer.from(JSON.stringify(app.swagger()));
    reply.headers({ ...openToAll, "cache-control": cachePolicy.siteFile });
    return reply.type("application/json; charset=utf-8").send(document);
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
