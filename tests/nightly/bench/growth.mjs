// npm run bench:growth: measures the cost per item as lists grow (1.00 is the cost with 100 items), how long a list holds up the event
// loop at most, and the size of one response. The whole application runs in this process, over our own source.
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { buildApp } from "../../../server/app.ts";
import { readConfig } from "../../../server/config.ts";
import { createBuiltSide } from "../../../server/pages/built-renderer.ts";
import { normaliseEventList, normaliseNewsList } from "../../setup/normalise.ts";

const SIZES = [10, 100, 1_000, 10_000];
const day = (index) => new Date(Date.UTC(2024, 0, 1) + index * 3_600_000).toISOString();
/** Makes a short row: the client accepts no response over 2 MiB, and 10,000 rows have to fit. */
const newsRow = (index) => ({
  id: index + 1,
  slug: `n-${index}`,
  title: `News ${index}`,
  published_at: day(index),
  excerpt: "A few words.",
  content: `<p>Item <b>${index}</b></p>`,
});
const eventRow = (index) => ({
  id: index + 1,
  slug: `e-${index}`,
  title: `Event ${index}`,
  start_date: day(index),
  location: "Moshi",
  description: `<p>Item <b>${index}</b></p>`,
});
const rows = (row, size) => ({ items: Array.from({ length: size }, (_, index) => row(index)) });

/** Returns the lowest cost of several runs, in microseconds per item. */
async function costOfItem(normalise, row, size) {
  const json = rows(row, size);
  const runs = size >= 1_000 ? 5 : 40;
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run += 1) {
    const { user: before } = process.cpuUsage();
    const times = Math.max(1, 1_000 / size);
    for (let time = 0; time < times; time += 1)
      await normalise(json, { baseUrl: "http://127.0.0.1" });
    least = Math.min(least, (process.cpuUsage().user - before) / (times * size));
  }
  return least;
}

for (const [name, normalise, row] of [
  ["news", normaliseNewsList, newsRow],
  ["events", normaliseEventList, eventRow],
]) {
  const costs = [];
  for (const size of [1_000, ...SIZES]) costs.push(await costOfItem(normalise, row, size));
  // The first run includes compilation.
  costs.shift();
  const ratios = costs.map((cost, index) => `${SIZES[index]}: ${(cost / costs[1]).toFixed(2)}`);
  process.stdout.write(`normalising ${name}, cost an item by size: ${ratios.join(", ")}\n`);
}

const folder = mkdtempSync(join(tmpdir(), "bench-"));
const side = await createBuiltSide("dist");
const logger = pino({ level: "silent" });

for (const size of SIZES) {
  const texts = {
    news: JSON.stringify(rows(newsRow, size)),
    events: JSON.stringify(rows(eventRow, size)),
  };
  const source = createServer((request, response) => {
    response.setHeader("content-type", "application/json");
    response.end(request.url.startsWith("/api/news") ? texts.news : texts.events);
  });
  await new Promise((done) => source.listen(0, "127.0.0.1", done));
  const contentApiUrl = `http://127.0.0.1:${source.address().port}`;
  const env = {
    MAX_QUEUE_DELAY_MS: "0",
    DATA_DIR: join(folder, String(size)),
    HEAD_START_MS: "9000",
  };
  const config = readConfig({ ...env, CONTENT_API_URL: contentApiUrl });
  const app = await buildApp(config, { logger, client: side });
  await app.ready();
  let longestMs = 0;
  let longestOfBffMs = 0;
  let beat = performance.now();
  const heart = setInterval(() => {
    longestMs = Math.max(longestMs, performance.now() - beat);
    beat = performance.now();
  }, 1);
  const sizes = {};
  for (const url of [
    "/bff/news?limit=100",
    "/bff/view/events",
    "/news-events",
    "/feed.json",
    "/events.ics",
  ]) {
    const response = await app.inject({ url });
    if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}`);
    await new Promise((beaten) => setTimeout(beaten, 5));
    if (url.startsWith("/bff/")) longestOfBffMs = longestMs;
    sizes[url] = `${Math.round(response.rawPayload.length / 1_000)}`;
  }
  clearInterval(heart);
  const list = Object.entries(sizes).map(([url, kB]) => `${url} ${kB}`);
  process.stdout.write(
    `${size} items each: loop held ${Math.round(longestOfBffMs)} ms at most for /bff, ${Math.round(longestMs)} with pages; kB: ${list.join(", ")}\n`,
  );
  await app.close();
  source.close();
  source.closeAllConnections();
}
rmSync(folder, { recursive: true });
process.exit();
