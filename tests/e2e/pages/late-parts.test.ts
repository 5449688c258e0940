import type { Browser } from "playwright-core";
import t, { type Test } from "tap";
import { startFakeContentApi } from "../../fakes/content-api.ts";
import { fullRows, SAMPLE_CLOCK } from "../../fixtures/samples.ts";
import { launchBrowser } from "../../setup/services/browser.ts";
import { startFront } from "../../setup/site/front.ts";
import { hydrated } from "../../setup/site/hydrated.ts";
import { forgetShifts, recordShifts, shiftsOf } from "../../setup/site/layout-shifts.ts";
import { startSite } from "../../setup/site/site.ts";

let browser: Browser;
t.before(async () => {
  browser = await launchBrowser();
});
t.teardown(() => browser.close());

const rows = (name: "news" | "events") =>
  fullRows(name).map((row) => ({ ...row, image_url: null, image: null, featured_image: null }));

/** Home of a site that has never had data, over a slow source. */
async function scene(t: Test, { width = 375, scripts = true } = {}) {
  const source = await startFakeContentApi({ news: rows("news"), events: rows("events") });
  source.delayMs = 1_000;
  const site = await startSite({ contentApiUrl: source.url, now: () => SAMPLE_CLOCK });
  const context = await browser.newContext({
    viewport: { width, height: 700 },
    javaScriptEnabled: scripts,
  });
  const page = await context.newPage();
  const output: string[] = [];
  page.on("console", (message) => output.push(message.text()));
  page.on("pageerror", (error) => output.push(error.message));
  t.teardown(async () => {
    await context.close();
    await site.close();
    await source.close();
  });
  return { page, output, url: `${site.url}/` };
}

for (const width of [375, 1280])
  t.test(`${width} px: late lists take the place of their skeletons`, async (t) => {
    const { page, output, url } = await scene(t, { width });
    await recordShifts(page);
    // The lists come when the test says so.
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/bff/feed/**", async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(url);
    await hydrated(page);
    const news = page.locator("section", { hasText: "Latest news" }).last();
    await news.getByText("Loading news and events...").filter({ visible: true }).waitFor();
    await news.scrollIntoViewIfNeeded();
    release();
    await news.locator("article a").first().waitFor();
    await page.locator('article a[href^="/events/"]').first().waitFor();
    t.equal(await page.getByText("Loading news and events...").count(), 0);
    t.equal(await page.locator("[data-late]").count(), 0);
    t.same(await shiftsOf(page), []);
    t.same(output, []);
  });

t.test("without scripts the late lists are left out, and the rest stands", async (t) => {
  const { page, url } = await scene(t, { scripts: false });
  await page.goto(url);
  t.equal(await page.getByRole("heading", { name: "Latest news" }).isVisible(), false);
  t.equal(await page.getByText("Loading news and events...").first().isVisible(), false);
  t.equal(await page.getByRole("heading", { name: "Our Partners" }).isVisible(), true);
});

t.test("a browser that is too old to hydrate shows no skeleton for ever", async (t) => {
  const { page, url } = await scene(t);
  await page.addInitScript("delete Array.prototype.at");
  await page.goto(url);
  await page.waitForFunction(() => document.querySelector("[data-late]") === null);
  t.equal(await page.getByRole("link", { name: "All news" }).isVisible(), true);
});

/** Where the network pauses in a page. */
const PAUSES = [
  ["/testimonials", "Partner Organizations</a></li></ul></nav>"],
  ["/projects/current", "Empowering Youth Through Football</h2>"],
  ["/no/such/page", "Page Not Found</h1>"],
] as const;

for (const width of [375, 1280])
  t.test(`${width} px: what comes after a pause moves nothing before it`, async (t) => {
    const { page, url } = await scene(t, { width });
    const front = await startFront(t);
    front.leadTo(url.slice(0, -1));
    await recordShifts(page);
    for (const [path, after] of PAUSES) {
      const release = front.holdPages(after);
      await page.goto(front.url + path, { waitUntil: "commit" });
      await page.locator("h1").waitFor();
      await forgetShifts(page);
      release();
      await page.waitForLoadState("load");
      await page.locator("footer").last().waitFor();
      t.same(await shiftsOf(page), [], path);
    }
  });
