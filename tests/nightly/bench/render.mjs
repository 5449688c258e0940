// npm run bench:render: measures the CPU time of an uncached feed as a multiple of bare React rendering the same tree. Both run in this
// process behind sockets: the whole application without cached pages, and node:http around renderToPipeableStream with the responses in
// memory. The cost of the requests themselves is measured on a server that sends the same bytes, and subtracted from both.
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createBareReact, startData } from "./bare-react.mjs";

const ROUNDS = Number(process.env.ROUNDS ?? 9);
const REQUESTS = Number(process.env.REQUESTS ?? 100);
const PATH = process.env.PAGE ?? "/news-events";
const folder = mkdtempSync(join(tmpdir(), "bench-"));

const { app, siteData, content } = await startData(folder);
await app.listen({ host: "127.0.0.1", port: 0 });
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

async function send(port) {
  const options = { port, host: "127.0.0.1", path: PATH, agent };
  const response = await new Promise((done) => request(options, done).end());
  const chunks = [];
  for await (const chunk of response) chunks.push(chunk);
  if (response.statusCode !== 200) throw new Error(`status ${response.statusCode}`);
  return Buffer.concat(chunks);
}

const listen = (server) =>
  new Promise((done) => server.listen(0, "127.0.0.1", () => done(server.address().port)));
const site = app.server.address().port;
// The very first page may be streamed, because its data has not arrived yet.
await send(site);
const page = await send(site);
const html = page.toString();
const bare = await listen(
  await createBareReact(PATH, { html, siteData, content, origin: app.config.PUBLIC_ORIGIN }),
);
const ready = await listen(createServer((_request, response) => response.end(page)));
const rendered = (await send(bare)).length;
if (rendered !== page.length)
  throw new Error(`the peer renders ${rendered} bytes, not ${page.length}`);

async function cpuOf(port, requests) {
  const before = process.cpuUsage();
  for (let count = 0; count < requests; count += 1) await send(port);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / requests;
}

const ports = { site, bare, ready };
for (const port of Object.values(ports)) await cpuOf(port, 200);
const took = { site: [], bare: [], ready: [] };
for (let round = 0; round < ROUNDS; round += 1)
  for (const name of Object.keys(ports)) took[name].push(await cpuOf(ports[name], REQUESTS));
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const requesting = median(took.ready);
const [ours, theirs] = [median(took.site) - requesting, median(took.bare) - requesting];
process.stdout.write(
  `${PATH} uncached, ${page.length} bytes: site / bare React ${(ours / theirs).toFixed(2)} ` +
    `(${Math.round(ours)} against ${Math.round(theirs)} us; requesting, ${Math.round(requesting)} us, taken off)\n`,
);
rmSync(folder, { recursive: true });
process.exit();
