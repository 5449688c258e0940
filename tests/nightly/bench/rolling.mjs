// npm run bench:rolling: restarts two sites behind the proxy of compose.yaml in turn (SIGTERM), each at least twice, for as long as the
// load lasts. Prints every response that is not a complete 200; the aim is none. ROLLING_REQUESTS (50,000), ROLLING_VISITORS (16).
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startFakeContentApi } from "../../fakes/content-api.ts";
import { fullRows } from "../../fixtures/samples.ts";
import { findNginx, startProxy } from "../../setup/services/nginx.ts";
import { startSiteProcess } from "../../setup/site/site-process.ts";
import { freePort } from "./free-port.ts";
import { request } from "./site-load.ts";

const total = Number(process.env.ROLLING_REQUESTS ?? 50_000);
const visitors = Number(process.env.ROLLING_VISITORS ?? 16);
const LEAST_RESTARTS = 4;
const PATHS = ["/", "/about-us", "/news-events", "/news-events/news/tree-day", "/bff/news"];
/** Longer than `fail_timeout` in server/ops/proxy/nginx.conf, during which the proxy treats the instance as down. */
const PROXY_FORGETS_MS = 6_000;
const say = (line) => process.stdout.write(`${line}\n`);

const program = findNginx();
if (!program) throw new Error("nginx is missing; `npm test` installs it");
const dir = mkdtempSync(join(tmpdir(), "rolling-"));
// nginx may run its workers as another account.
chmodSync(dir, 0o755);
const source = await startFakeContentApi({ news: fullRows("news"), events: fullRows("events") });

async function instance(name) {
  const env = {
    PORT: String(await freePort()),
    DATA_DIR: join(dir, name),
    CONTENT_API_URL: source.url,
    TRUST_PROXY: "127.0.0.1",
    // Load shedding is measured elsewhere (overload.mjs).
    MAX_QUEUE_DELAY_MS: "0",
  };
  const begin = () => startSiteProcess(env);
  let running = await begin();
  return {
    url: running.url,
    restart: async () => {
      await running.end("SIGTERM");
      running = await begin();
    },
    end: () => running.end(),
  };
}

const sites = [await instance("one"), await instance("two")];
const proxy = await startProxy(program, {
  dir: join(dir, "proxy"),
  sites: [sites[0].url, sites[1].url],
});

let asked = 0;
let restarts = 0;
const failures = [];
const isUnderWay = () => asked < total || restarts < LEAST_RESTARTS;
const agent = new Agent({ keepAlive: true, maxSockets: visitors });
async function visitor() {
  while (isUnderWay()) {
    const n = asked;
    asked += 1;
    const path = PATHS[n % PATHS.length];
    // Most requests bypass the proxy's cache, because the sites are what is restarted.
    const isPage = !path.startsWith("/bff");
    const taken = await request(proxy.url, isPage ? `${path}?n=${n}` : path, agent);
    if (taken.status !== 200 || !taken.isWhole) failures.push({ n, restarts, ...taken });
  }
}

const startedAt = performance.now();
const load = Promise.all(Array.from({ length: visitors }, visitor));
for (let turn = 0; isUnderWay(); turn += 1) {
  await sites[turn % 2].restart();
  restarts += 1;
  await pause(PROXY_FORGETS_MS);
}
await load;
const seconds = (performance.now() - startedAt) / 1_000;
say(
  `${asked} requests in ${seconds.toFixed(0)} s, ${restarts} restarts, ${failures.length} failed`,
);
for (const failure of failures.slice(0, 50)) say(JSON.stringify(failure));
agent.destroy();
await proxy.end();
for (const site of sites) await site.end();
await source.close();
rmSync(dir, { recursive: true, force: true });
process.exitCode = failures.length > 0 ? 1 : 0;
