import swaggerUi from "@fastify/swagger-ui";
import type { FastifyError, FastifyInstance } from "fastify";
import { cachePolicy, openToAll } from "../http/headers.ts";
import { refuseParameters } from "../http/problems.ts";

const FILES = "/bff/docs/static";

/** Returns the HTML around Swagger UI. The package's own page lacks a viewport, a language of its own words and a way back. */
const tryPage = (siteName: string) => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Try the API | ${siteName}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${FILES}/swagger-ui.css">
<link rel="stylesheet" href="${FILES}/index.css">
<link rel="stylesheet" href="${FILES}/theme/try-page.css">
</head>
<body>
<header class="way-back"><a href="/developers">Back to the reference</a></header>
<main id="swagger-ui"></main>
<noscript><p class="way-back">This page needs scripts. <a href="/developers">The reference</a> does not.</p></noscript>
<script src="${FILES}/swagger-ui-bundle.js"></script>
<script src="${FILES}/swagger-ui-standalone-preset.js"></script>
<script src="${FILES}/swagger-initializer.js"></script>
</body>
</html>
`;

const tryPageCss = `
.way-back { padding: 0.25rem 1.25rem; background: #0b2a3a; font: 600 1rem/1.5 system-ui, sans-serif; }
.way-back, .way-back a { color: #f3f9fb; }
.way-back a { display: inline-flex; align-items: center; min-height: 2.75rem; }
.way-back a:focus-visible { outline: 3px solid #efb000; outline-offset: 2px; }
.swagger-ui .wrapper { box-sizing: border-box; }
.swagger-ui .opblock-summary-path { overflow-wrap: anywhere; }
`;

/** Adds the page to try the API on: Swagger UI in HTML of our own. */
async function tryItRoutes(app: FastifyInstance): Promise<void> {
  // A path that leads out of the folder of static files counts as not found.
  app.setErrorHandler<FastifyError>((error, _request, reply) => {
    if (error.statusCode !== 403) throw error;
    reply.callNotFound();
  });
  await app.register(swaggerUi, {
    routePrefix: "/bff/docs",
    staticCSP: [
      "default-src 'none'",
      "script-src 'self'",
      // The hash of the only style attribute that the page sets in markup.
      "style-src 'self' 'unsafe-hashes' 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='",
      "img-src 'self' data:",
      "font-src 'self'",
      `connect-src 'self' ${app.config.PUBLIC_ORIGIN}`,
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join("; "),
    theme: { css: [{ filename: "try-page.css", content: tryPageCss }] },
    // `BaseLayout` has no bar for another URL.
    uiConfig: { layout: "BaseLayout", docExpansion: "list", tryItOutEnabled: true },
    uiHooks: {
      onRequest: (request, reply, next) => {
        reply.headers({ "cache-control": cachePolicy.anHour, "x-robots-tag": "noindex" });
        if (request.routeOptions.url !== "/bff/docs" && request.routeOptions.url !== "/bff/docs/")
          return next();
        reply.type("text/html; charset=utf-8").send(tryPage(app.content.in("en").frame.name));
      },
    },
  });
}

/** Adds the OpenAPI document, the page to try the API on, and the API catalogue (RFC 9727). */
export async function docsRoutes(app: FastifyInstance): Promise<void> {
  const publicOrigin = app.config.PUBLIC_ORIGIN;
  const openFile = { ...openToAll, "cache-control": cachePolicy.anHour };
  let document: Buffer | null = null;
  app.get("/bff/openapi.json", { onRequest: refuseParameters }, async (_request, reply) => {
    document ??= Buffer.from(JSON.stringify(app.swagger()));
    return reply.headers(openFile).type("application/json; charset=utf-8").send(document);
  });

  app.get("/bff", async (_request, reply) => reply.redirect("/developers", 302));
  await app.register(tryItRoutes);

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
