import { setTimeout as wait } from "node:timers/promises";
import { hostileParts } from "../../fakes/faults/hostile-parts.ts";
import { NEVER_SHOWN, startFaultyApi, UNUSABLE } from "../../fakes/faulty-api.ts";
import { fullRows } from "../../fixtures/samples.ts";
import { startSite } from "./site.ts";

/** Pages requested before the fault, and what stands on them then and ever after. */
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
/** What stays even when the source now sends an item whose words cannot be read. */
const TITLES: Readonly<Record<string, RegExp>> = {
  "/news-events?type=events": /href="\/events\/|No events available/,
  "/news-events/news/mtambani-water-point-opens": /Third water point opens in Mtambani/,
  "/events/youth-football-cup-2026": /Youth Football/i,
  "/bff/news/mtambani-water-point-opens": /Third water point opens in Mtambani/,
};
const STATIC = ["/about-us", "/projects", "/faq", "/donate"];
const UNSEEN = [
  "/news-events/news/clinic-day-kigoma?complete=1",
  "/events/health-fair-tanga?complete=1",
  "/bff/news/clinic-day-kigoma",
  "/bff/events/id/511",
];
/** Its shell comes at once with 200, its words follow. */
const STREAMED = "/news-events/news/tree-day";
/** Longer than a page with stale data is cached (2 s): its next render finds the data that was fetched meanwhile. */
const FRESH_MS = 3_000;
const LONGEST_MS = 40_000;
const FAILED_WORDS = /Failed to load article/;

export interface Trial {
  fault: string;
  responses: number;
  /** One line for each response that was not right. */
  wrong: string[];
  seenMs: number[];
  staticMs: number[];
  unseen: number[];
  slowestUnseenMs: number;
  recoveredMs: number;
}

interface JsonResponse {
  path: string;
  status: number;
  text: string;
  tookMs: number;
}

async function request(url: string, path: string): Promise<JsonResponse> {
  const startedAt = performance.now();
  const response = await fetch(url + path, { redirect: "manual" });
  const text = await response.text();
  return { path, status: response.status, text, tookMs: performance.now() - startedAt };
}

function errorsOfJson(text: string): string[] {
  try {
    const { data } = JSON.parse(text);
    if (!Array.isArray(data)) return [];
    const ids = new Set(data.map(({ id }) => id));
    return ids.size === data.length ? [] : ["has an item twice"];
  } catch {
    return ["is not JSON"];
  }
}

/** What no response may be, whatever happened: leaking, hostile, cut, or not JSON. */
function errorsOf({ path, status, text }: JsonResponse): string[] {
  const found: string[] = [];
  const leaked = NEVER_SHOWN.exec(text)?.[0];
  if (leaked) found.push(`shows ${leaked}`);
  if (status === 500 || status === 404) found.push(`status ${status}`);
  if (path.startsWith("/bff")) {
    return [...found, ...errorsOfJson(text)];
  }
  if (!text.trimEnd().endsWith("</html>")) found.push("is cut");
  return [...found, ...hostileParts(text)];
}

/** Every kind of page through one fault: before it, in it, and until all is fresh again. */
export async function tryFault(fault: string, rounds: number): Promise<Trial> {
  const source = await startFaultyApi({ news: fullRows("news"), events: fullRows("events") });
  const site = await startSite({
    contentApiUrl: source.url,
    env: { FRESH_SECONDS: String(FRESH_MS / 1_000), LOG_LEVEL: "warn", HEAD_START_MS: "500" },
  });
  const isUnusable = UNUSABLE.includes(fault);
  const wrong: string[] = [];
  let responses = 0;
  const checked = (response: JsonResponse, isRight: (response: JsonResponse) => boolean) => {
    responses += 1;
    const errors = errorsOf(response);
    if (!isRight(response))
      errors.push(`is not right (${response.status}, ${Math.round(response.tookMs)} ms)`);
    for (const error of errors) wrong.push(`${response.path} ${error}`);
    return response;
  };

  for (const [path] of SEEN) await request(site.url, path);
  await wait(FRESH_MS + 30);
  source.fault = fault;
  const seenMs: number[] = [];
  const staticMs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const [path, words] of SEEN) {
      const content = isUnusable ? words : (TITLES[path] ?? words);
      const right = ({ status, text }: JsonResponse) => status === 200 && content.test(text);
      seenMs.push(checked(await request(site.url, path), right).tookMs);
    }
    for (const path of STATIC)
      staticMs.push(checked(await request(site.url, path), ({ status }) => status === 200).tookMs);
    await wait(FRESH_MS + 10);
  }

  const isReported = ({ status, text }: JsonResponse) =>
    [502, 503].includes(status) || (status === 200 && !(isUnusable && FAILED_WORDS.test(text)));
  const isLogged = (response: JsonResponse) =>
    isUnusable && fault !== "slow" ? [502, 503].includes(response.status) : isReported(response);
  const streamed = async () =>
    checked(
      await request(site.url, STREAMED),
      ({ status, text }) => status !== 200 || !isUnusable || FAILED_WORDS.test(text),
    );
  const unseen = await Promise.all([
    ...UNSEEN.map(async (path) => checked(await request(site.url, path), isLogged)),
    streamed(),
  ]);

  source.fault = "well";
  const endedAt = performance.now();
  const back = { list: false, page: false, late: false };
  while (!(back.list && back.page && back.late) && performance.now() - endedAt < LONGEST_MS) {
    back.list ||= JSON.parse((await request(site.url, "/bff/news")).text).meta?.stale === false;
    // On a busy machine a page sees a stale list each time, when nobody else has it fetched.
    await request(site.url, "/bff/events");
    back.page ||= !/Saved copy/.test((await request(site.url, "/news-events")).text);
    back.late ||= (await request(site.url, UNSEEN[0] ?? "")).status === 200;
    await wait(50);
  }
  const recoveredMs = performance.now() - endedAt;
  if (recoveredMs > LONGEST_MS) wrong.push(`never fresh again: ${JSON.stringify(back)}`);
  for (const line of site.logs) if (Number(line.level) >= 50) wrong.push(`log: ${line.msg}`);
  await site.close();
  await source.close();
  return {
    fault,
    responses,
    wrong,
    seenMs,
    staticMs,
    recoveredMs,
    unseen: unseen.map(({ status }) => status),
    slowestUnseenMs: Math.max(...unseen.map(({ tookMs }) => tookMs)),
  };
}
