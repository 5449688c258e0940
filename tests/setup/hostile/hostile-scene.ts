import { startFakeContentApi } from "../../fakes/content-api.ts";
import { SAMPLE_CLOCK } from "../../fixtures/samples.ts";
import { startSite } from "../site/site.ts";
import { watchPage } from "./hostile-watch.ts";

type Row = Record<string, unknown>;

/** Starts a site whose source is hostile. */
export async function startHostileSite(rows: { news: Row[]; events: Row[] }) {
  const source = await startFakeContentApi(rows);
  const site = await startSite({
    contentApiUrl: source.url,
    env: {
      HEAD_START_MS: "2000",
      LOG_LEVEL: "silent",
      FRESH_SECONDS: "3600",
      FORM_RATE_MAX: "10000",
      FORM_RATE_GLOBAL_MAX: "10000",
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

/** The Content-Security-Policy as we send it, and as a visitor gets it whose proxy strips the header. */
export const POLICIES = [
  ["with the policy", {}],
  ["with the policy stripped", { bypassCSP: true }],
] as const;

const roomsOf = ({ source }: HostileSite) => [
  { rows: source.news, path: "/news-events/news/", type: "news" },
  { rows: source.events, path: "/events/", type: "events" },
];

interface Watching {
  place: HostileSite;
  bypassCSP?: true;
}

/** Opens a watched page on the site; `close` returns everything seen since the last report. */
export async function watchSite({ place, ...options }: Watching) {
  const watched = await watchPage({ own: place.url, ...options });
  const close = async () => {
    await watched.context.close();
    return watched.report();
  };
  return { ...watched, close };
}

/** Opens every item as the server renders it, and returns what was seen on each. */
export async function openEach(watching: Watching): Promise<string[]> {
  const { place } = watching;
  const found: string[] = [];
  const { page, tryAll, report, close } = await watchSite(watching);
  for (const { rows, path } of roomsOf(place)) {
    for (const { slug } of rows) {
      const address = path + encodeURIComponent(String(slug));
      const response = await page.goto(place.url + address, { waitUntil: "load" });
      if (response?.status() !== 200) found.push(`${address}: ${response?.status()}`);
      await tryAll();
      found.push(...report().map((what) => `${address}: ${what}`));
    }
  }
  return [...found, ...(await close())];
}

/** Goes from the feed to an item and on along the related ones, all rendered by the browser from JSON. */
export async function walkAlong(watching: Watching): Promise<string[]> {
  const walks = roomsOf(watching.place).map((room) => walk(watching, room));
  return (await Promise.all(walks)).flat();
}

async function walk(
  watching: Watching,
  { path, rows, type }: { path: string; rows: readonly Row[]; type: string },
): Promise<string[]> {
  const found: string[] = [];
  const { place } = watching;
  const { page, tryAll, report, close } = await watchSite(watching);
  await page.goto(`${place.url}/news-events?type=${type}`, { waitUntil: "load" });
  await tryAll();
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  for (const row of rows) {
    const address = path + encodeURIComponent(String(row.slug));
    const { pathname } = new URL(address, place.url);
    await page.waitForFunction((wanted) => {
      const isIt = (link: HTMLAnchorElement) => new URL(link.href).pathname === wanted;
      const link = [...document.querySelectorAll<HTMLAnchorElement>("main a")].find(isIt);
      link?.click();
      return link !== undefined;
    }, pathname);
    // The share links are at the end of an item and contain the item's own address.
    await page.waitForFunction(
      (wanted) =>
        [...document.querySelectorAll<HTMLAnchorElement>('article a[href*="sharer.php"]')].some(
          (link) => new URL(link.href).searchParams.get("u")?.endsWith(wanted),
        ),
      pathname,
    );
    await tryAll();
    found.push(...report().map((what) => `${address}: ${what}`));
  }
  const isSame = await page.evaluate(() => Reflect.get(window, "isSamePage"));
  if (!isSame) found.push("the browser loaded a page anew");
  return [...found, ...(await close())];
}
