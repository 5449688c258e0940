// npm run bench: compares the built site with peers, on one core each, in interleaved rounds. Prints ratios of medians, the CPU time of
// a response (from the kernel, so that a busy machine does not matter), latencies and memory.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startEmbeddedApi } from "../../../server/embedded-api/embedded-api.ts";

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const SECONDS = Number(process.env.SECONDS ?? 1);
/** The seconds of load before the first round, which compile every server's code. */
const WARM_UP_SECONDS = Number(process.env.WARM_UP_SECONDS ?? 3);
/** The number of processes of each server: processes of the same code differ in speed by up to a tenth. */
const PROCESSES = Number(process.env.PROCESSES ?? 3);
const PAGE = process.env.PAGE ?? "/news-events";
/** The flags that npm start uses. */
const HEAP = ["--max-semi-space-size=8"];
const BROWSER = { "accept-encoding": "gzip, deflate, br, zstd" };
const folder = mkdtempSync(join(tmpdir(), "bench-"));
const running = [];
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});
const fileOf = (name) => new URL(name, import.meta.url).pathname;
const pinned = (core, args) => ["taskset", ["-c", String(core), process.execPath, ...args]];

function start(args, env = {}) {
  const out = openSync(join(folder, `${running.length}.log`), "w");
  const stdio = ["ignore", out, "pipe"];
  const child = spawn(...pinned(0, args), { env: { ...process.env, ...env }, stdio });
  running.push(child);
  return child;
}

async function startPeer(name, args) {
  const child = start([fileOf(name), ...args]);
  for await (const chunk of child.stderr) {
    const port = /port (\d+)/.exec(String(chunk))?.[1];
    if (port) return { port: Number(port), pid: child.pid };
  }
  throw new Error("a peer did not start");
}

