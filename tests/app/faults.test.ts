import { setTimeout as wait } from "node:timers/promises";
import t from "tap";
import { FAULTS, NEVER_SHOWN, startFaultyApi } from "../fakes/faulty-api.ts";
import { fullRows } from "../fixtures/samples.ts";
import { startSite } from "../setup/site.ts";

/** The long form asks every page more often and prints the table: `npm run test:faults`. */
const ROUNDS = process.env.FAULT_ROUNDS ? Number(process.env.FAULT_ROUNDS) : 2;

const SEEN: readonly [path: string, content: RegExp][] = [
  ["/", /Third water point opens in Mtambani/],
  ["/news-events", /What 2025 changed: our year in figures/],
  ["/news-events?type=events", /href="\/events\//],
  ["/news-events/news/mtambani-water-point-opens", /A committee of nine residents/],
  ["/events/youth-football-cup-2026", /Twenty-two teams of girls and boys/],
  ["/bff/news", /mtambani-water-point-opens/],
  ["/bff/events?when=all", /youth-football-cup-2026/],
  ["/bff/news/mtambani-water-point-opens", /A committee of nine residents/],
];
const UNSEEN = [
  "/news-events/news/clinic-day-kigoma",
  "/events/health-fair-tanga",
  "/bff/news/clinic-day-kigoma",
  "/bff/events/id/511",
];

const answer = async (url: string, path: string) => {
  const startedAt = performance.now();
  const response = await fetch(url + path, { redirect: "manual" });
  const text = await response.text();
  return { status: response.status, text, tookMs: performance.now() - startedAt };
};

t.test(
  "in every fault of the source nothing is wrong, blank or leaked, and it is fresh again after",
  { timeout: 170_000 },
  async (t) => {
    let tried = 0;
    for (const fault of FAULTS) {
      const source = await startFaultyApi({ news: fullRows("news"), events: fullRows("events") });
      const site = await startSite({
        contentApiUrl: source.url,
        env: { FRESH_SECONDS: "0.05", LOG_LEVEL: "warn", HEAD_START_MS: "500" },
      });
      for (const [path] of SEEN) await answer(site.url, path);
      await wait(80);
      source.fault = fault;
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const [path, content] of SEEN) {
          const { status, text, tookMs } = await answer(site.url, path);
          tried += 1;
          times.push(tookMs);
          if (status !== 200 || !content.test(text) || NEVER_SHOWN.test(text))
            t.fail(`${fault} ${path}: ${status}`, { text: text.slice(0, 200) });
        }
        await wait(60);
      }
      const unseen = await Promise.all(
        UNSEEN.map((path) =>
          answer(site.url, path.startsWith("/bff/") ? path : `${path}?complete=1`),
        ),
      );
      tried += unseen.length;
      for (const [index, { status, text }] of unseen.entries()) {
        const isSlowButRight = fault === "slow" && status === 200;
        if (!isSlowButRight && ![502, 503].includes(status))
          t.fail(`${fault} ${UNSEEN[index]}: ${status}`, { text: text.slice(0, 200) });
        t.notMatch(text, NEVER_SHOWN, `${fault} ${UNSEEN[index]}`);
      }
      source.fault = "well";
      const endedAt = performance.now();
      let isFresh = false;
      while (!isFresh && performance.now() - endedAt < 30_000) {
        await wait(100);
        const { text } = await answer(site.url, "/bff/news");
        isFresh = JSON.parse(text).meta?.stale === false;
      }
      t.ok(isFresh, `${fault}: fresh again`);
      times.sort((a, b) => a - b);
      const slowest = Math.round(times.at(-1) ?? 0);
      const longestUnseen = Math.round(Math.max(...unseen.map(({ tookMs }) => tookMs)));
      const recovered = Math.round(performance.now() - endedAt);
      t.comment(
        `${fault.padEnd(28)} seen: slowest ${slowest} ms; unseen: ${unseen.map(({ status }) => status).join(" ")} within ${longestUnseen} ms; fresh after ${recovered} ms`,
      );
      await site.close();
      await source.close();
    }
    t.comment(`${tried} answers in ${FAULTS.length} faults`);
  },
);
