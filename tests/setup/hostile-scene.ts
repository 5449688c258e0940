import type { Test } from "tap";
import { startFakeContentApi } from "../fakes/content-api.ts";
import { SAMPLE_CLOCK } from "../fixtures/samples.ts";
import { hydrated, type WatchedBrowser, type WatchedPage, watchPage } from "./hostile-watch.ts";
import { startSite } from "./site.ts";

type Row = Record<string, unknown>;

/** A site whose source is hostile, and pages that watch it. */
export async function startHostileSite(rows: { news: Row[]; events: Row[] }) {
  const source = await startFakeContentApi(rows);
  const site = await startSite({
    contentApiUrl: source.url,
    env: {
      ...{ HEAD_START_MS: "2000", LOG_LEVEL: "silent", FRESH_SECONDS: "3600" },
      ...{ FORM_RATE_MAX: "10000", FORM_RATE_GLOBAL_MAX: "10000" },
    },
    now: () => SAMPLE_CLOCK,
  });
  const close = async () => {
    await site.close();
    await source.close();
  };
  return { site, source, url: site.url, close };
}

export type HostileSite = Awaited<ReturnType<typeof startHostileSite>>;

/** The policy as it is sent, and as it is for a visitor whose proxy strips it. */
export const POLICIES = [
  ["with the policy", {}],
  ["with the policy stripped", { bypassCSP: true }],
] as const;

type Room = readonly [rows: Row[], path: string];
const roomsOf = ({ source }: HostileSite): Room[] => [
  [source.news, "/news-events/news/"],
  [source.events, "/events/"],
];

/** One watched page on the site; it is closed with the test. */
export async function watchSite(
  t: Test,
  { browser, place, ...options }: { browser: WatchedBrowser; place: HostileSite; bypassCSP?: true },
): Promise<WatchedPage> {
  const { url: own, source } = place;
  const watched = await watchPage(browser.browser, { own, source: source.url, ...options });
  t.teardown(() => watched.context.close());
  return watched;
}

/** Opens every item as the server draws it; says what was seen, item by item. */
export async function openEach(place: HostileSite, watched: WatchedPage): Promise<string[]> {
  const found: string[] = [];
  for (const [rows, path] of roomsOf(place)) {
    for (const { slug } of rows) {
      const address = path + encodeURIComponent(String(slug));
      const answer = await watched.page.goto(place.url + address, { waitUntil: "load" });
      if (answer?.status() !== 200) found.push(`${address}: ${answer?.status()}`);
      await watched.tryAll();
      found.push(...watched.report().map((what) => `${address}: ${what}`));
    }
  }
  return found;
}

/** Goes from the feed to the first item and on along the related ones, drawn by the browser from JSON. */
export async function walkAlong(place: HostileSite, watched: WatchedPage): Promise<string[]> {
  const found: string[] = [];
  const { page, tryAll, report } = watched;
  for (const [rows, path] of roomsOf(place)) {
    const type = path === "/events/" ? "events" : "news";
    await page.goto(`${place.url}/news-events?type=${type}`, { waitUntil: "load" });
    await hydrated(page);
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    for (const { slug } of rows) {
      const address = path + encodeURIComponent(String(slug));
      await page.evaluate((wanted) => {
        const isIt = (link: HTMLAnchorElement) => new URL(link.href).pathname === wanted;
        const link = [...document.querySelectorAll<HTMLAnchorElement>("main a")].find(isIt);
        if (link) link.click();
        else throw new Error(`no link to ${wanted}`);
      }, new URL(address, place.url).pathname);
      // The links that share an item stand at its end, and name its own address.
      await page.waitForFunction(
        (wanted) =>
          [...document.querySelectorAll<HTMLAnchorElement>('article a[href*="sharer.php"]')].some(
            (link) => new URL(link.href).searchParams.get("u")?.endsWith(wanted),
          ),
        new URL(address, place.url).pathname,
      );
      await tryAll();
      found.push(...report().map((what) => `${address}: ${what}`));
    }
    const isSame = await page.evaluate(() => Reflect.get(window, "isSamePage"));
    if (!isSame) found.push("the browser loaded a page anew");
  }
  return found;
}