async function startSite(env = {}) {
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const dataDir = join(folder, `var-${port}`);
  const args = [...HEAP, "--import", "./server/require-node.mjs", "server/main.ts"];
  const child = start(args, {
    MALLOC_ARENA_MAX: "2",
    PORT: String(port),
    DATA_DIR: dataDir,
    ...env,
  });
  child.stderr.resume();
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${port}/health/live`).catch(() => null);
    if (response?.ok) break;
    await pause(50);
  }
  await pause(1_000);
  return { port, pid: child.pid };
}

async function send(port, path, headers = {}) {
  const options = { port, host: "127.0.0.1", path, headers };
  const response = await new Promise((done) => get(options, done));
  const chunks = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
}

/** Returns the CPU time of a process so far, in microseconds; the kernel counts in hundredths of a second. */
function cpuOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

async function load(port, path, headers, status, seconds) {
  const args = [port, path, seconds, "32", JSON.stringify(headers), status].map(String);
  const child = spawn(...pinned(1, [fileOf("./load.mjs"), ...args]), {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  for await (const chunk of child.stdout) text += chunk;
  return JSON.parse(text);
}

const startTimes = (count, start) => Promise.all(Array.from({ length: count }, start));

async function compare(what, servers, { path, headers = {}, status = 200 }) {
  const pathOf = typeof path === "function" ? path : () => path;
  const all = Object.entries(servers).flatMap(([name, processes]) =>
    processes.map(({ port, pid }) => ({
      name,
      pid,
      load: (seconds) => load(port, pathOf(port), headers, name === "site" ? status : 200, seconds),
    })),
  );
  for (const one of all) await one.load(WARM_UP_SECONDS);
  const rounds = {};
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { name, pid, load } of all) {
      const before = cpuOf(pid);
      const took = await load(SECONDS);
      if (took.bad > 0) throw new Error(`${what}, ${name}: ${took.bad} bad responses`);
      rounds[name] ??= [];
      rounds[name].push({ ...took, cost: (cpuOf(pid) - before) / took.requests });
    }
  }
  // The median, because a busy neighbour on the same machine can halve the speed of single rounds.
  const median = (name, figure) =>
    rounds[name].map((one) => one[figure]).sort((a, b) => a - b)[rounds[name].length >> 1];
  const ratio = (name, figure) => (median("site", figure) / median(name, figure)).toFixed(2);
  const peers = Object.keys(servers).filter((name) => name !== "site");
  const ratios = peers.map(
    (name) => `${name} ${ratio(name, "requests")} (CPU ${ratio(name, "cost")})`,
  );
  const [requests, cost, p50, p99] = ["requests", "cost", "p50", "p99"].map((figure) =>
    median("site", figure),
  );
  process.stdout.write(
    `${what}: site / ${ratios.join(", ")}; ${Math.round(requests / SECONDS)}/s, ${Math.round(cost)} us, p50 ${p50} ms, p99 ${p99} ms\n`,
  );
  for (const { name, pid } of all) if (name !== "site") process.kill(pid);
}

const sites = await startTimes(PROCESSES, () => startSite());
const [site] = sites;
for (const { port } of sites) await send(port, PAGE);
// Waits for the refresh of the lists 30 s after the start, when compiled code is compiled anew.
await pause(32_000);

/** Headers that differ between responses, or belong to the connection. */
const OWN_HEADERS = ["date", "connection", "keep-alive", "content-length", "transfer-encoding"];

/** Starts peers that send exactly what the site sends, including its headers. */
async function sameBytes(path, headers) {
  const response = await send(site.port, path, headers);
  const sent = Object.entries(response.headers).filter(([name]) => !OWN_HEADERS.includes(name));
  const file = join(folder, `body-${running.length}`);
  writeFileSync(file, response.body);
  const rest = [file, JSON.stringify(Object.fromEntries(sent))];
  const peers = (kind) => startTimes(PROCESSES, () => startPeer("./peer.mjs", [kind, ...rest]));
  return {
    site: sites,
    fastify: await peers("fastify"),
    "node:http": await peers("node"),
    "node:http and pino": await peers("node-pino"),
  };
}

const identity = await sameBytes(PAGE, {});
const bare = [await startPeer("./bare-react.mjs", [String(site.port), PAGE])];
await compare("cached page, identity", { ...identity, "bare React": bare }, { path: PAGE });
await compare("cached page, as a browser requests it", await sameBytes(PAGE, BROWSER), {
  path: PAGE,
  headers: BROWSER,
});
/** A page whose ETag is stable: the feed's ETag changes every minute, and differs between sites. */
const STATIC = "/about-us";
const { etag } = (await send(site.port, STATIC)).headers;
await compare(
  "304",
  { ...(await sameBytes(STATIC, {})), site: [site] },
  {
    path: STATIC,
    headers: { "if-none-match": etag },
    status: 304,
  },
);
const data = "/bff/view/news";
const { url: source } = await startEmbeddedApi({ dataDir: join(folder, "source"), port: 0 });
const proxy = [await startPeer("./peer.mjs", ["proxy", `${source}/api/news/`])];
await compare(
  data,
  { ...(await sameBytes(data, {})), "undici passthrough": proxy },
  { path: data },
);

/** Returns the URL with the picture's version, which the site gives out only after it has fetched the picture. */
async function keptPicture({ port }) {
  const { body } = await send(port, "/bff/view/news?page=1");
  const { slug, image } = JSON.parse(body).data.featured;
  await send(port, new URL(image.url).pathname);
  const again = await send(port, `/bff/news/${slug}?fields=image`);
  const path = new URL(JSON.parse(again.body).data.image.url).pathname;
  const smaller = path.replace("1280.jpg", "640.webp");
  await send(port, smaller);
  return smaller;
}
/** The picture's path for each site, because each site signs its own URLs. */
const pictures = new Map();
for (const one of sites) pictures.set(one.port, await keptPicture(one));
const picture = pictures.get(site.port);
await compare("kept picture", await sameBytes(picture, {}), {
  path: (port) => pictures.get(port) ?? picture,
});

const status = readFileSync(`/proc/${site.pid}/status`, "utf8");
const mebibytes = (name) =>
  Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)[1]) / 1_024);
process.stdout.write(
  `memory after load: ${mebibytes("VmRSS")} MiB, at most ${mebibytes("VmHWM")} MiB\n`,
);

for (const { pid } of sites) process.kill(pid);
const { createServer } = await import("node:http");
const slow = createServer(async (_request, response) => {
  await pause(1_000);
  response.writeHead(200, { "content-type": "application/json" }).end('{"items":[]}');
}).listen(0, "127.0.0.1");
await once(slow, "listening");
const waits = [];
const url = `http://127.0.0.1:${slow.address().port}`;
const late = await startSite({
  CONTENT_API_URL: url,
  FRESH_SECONDS: "0",
  STALE_IF_ERROR_SECONDS: "0",
});
await pause(2_000);
for (let round = 0; round < 9; round += 1) {
  const sentAt = performance.now();
  const response = await fetch(`http://127.0.0.1:${late.port}${PAGE}`);
  const reader = response.body.getReader();
  await reader.read();
  waits.push(performance.now() - sentAt);
  await reader.cancel();
  await pause(1_200);
}
const median = waits.toSorted((a, b) => a - b)[4];
process.stdout.write(
  `source 1 s late: first byte of the shell after ${median.toFixed(0)} ms (head start 50 ms)\n`,
);

slow.close();
slow.closeAllConnections();
process.exit();
