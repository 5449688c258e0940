import type { FastifyInstance } from "fastify";
import { cachePolicy } from "../http/cache-control.ts";
import { openToAll } from "../http/cross-origin.ts";
import { refuseParameters } from "../http/problems.ts";
import { tryItRoutes } from "./try-it.ts";

/** The URL of the OpenAPI document. */
const DOCUMENT = "/bff/openapi.json";

const CATALOGUE_TYPE =
  'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

/** The API catalogue (RFC 9727) as a link set. */
function apiCatalogue(publicOrigin: string): string {
  return JSON.stringify({
    linkset: [
      {
        anchor: `${publicOrigin}/bff`,
        "service-desc": [
          { href: publicOrigin + DOCUMENT, type: "application/json", title: "OpenAPI 3.1" },
        ],
        "service-doc": [
          { href: `${publicOrigin}/developers`, type: "text/html" },
          { href: `${publicOrigin}/developers/changelog`, type: "text/html", title: "Changelog" },
        ],
        status: [{ href: `${publicOrigin}/health/ready`, type: "application/json" }],
      },
    ],
  });
}

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
