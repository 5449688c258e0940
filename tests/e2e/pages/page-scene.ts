import type { BrowserContextOptions } from "playwright-core";
import type { Test } from "tap";
import type { startFakeContentApi } from "../../fakes/content-api.ts";
import { fullRows, SAMPLE_CLOCK } from "../../fixtures/samples.ts";
import { sharedBrowser } from "../../setup/services/browser.ts";
import { hydrated } from "../../setup/site/hydrated.ts";
import { startScene } from "../../setup/site/scene.ts";
import { sharedSites } from "../../setup/site/shared-sites.ts";
import type { startSite } from "../../setup/site/site.ts";

const withoutPictures = (name: "news" | "events"): Record<string, unknown>[] =>
  fullRows(name).map((row) => ({ ...row, image_url: null, image: null, featured_image: null }));

/** The samples; their pictures are on a host that does not exist. */
export const content = { news: withoutPictures("news"), events: withoutPictures("events") };

const startedAt = Date.now();
/** On the day of the samples. */
const sampleDay = () => SAMPLE_CLOCK + Date.now() - startedAt;

type SiteOptions = Parameters<typeof startSite>[0];

export interface SceneOptions
  extends BrowserContextOptions,
    Pick<SiteOptions, "env" | "isSearched" | "now"> {
  content?: Parameters<typeof startFakeContentApi>[0];
}

/** A browser window of its own on a site. */
export async function openWindow(t: Test, siteUrl: string, options: BrowserContextOptions = {}) {
  const browser = await sharedBrowser();
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  t.teardown(() => context.close());
  const page = await context.newPage();
  /** The messages of the console. */
  const output: string[] = [];
  /** The requests, without the site's origin: `loads` are those for documents, `posts` those of forms. */
  const requests: string[] = [];
  const loads: string[] = [];
  const posts: string[] = [];
  page.on("console", (message) => output.push(message.text()));
  page.on("pageerror", (error) => output.push(error.message));
  page.on("request", (request) => {
    const path = request.url().replace(siteUrl, "");
    requests.push(path);
    if (request.isNavigationRequest()) loads.push(path);
    if (request.method() === "POST") posts.push(path);
  });
  const url = (path: string) => siteUrl + path;
  /** Opens a page and waits until it responds to its visitor. */
  const open = async (path: string): Promise<number | undefined> => {
    const response = await page.goto(url(path));
    if (options.javaScriptEnabled !== false) await hydrated(page);
    return response?.status();
  };
  const path = () => page.url().replace(siteUrl, "");
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
  return { context, page, output, requests, loads, posts, url, open, path, focused };
}

/** A window on the site over the samples that all tests read. */
export async function sampleScene(t: Test, options: BrowserContextOptions = {}) {
  const { samples } = await sharedSites();
  return openWindow(t, samples.url, options);
}

/** A source and a site of its own, which has not asked the source yet, and a window on it. */
export async function pageScene(
  t: Test,
  { env = {}, isSearched = false, now = sampleDay, content = {}, ...options }: SceneOptions = {},
) {
  const { source, site } = await startScene(t, { ...content, env, isSearched, now });
  return { source, site, ...(await openWindow(t, site.url, options)) };
}
