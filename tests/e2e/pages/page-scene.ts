import type { Browser, BrowserContextOptions } from "playwright-core";
import t, { type Test } from "tap";
import { startFakeContentApi } from "../../fakes/content-api.ts";
import { SAMPLE_CLOCK } from "../../fixtures/samples.ts";
import { launchBrowser } from "../../setup/services/browser.ts";
import { startSite } from "../../setup/site/site.ts";

let browser: Browser;
t.before(async () => {
  browser = await launchBrowser();
});
t.teardown(() => browser.close());

/** A source without news and events, at the time of the samples. */
export const NO_ITEMS = { content: { news: [], events: [] }, now: () => SAMPLE_CLOCK };

type SiteOptions = Parameters<typeof startSite>[0];

export interface SceneOptions
  extends BrowserContextOptions,
    Pick<SiteOptions, "env" | "isSearched" | "now"> {
  content?: Parameters<typeof startFakeContentApi>[0];
}

/** A fresh source, site and browser window; `output` is what the console said, `requests` what was requested. */
export async function pageScene(
  t: Test,
  { env = {}, isSearched = false, now = Date.now, content = {}, ...options }: SceneOptions = {},
) {
  const source = await startFakeContentApi(content);
  const site = await startSite({ contentApiUrl: source.url, env, isSearched, now });
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const output: string[] = [];
  const requests: string[] = [];
  page.on("console", (message) => output.push(message.text()));
  page.on("pageerror", (error) => output.push(error.message));
  page.on("request", (request) => requests.push(request.url().replace(site.url, "")));
  t.teardown(async () => {
    await context.close();
    await site.close();
    await source.close();
  });
  return { source, site, page, output, requests, url: (path: string) => site.url + path };
}
