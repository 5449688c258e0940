// npm run bench:render: CPU of an uncached feed as a multiple of bare React drawing the same tree. Both stand in this
// process behind sockets: the whole application with no page kept ready, and node:http around renderToPipeableStream with
// the answers in memory. What asking costs is measured on a server that sends the same bytes, and taken off both.
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { pino } from "pino";
import { build } from "vite";
import { buildApp } from "../../server/app.ts";
import { contentPlugin } from "../../server/build/content/content-plugin.ts";
import { imagesPlugin } from "../../server/build/content/images-plugin.ts";
import { compose } from "../../server/composition.ts";
import { readConfig } from "../../server/config.ts";
import { startEmbeddedApi } from "../../server/embedded-api/embedded-api.ts";
import { createDraining } from "../../server/plugins/draining.ts";
import { createBuiltSide } from "../../server/ssr/built-renderer.ts";

const ROUNDS = Number(process.env.ROUNDS ?? 9);
const REQUESTS = Number(process.env.REQUESTS ?? 100);
const PATH = process.env.PAGE ?? "/news-events";
const folder = mkdtempSync(join(tmpdir(), "bench-"));
const logger = pino({ level: "info" }, { write: () => {} });

const source = await startEmbeddedApi({ dataDir: folder, port: 0 });
const config = readConfig({ CONTENT_API_URL: source.url, SHED_ABOVE_MS: "0", DATA_DIR: folder });
const parts = compose({ contentApiUrl: source.url, logger, now: Date.now, config });
const side = await createBuiltSide("dist");
const wiring = { ...parts, ...side, logger, now: Date.now };
const app = await buildApp(config, { ...wiring, pageBytes: 0, draining: createDraining() });
await app.listen({ host: "127.0.0.1", port: 0 });

const bundle = join(folder, "bundle");
await build({
  configFile: false,
  logLevel: "error",
  plugins: [react(), contentPlugin(), imagesPlugin()],
  define: { "process.env.NODE_ENV": '"production"' },
  ssr: { noExternal: true },
  build: {
    ssr: "tests/bench/bare-render.tsx",
    outDir: bundle,
    copyPublicDir: false,
    assetsInlineLimit: 0,
  },
});
const { createBareRender } = await import(join(bundle, "bare-render.js"));

const listen = (server) =>
  new Promise((done) => server.listen(0, "127.0.0.1", () => done(server.address().port)));
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

async function ask(port) {
  const options = { port, host: "127.0.0.1", path: PATH, agent };
  const answer = await new Promise((done) => request(options, done).end());
  const chunks = [];
  for await (const chunk of answer) chunks.push(chunk);
  if (answer.statusCode !== 200) throw new Error(`status ${answer.statusCode}`);
  return Buffer.concat(chunks);
}

const site = app.server.address().port;
// The very first page may be streamed, for its data is not there yet.
await ask(site);
const page = await ask(site);
const html = page.toString();
const hrefs = (tag) => [...html.matchAll(tag)].map(([, href]) => href);
/** What the built page links to, so that the peer draws the same head. */
const assets = {
  entry: hrefs(/<script type="module" src="([^"]+)"/g)[0] ?? hrefs(/<script src="([^"]+)"/g)[0],
  modules: hrefs(/<link rel="modulepreload" href="([^"]+)"/g),
  styles: hrefs(/<link rel="stylesheet" href="([^"]+)"/g),
  fonts: hrefs(/<link rel="preload" href="([^"]+)" as="font"/g),
};
const asker = { requestId: "bench", traceparent: undefined, signal: new AbortController().signal };
const siteData = parts.dataFor({ ...asker, onFault: () => {} });
const origin = config.PUBLIC_ORIGIN;
const draw = await createBareRender(PATH, { assetsOf: () => assets, siteData, origin });
const bare = await listen(
  createServer((_request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    draw(response);
  }),
);
const ready = await listen(createServer((_request, response) => response.end(page)));
const drawn = (await ask(bare)).length;
if (drawn !== page.length)
  throw new Error(`the peer draws ${drawn} bytes, the site ${page.length}`);

async function cpuOf(port, requests) {
  const before = process.cpuUsage();
  for (let count = 0; count < requests; count += 1) await ask(port);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / requests;
}

const ports = { site, bare, ready };
for (const port of Object.values(ports)) await cpuOf(port, 200);
const took = { site: [], bare: [], ready: [] };
for (let round = 0; round < ROUNDS; round += 1)
  for (const name of Object.keys(ports)) took[name].push(await cpuOf(ports[name], REQUESTS));
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const cost = (name) => median(took[name]) - median(took.ready);
process.stdout.write(
  `${PATH} uncached, ${page.length} bytes: site / bare React ${(cost("site") / cost("bare")).toFixed(2)} ` +
    `(${Math.round(cost("site"))} against ${Math.round(cost("bare"))} us; asking ${Math.round(median(took.ready))} us taken off)\n`,
);
rmSync(folder, { recursive: true });
process.exit();
