// npm run bench:browser: vitals of the built site on slow 4G (1.6 Mbit/s, 150 ms) with a CPU four times slower, over those of
// the same pages without scripts; then the bytes of a first visit and of the same page again: as usual, without scripts,
// under data saver.
// BASE names a running site; without it one is started. PAGES is a comma-separated list of paths.
import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { findChromium } from "../../setup/services/find-chromium.ts";
import { startScriptlessPeer } from "./scriptless-peer.mjs";

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

/** A phone's page, and what it has loaded so far. */
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

/** A first visit of a page, down to its end, and the same page again. */
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

/** What a visitor of a slow phone sees when. */
async function measure(url) {
  const { context, page, cdp, bytes } = await openPhone({});
  await cdp.send("Network.emulateNetworkConditions", SLOW_4G);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.addInitScript(() => {
    const seen = { lcp: 0, cls: 0, tbt: 0, element: "" };
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
      for (const entry of list.getEntries()) seen.tbt += Math.max(0, entry.duration - 50);
    }).observe({ type: "longtask", buffered: true });
  });
  await page.goto(url, { waitUntil: "networkidle" });
  await page.waitForTimeout(1_000);
  const fcp = await page.evaluate(
    () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
  );
  const run = { ...(await page.evaluate(() => window.seen)), fcp, bytes };
  await context.close();
  return run;
}

const scriptless = await startScriptlessPeer(base, PAGES);
const medianOf = (runs, name) => Math.round(median(runs.map((run) => run[name])));

for (const path of PAGES) {
  const [runs, peers] = [[], []];
  for (let run = 0; run < RUNS; run += 1) {
    runs.push(await measure(base + path));
    peers.push(await measure(scriptless + path));
  }
  const of = (name) => medianOf(runs, name);
  const ratio = (name) => (of(name) / medianOf(peers, name)).toFixed(2);
  const kBOf = (type) => kB(runs[0].bytes[type]);
  process.stdout.write(
    `${path}: FCP ${of("fcp")} ms, LCP ${of("lcp")} ms (${runs[0].element}), CLS ${runs[0].cls}, TBT ${of("tbt")} ms; ` +
      `kB: html ${kBOf("Document")}, js ${kBOf("Script")}, css ${kBOf("Stylesheet")}, font ${kBOf("Font")}, images ${kBOf("Image")}\n` +
      `  over the same page without scripts: FCP ${ratio("fcp")}, LCP ${ratio("lcp")}\n`,
  );
  for (const [mode, options] of Object.entries(MODES)) {
    const [first, again] = await countBytes(path, options);
    process.stdout.write(`  ${mode}: ${kB(first)} kB, again ${kB(again)} kB\n`);
  }
}
await browser.close();
site?.kill("SIGTERM");
