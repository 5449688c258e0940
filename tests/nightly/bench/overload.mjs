// npm run bench:overload: measures the built site's capacity in a closed loop over pages that need work, then sends twice that rate in
// an open loop, together with visitors of ready pages. Prints ratios; asserts nothing.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { closedLoad, openLoad, percentile, request } from "./site-load.ts";

const SECONDS = Number(process.env.SECONDS ?? 8);
const FACTOR = Number(process.env.FACTOR ?? 2);
const READY = ["/", "/about-us", "/news-events", "/our-impact", "/donate"];
const READY_A_SECOND = 50;
const TOO_LATE_MS = 100;

/**
 * Paths that need work every time: a page that is never cached, one that needs a request to the source, one that nobody has requested
 * before, and data of its own.
 */
const WORKS = {
  story: (n) => `/blog/no-such-story-${n}`,
  absent: (n) => `/news-events/news/none-${n}`,
  narrowed: (n) => `/news-events?tag=none-${n}`,
  data: (n) => `/bff/news?limit=50&tag=none-${n}`,
};
const chosen = (process.env.WORK ?? "story,absent,narrowed").split(",");

const folder = mkdtempSync(join(tmpdir(), "overload-"));
const port = String(20_000 + Math.floor(Math.random() * 20_000));
const [onCoreZero, ...itsArgs] = ["taskset", "-c", "0"];
const site = spawn(
  onCoreZero,
  [
    ...itsArgs,
    process.execPath,
    ...(process.env.NODE_ARGS ?? "").split(" ").filter(Boolean),
    "server/main.ts",
  ],
  {
    env: { LOG_LEVEL: "error", ...process.env, PORT: port, DATA_DIR: folder },
    stdio: ["ignore", "inherit", "inherit"],
  },
);
const url = `http://127.0.0.1:${port}`;
const say = (line) => process.stdout.write(`${line}\n`);
const isShed = ({ status }) => status === 503;
const isGood = ({ status, isWhole }) => (status === 200 || status === 404) && isWhole;
const p99 = (taken) =>
  `p99 ${Math.round(
    percentile(
      taken.map(({ tookMs }) => tookMs),
      0.99,
    ),
  )} ms`;

while (!(await fetch(url).catch(() => null))?.ok) await wait(100);
for (const path of READY) for (const _ of [1, 2]) await (await fetch(url + path)).text();
await wait(1_500);

let salt = 0;
for (const name of chosen) {
  salt += 1_000_000;
  const from = salt;
  const pathOf = (n) => WORKS[name](from + n);
  await closedLoad({ url, seconds: 2, pathOf: (n) => pathOf(n + 400_000) }, 16);
  const closed = await closedLoad({ url, seconds: SECONDS, pathOf }, 32);
  const capacity = closed.filter(isGood).length / SECONDS;
  say(
    `${name}: capacity ${Math.round(capacity)}/s, ${p99(closed)}, ${closed.filter(isShed).length} shed of ${closed.length}`,
  );
  // All times below include the delay of this process itself on a busy machine.
  const own = monitorEventLoopDelay({ resolution: 5 });
  own.enable();
  const [work, ready] = await Promise.all([
    openLoad({ url, seconds: SECONDS, pathOf: (n) => pathOf(n + 100_000) }, capacity * FACTOR),
    openLoad({ url, seconds: SECONDS, pathOf: (n) => READY[n % READY.length] }, READY_A_SECOND),
  ]);
  own.disable();
  const endedAt = performance.now();
  const agent = new Agent({ keepAlive: true });
  let lastBadAt = endedAt;
  for (let n = 0; performance.now() - endedAt < 4_000; n += 1) {
    const response = await request(url, pathOf(n + 300_000), agent);
    if (!isGood(response)) lastBadAt = performance.now();
    await wait(50);
  }
  agent.destroy();
  if (own.percentile(99) / 1e6 > TOO_LATE_MS) {
    say("  the clients themselves were too slow for twice as much: nothing is told of the site");
    continue;
  }
  const good = work.filter(isGood);
  const shed = work.filter(isShed);
  const said = shed.filter(({ retryAfter }) => retryAfter !== null).length;
  const lost = work.length - good.length - shed.length;
  say(
    `  at ${FACTOR} times: goodput ${(good.length / SECONDS / capacity).toFixed(2)} of capacity, good ${p99(good)}; ` +
      `${shed.length} shed (${said} with Retry-After), ${p99(shed)}; ${lost} lost`,
  );
  say(
    `  ready pages meanwhile: ${ready.filter(({ status }) => status === 200).length} of ${ready.length} are 200, ${p99(ready)}; ` +
      `good again ${Math.round(lastBadAt - endedAt)} ms after; ` +
      `the clients' own delay p99 ${Math.round(own.percentile(99) / 1e6)} ms`,
  );
}
site.kill("SIGKILL");
await once(site, "exit");
