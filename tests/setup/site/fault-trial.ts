import { hostileParts } from "../../fakes/faults/hostile-parts.ts";
import { NEVER_SHOWN, startFaultyApi, UNUSABLE } from "../../fakes/faulty-api.ts";
import { fullRows, SAMPLE_CLOCK } from "../../fixtures/samples.ts";
import { until } from "../until.ts";
import { startSite } from "./site.ts";

/** The pages requested before the fault, with the content they must keep from then on. Data comes first, so that no page lacks it. */
const SEEN: readonly [path: string, content: RegExp][] = [
  ["/bff/news", /mtambani-water-point-opens/],
  ["/bff/events?when=all", /youth-football-cup-2026/],
  ["/bff/news/mtambani-water-point-opens", /A committee of nine residents/],
  ["/", /Third water point opens in Mtambani/],
  ["/news-events", /What 2025 changed: our year in figures/],
  ["/news-events?type=events", /href="\/events\//],
  ["/news-events/news/mtambani-water-point-opens", /A committee of nine residents/],
  ["/events/youth-football-cup-2026", /Twenty-two teams of girls and boys/],
];
/** The content that remains even when the source now sends an item with unreadable texts. */
const TITLES: Readonly<Record<string, RegExp>> = {
  // Only some newest item: broken dates may change which items are the newest.
  "/": /href="\/news-events\/news\//,
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
/** A page whose shell arrives at once with status 200, with the texts following. */
const STREAMED = "/news-events/news/tree-day";
/** Longer than the five minutes after which data is stale, and the two seconds for a page of stale data. */
const STALE_MS = 301_000;
/** Long enough for the circuit breaker to probe, which takes half a minute at most. */
const STEP_MS = 30_000;
const ROUNDS = 2;
const FAILED_WORDS = /Failed to load article/;
/** Content that the server had no time for is fetched by the browser, so the page may still say "Loading". */
const UNDECIDED_WORDS = /Failed to load article|Loading article/;

interface TextResponse {
  path: string;
  status: number;
  text: string;
}

async function request(url: string, path: string): Promise<TextResponse> {
  const response = await fetch(url + path, { redirect: "manual" });
  return { path, status: response.status, text: await response.text() };
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

/** Lists what no response may be, whatever happened: leaking, hostile, cut off, or not JSON. */
function errorsOf({ path, status, text }: TextResponse): string[] {
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

/**
 * Takes every kind of page through one fault: before it, during it, and until all content is fresh again. Resolves with a line for each
 * wrong response.
 */
export async function tryFault(fault: string): Promise<string[]> {
  const clock = { ms: SAMPLE_CLOCK };
  const source = await startFaultyApi({ news: fullRows("news"), events: fullRows("events") });
  const site = await startSite({
    contentApiUrl: source.url,
    env: { LOG_LEVEL: "warn", HEAD_START_MS: "500" },
    now: () => clock.ms,
    isCallLimited: true,
  });
  const get = (path: string) => request(site.url, path);
  const isUnusable = UNUSABLE.includes(fault);
  const wrong: string[] = [];
  const check = async (path: string, isRight: (response: TextResponse) => boolean) => {
    const response = await get(path);
    const errors = errorsOf(response);
    if (!isRight(response)) errors.push(`is not right (${response.status})`);
    for (const error of errors) wrong.push(`${path} ${error}`);
  };

  for (const [path, words] of SEEN) await until(async () => words.test((await get(path)).text));
  clock.ms += STALE_MS;
  source.fault = fault;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [path, words] of SEEN) {
      const content = isUnusable ? words : (TITLES[path] ?? words);
      await check(path, ({ status, text }) => status === 200 && content.test(text));
    }
    for (const path of STATIC) await check(path, ({ status }) => status === 200);
    clock.ms += STALE_MS;
  }

  const isReported = ({ status, text }: TextResponse) =>
    [502, 503].includes(status) || (status === 200 && !(isUnusable && FAILED_WORDS.test(text)));
  const isLogged = (response: TextResponse) =>
    isUnusable && fault !== "slow" ? [502, 503].includes(response.status) : isReported(response);
  await Promise.all([
    ...UNSEEN.map((path) => check(path, isLogged)),
    check(
      STREAMED,
      ({ status, text }) => status !== 200 || !isUnusable || UNDECIDED_WORDS.test(text),
    ),
  ]);

  source.fault = "well";
  const later = (path: string) => {
    clock.ms += STEP_MS;
    return get(path);
  };
  await until(async () => JSON.parse((await later("/bff/news")).text).meta?.stale === false);
  await until(async () => {
    // The page needs both lists and does not wait for a slow one.
    await later("/bff/events");
    await get("/bff/news");
    return !/Saved copy/.test((await get("/news-events")).text);
  });
  await until(async () => (await later(UNSEEN[0] ?? "")).status === 200);
  for (const line of site.logs) if (Number(line.level) >= 50) wrong.push(`log: ${line.msg}`);
  await site.close();
  await source.close();
  return [...new Set(wrong)];
}
