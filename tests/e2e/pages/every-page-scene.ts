import type { Browser } from "playwright-core";
import t from "tap";
import { launchBrowser } from "../../setup/services/browser.ts";
import { startEveryPage } from "../../setup/site/every-page.ts";

/** From the first test of the file on. */
export let browser: Browser;
/** A site with a page of every kind, and the addresses of all. */
export let place: Awaited<ReturnType<typeof startEveryPage>>;

t.before(async () => {
  browser = await launchBrowser();
  place = await startEveryPage();
});
t.teardown(async () => {
  await browser.close();
  await place.close();
});
