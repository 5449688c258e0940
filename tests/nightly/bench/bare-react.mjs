// The peer that renders the page's own tree with React alone, and its data in memory. To run it as a program: node bare-react.mjs <port
// of the site> <path>
import { mkdtempSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { pino } from "pino";
import { build } from "vite";
import { buildApp } from "../../../server/app.ts";
import { readConfig } from "../../../server/config.ts";
import { startEmbeddedApi } from "../../../server/embedded-api/embedded-api.ts";
import { createBuiltSide } from "../../../server/pages/built-renderer.ts";
import viteConfig from "../../../vite.config.ts";

/** Returns the two stylesheets inlined in the page. */
function stylesheetsOf(html) {
  const [base, page] = [
    ...html.matchAll(/<style(?:[^>]* data-stylesheet="([^"]*)")?[^>]*>([^<]*)</g),
  ];
  const sheet = ([, name, text]) => ({ name, text, hash: "" });
  return { base: sheet(base), page: page ? sheet(page) : null };
}

/** Returns the files that the page links to, so that the peer renders the same head. */
function assetsOf(html) {
  const hrefs = (tag) => [...html.matchAll(tag)].map(([, href]) => href);
  return {
    entry: hrefs(/<script type="module" src="([^"]+)"/g)[0],
    modules: hrefs(/<link rel="module" href="([^"]+)"/g),
    links: [],
    stylesheets: stylesheetsOf(html),
    stylesFolder: hrefs(/<body[^>]* data-styles="([^"]+)"/g)[0] ?? null,
    fonts: hrefs(/<link rel="preload" href="([^"]+)" as="font"/g),
  };
}

/** Creates a node:http server that renders `path` for every request. */
export async function createBareReact(path, { html, siteData, content, origin }) {
  const outDir = join(mkdtempSync(join(tmpdir(), "bench-")), "bundle");
  await build({
    configFile: false,
    logLevel: "error",
    css: viteConfig({ command: "build" }).css,
    plugins: [react()],
    define: { "process.env.NODE_ENV": '"production"' },
    ssr: { noExternal: true },
    build: {
      ssr: "tests/nightly/bench/bare-render.tsx",
      outDir,
      copyPublicDir: false,
      assetsInlineLimit: 0,
    },
  });
  const { createBareRender } = await import(join(outDir, "bare-render.js"));
  const assets = assetsOf(html);
  const render = await createBareRender(path, {
    assetsOf: () => assets,
    siteData,
    content,
    origin,
  });
  return createServer((_request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    render(response);
  });
}

/** Starts the site without cached pages, over our own source, and returns the site's data as its pages query it. */
export async function startData(dataDir) {
  const logger = pino({ level: "info" }, { write: () => {} });
  const source = await startEmbeddedApi({ dataDir, port: 0 });
  const env = { CONTENT_API_URL: source.url, MAX_QUEUE_DELAY_MS: "0", DATA_DIR: dataDir };
  const client = await createBuiltSide("dist");
  const app = await buildApp(readConfig(env), { logger, client });
  // Without cached pages, every request is rendered.
  app.pages.pageCache.get = () => undefined;
  const { signal } = new AbortController();
  const siteData = app.siteData.dataFor({
    requestId: "bench",
    traceparent: undefined,
    signal,
    onError() {},
  });
  return { app, siteData, content: app.content.in("en") };
}

if (process.argv[1] === import.meta.filename) {
  const [sitePort, path] = process.argv.slice(2);
  const origin = `http://127.0.0.1:${sitePort}`;
  const html = await (await fetch(origin + path)).text();
  const { siteData, content } = await startData(mkdtempSync(join(tmpdir(), "bench-")));
  const server = await createBareReact(path, { html, siteData, content, origin });
  server.listen(0, "127.0.0.1", () => process.stderr.write(`port ${server.address().port}\n`));
}
