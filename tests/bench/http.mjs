// npm run bench: a cached page against peers that send the same bytes, one core each, rounds interleaved. Prints ratios.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, openSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const SECONDS = Number(process.env.SECONDS ?? 2);
const PATH = process.env.PAGE ?? "/news-events";
const folder = mkdtempSync(join(tmpdir(), "bench-"));
const running = [];

const pinned = (core, args) => ["taskset", ["-c", String(core), process.execPath, ...args]];

function start(args, env = {}) {
  const [command, list] = pinned(0, args);
  const out = openSync(join(folder, `${running.length}.log`), "w");
  const child = spawn(command, list, {
    env: { ...process.env, ...env },
    stdio: ["ignore", out, "pipe"],
  });
  running.push(child);
  return child;
}

async function portOf(child) {
  for await (const chunk of child.stderr) {
    const port = /port (\d+)/.exec(String(chunk))?.[1];
    if (port) return Number(port);
  }
  throw new Error("a server did not start");
}

async function load(port, path, encoding) {
  const file = new URL("./load.mjs", import.meta.url).pathname;
  const [command, list] = pinned(1, [file, String(port), path, String(SECONDS), "32", encoding]);
  const child = spawn(command, list, { stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  for await (const chunk of child.stdout) text += chunk;
  return JSON.parse(text);
}

const sitePort = 20_000 + Math.floor(Math.random() * 20_000);
start(["server/main.ts"], { PORT: String(sitePort), DATA_DIR: join(folder, "var") });
for (;;) {
  const answer = await fetch(`http://127.0.0.1:${sitePort}${PATH}`).catch(() => null);
  if (answer?.ok) break;
  await new Promise((resolve) => setTimeout(resolve, 100));
}
await new Promise((resolve) => setTimeout(resolve, 1_000));

for (const encoding of ["identity", "br"]) {
  const { get } = await import("node:http");
  const answer = await new Promise((resolve) =>
    get(
      { port: sitePort, host: "127.0.0.1", path: PATH, headers: { "accept-encoding": encoding } },
      resolve,
    ),
  );
  const chunks = [];
  for await (const chunk of answer) chunks.push(chunk);
  const file = join(folder, `page.${encoding}`);
  writeFileSync(file, Buffer.concat(chunks));
  const peer = new URL("./peer.mjs", import.meta.url).pathname;
  const fastify = await portOf(start([peer, "fastify", file, encoding]));
  const node = await portOf(start([peer, "node", file, encoding]));
  const totals = { site: 0, fastify: 0, node: 0 };
  const last = {};
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, port] of Object.entries({ site: sitePort, fastify, node })) {
      last[name] = await load(port, PATH, encoding);
      totals[name] += last[name].requests;
      if (last[name].bad > 0) throw new Error(`${name}: ${last[name].bad} bad answers`);
    }
  }
  const rate = (name) => Math.round(totals[name] / (ROUNDS * SECONDS));
  const ratio = (a, b) => (totals[a] / totals[b]).toFixed(2);
  process.stdout.write(
    `${encoding}: site ${rate("site")}/s, fastify ${rate("fastify")}/s, node:http ${rate("node")}/s; ` +
      `site/fastify ${ratio("site", "fastify")}, site/node ${ratio("site", "node")}; ` +
      `p50 ${last.site.p50} ms, p99 ${last.site.p99} ms\n`,
  );
}
for (const child of running) child.kill("SIGTERM");
await Promise.all(running.map((child) => once(child, "exit")));
