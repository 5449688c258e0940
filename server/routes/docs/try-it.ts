import swaggerUi from "@fastify/swagger-ui";
import type { FastifyError, FastifyInstance } from "fastify";
import { cachePolicy } from "../../http/cache/cache-control.ts";
import { tryPage, tryPageCss } from "../../openapi/try-it-page.ts";

/** The one style attribute that the page sets in markup, by its hash. */
const WIDTH_OF_LOGIN = "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='";

/** The CSP of the page: its files and responses of this site; icons are data URLs. */
const policyOf = (publicOrigin: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'unsafe-hashes' ${WIDTH_OF_LOGIN}`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ${publicOrigin}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

/** The page to try the API on: Swagger UI in a frame of our own. */
export async function tryItRoutes(
  app: FastifyInstance,
  { publicOrigin }: { publicOrigin: string },
): Promise<void> {
  // A path that leads out of the folder of its files is no file.
  app.setErrorHandler<FastifyError>((error, _request, reply) => {
    if (error.statusCode !== 403) throw error;
    reply.callNotFound();
  });
  await app.register(swaggerUi, {
    routePrefix: "/bff/docs",
    staticCSP: policyOf(publicOrigin),
    theme: { css: [{ filename: "try-page.css", content: tryPageCss }] },
    // Without the bar for another URL: this page is for one document.
    uiConfig: { layout: "BaseLayout", docExpansion: "list", tryItOutEnabled: true },
    uiHooks: {
      onRequest: (request, reply, next) => {
        reply.headers({ "cache-control": cachePolicy.plainAsset, "x-robots-tag": "noindex" });
        if (request.routeOptions.url !== "/bff/docs" && request.routeOptions.url !== "/bff/docs/")
          return next();
        reply.type("text/html; charset=utf-8").send(tryPage);
      },
    },
  });
}
