import type { Plugin } from "vite";

/** The page is rendered in the browser alone: nothing of the page is in the route table or in the renderer of the server. */
const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Parts of the pages</title>
  </head>
  <body>
    <div id="root" style="display: block"></div>
    <script type="module" src="/client/entry-parts.tsx"></script>
  </body>
</html>`;

/** Serves `/parts` in development: the parts that pages are made of, for designers. No build contains the page. */
export function partsPagePlugin(): Plugin {
  return {
    name: "parts-page",
    apply: "serve",
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const { url = "" } = request;
        if (url.split("?", 1)[0] !== "/parts") return next();
        server.transformIndexHtml(url, PAGE).then((html) => {
          response.setHeader("content-type", "text/html; charset=utf-8");
          response.end(html);
        }, next);
      });
    },
  };
}
