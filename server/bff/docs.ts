import type { FastifyInstance } from "fastify";
import { cachePolicy, openToAll } from "../http/headers.ts";
import { refuseParameters } from "../http/problems.ts";

/** Adds the OpenAPI document, and the API catalogue (RFC 9727). */
export async function docsRoutes(app: FastifyInstance): Promise<void> {
  const publicOrigin = app.config.PUBLIC_ORIGIN;
  const openFile = { ...openToAll, "cache-control": cachePolicy.anHour };
  let document: Buffer | null = null;
  app.get("/bff/openapi.json", { onRequest: refuseParameters }, async (_request, reply) => {
    document ??= Buffer.from(JSON.stringify(app.swagger()));
    return reply.headers(openFile).type("application/json; charset=utf-8").send(document);
  });

  app.get("/bff", async (_request, reply) => reply.redirect("/developers", 302));
  // The page to try the API on, which is in bookmarks.
  app.get("/bff/docs", async (_request, reply) => reply.redirect("/developers", 308));

  const at = (path: string, type: string) => ({ href: publicOrigin + path, type });
  const catalogue = JSON.stringify({
    linkset: [
      {
        anchor: `${publicOrigin}/bff`,
        "service-desc": [{ ...at("/bff/openapi.json", "application/json"), title: "OpenAPI 3.1" }],
        "service-doc": [
          at("/developers", "text/html"),
          { ...at("/developers/changelog", "text/html"), title: "Changelog" },
        ],
      },
    ],
  });
  app.get("/.well-known/api-catalog", async (_request, reply) => {
    const profile = "https://www.rfc-editor.org/info/rfc9727";
    reply.header("link", `<${publicOrigin}/.well-known/api-catalog>; rel="api-catalog"`);
    reply.headers(openFile).type(`application/linkset+json; profile="${profile}"`);
    return reply.send(catalogue);
  });
}
