// npm run bench:browser: measures vitals of the built site on slow 4G (1.6 Mbit/s, 150 ms) with a CPU four times slower, and compares
// them with the same pages without scripts, made by Astro and by bare React (browser-peers.mjs). Then measures the bytes of a first
// visit and of the same page again: as usual, without scripts, under data saver. BASE names a running site; without BASE, one is
// started. PAGES is a comma-separated list of paths.
import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { findChromium } from "../../setup/services/find-chromium.ts";
import { startPeers } from "./browser-peers.mjs";

const PAGES = (
  process.env.PAGES ?? "/,/news-events,/news-events/news/reading-corner-opens-in-bunju,/donate,/sw"
).split(",");
const MODES = {
  usual: {},
  "no scripts": { javaScriptEnabled: false },
  "data saver": { extraHTTPHeaders: { "save-data": "on" } },
};
const RUNS = Number(process.env.RUNS ?? 3);
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};

let site = null;
let base = process.env.BASE;
if (!base) {
  site = spawn(process.execPath, ["server/main.ts"], {
    env: { ...process.env, PORT: "0", DATA_DIR: mkdtempSync(join(tmpdir(), "bench-")) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  base = await new Promise((resolve) => {
    site.stdout.on("data", (chunk) => {
      const found = /site ready at (http:\S+?)"/.exec(String(chunk));
      if (found) resolve(found[1]);
    });
  });
  await new Promise((resolve) => setTimeout(resolve, 2_000));
}

const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ["--no-sandbox", "--disable-background-networking"],
});
const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** Opens a page on a phone, and counts the bytes it loads. */
async function openPhone(options) {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    ...options,
  });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send("Network.enable");
  const bytes = { Script: 0, Stylesheet: 0, Document: 0, Font: 0, Image: 0, other: 0 };
  const types = new Map();
  cdp.on("Network.responseReceived", ({ requestId, type }) => types.set(requestId, type));
  cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId);
    bytes[type in bytes ? type : "other"] += encodedDataLength;
  });
  return { context, page, cdp, bytes };
}

const kB = (count) => (count / 1_000).toFixed(1);
const sum = (bytes) => Object.values(bytes).reduce((all, count) => all + count, 0);

/** Counts the bytes of a first visit to a page, down to its end, and of the same page again. */
async function countBytes(path, options) {
  const { context, page, bytes } = await openPhone(options);
  const readAll = async () => {
    await page.goto(base + path, { waitUntil: "networkidle" });
    await page.mouse.wheel(0, 100_000);
    await page.waitForTimeout(1_000);
  };
  await readAll();
  const first = sum(bytes);
  await readAll();
  await context.close();
  return [first, sum(bytes) - first];
}

/** Measures what a visitor with a slow phone sees, and when. */
async function measure(url) {
  const { context, page, cdp, bytes } = await openPhone({});
  await cdp.send("Network.emulateNetworkConditions", SLOW_4G);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.addInitScript(() => {
    const seen = { lcp: 0, cls: 0, tasks: [], element: "" };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        seen.lcp = entry.startTime;
        seen.element = `${entry.element?.tagName}.${entry.element?.className}`;
      }
    }).observe({ type: "largest-contentful-paint", buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.cls += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
    new PerformanceObserver((list) => {
      seen.tasks.push(...list.getEntries());
    }).observe({ type: "longtask", buffered: true });
  });
  await page.goto(url, { waitUntil: "networkidle" });
  await page.waitForTimeout(1_000);
  const run = await page.evaluate(() => {
    const [{ loadEventStart }] = performance.getEntriesByType("navigation");
    const before = performance
      .getEntriesByType("resource")
      .filter(({ startTime }) => startTime < loadEventStart);
    const fcp = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0;
    const blocking = window.seen.tasks.filter(({ startTime }) => startTime >= fcp);
    const tbt = blocking.reduce((sum, { duration }) => sum + duration - 50, 0);
    return { ...window.seen, fcp, tbt, requests: 1 + before.length };
  });
  await context.close();
  return { ...run, bytes };
}

const sites = Object.entries({ site: base, ...(await startPeers(base, PAGES, browser)) });
const medianOf = (runs, name) => median(runs.map((run) => run[name]));
const vitalsOf = (runs) => {
  const [fcp, lcp, tbt] = ["fcp", "lcp", "tbt"].map((name) => Math.round(medianOf(runs, name)));
  const rest = `CLS ${medianOf(runs, "cls").toFixed(3)}, ${medianOf(runs, "requests")} requests until load`;
  return `FCP ${fcp} ms, LCP ${lcp} ms (${runs[0].element}), TBT ${tbt} ms, ${rest}`;
};

for (const path of PAGES) {
  const runs = new Map(sites.map(([name]) => [name, []]));
  for (let run = 0; run < RUNS; run += 1)
    for (const [name, url] of sites) runs.get(name).push(await measure(url + path));
  const own = runs.get("site");
  const kBs = Object.entries(own[0].bytes).map(([type, count]) => `${type} ${kB(count)}`);
  process.stdout.write(`${path}: ${vitalsOf(own)}; kB: ${kBs.join(", ")}\n`);
  for (const [name, peer] of [...runs].slice(1)) {
    const ratio = (vital) => {
      const ofPeer = medianOf(peer, vital);
      return ofPeer === 0 ? "-" : (medianOf(own, vital) / ofPeer).toFixed(2);
    };
    process.stdout.write(
      `  ${name}: ${vitalsOf(peer)}\n` +
        `    over it: FCP ${ratio("fcp")}, LCP ${ratio("lcp")}, TBT ${ratio("tbt")}\n`,
    );
  }
  for (const [mode, options] of Object.entries(MODES)) {
    const [first, again] = await countBytes(path, options);
    process.stdout.write(`  ${mode}: ${kB(first)} kB, again ${kB(again)} kB\n`);
  }
}
await browser.close();
site?.kill("SIGTERM");
