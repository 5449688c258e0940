import type { Browser, Page } from "playwright-core";
import t, { type Test } from "tap";
import { startFakeContentApi } from "../../fakes/content-api.ts";
import { fullRows, SAMPLE_CLOCK } from "../../fixtures/samples.ts";
import { launchBrowser } from "../../setup/services/browser.ts";
import { hydrated } from "../../setup/site/hydrated.ts";
import { recordShifts, shiftsOf } from "../../setup/site/layout-shifts.ts";
import { startSite } from "../../setup/site/site.ts";

const ARTICLE = "/news-events/news/annual-report-2025";
const HEADLINE = "What 2025 changed: our year in figures";

/** The samples' pictures stand on a host that does not exist: here they are without. */
const rows = (name: "news" | "events") =>
  fullRows(name).map((row) => ({ ...row, image_url: null, image: null, featured_image: null }));

let browser: Browser;
t.before(async () => {
  browser = await launchBrowser();
});
t.teardown(() => browser.close());

/** A site that has never had data, over a source that is down. Its pages wait for the failure, so that it is their status. */
async function scene(t: Test, { width = 1280, headStartMs = "10000" } = {}) {
  const source = await startFakeContentApi({ news: rows("news"), events: rows("events") });
  source.mode = "error";
  const site = await startSite({
    contentApiUrl: source.url,
    env: { HEAD_START_MS: headStartMs },
    now: () => SAMPLE_CLOCK,
  });
  const context = await browser.newContext({ viewport: { width, height: 900 } });
  const page = await context.newPage();
  await recordShifts(page);
  const errors: string[] = [];
  const queries: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (!message.text().startsWith("Failed to load resource")) errors.push(message.text());
  });
  page.on("request", (request) => {
    const path = request.url().replace(site.url, "");
    if (path.startsWith("/bff")) queries.push(path);
  });
  t.teardown(async () => {
    await context.close();
    await site.close();
    await source.close();
  });
  const open = async (path: string) => {
    const response = await page.goto(site.url + path);
    await hydrated(page);
    return response?.status();
  };
  return { source, page, errors, queries, open };
}

const announced = (page: Page) => page.locator("#announcer").textContent();

for (const width of [375, 1280])
  t.test(`${width} px: an article replaces its failure when the source is back`, async (t) => {
    const { source, page, errors, queries, open } = await scene(t, { width });
    t.equal(await open(ARTICLE), 503);
    await page.getByRole("heading", { level: 1, name: "Failed to load article" }).waitFor();
    const notice = page.getByText("Error loading article: The content source does not answer");
    await notice.waitFor();
    await page.getByRole("link", { name: "Retry" }).focus();
    source.mode = "well";
    await page.getByRole("heading", { level: 1, name: HEADLINE }).waitFor();
    await page.waitForFunction(() => document.activeElement?.tagName === "H1");
    t.equal(await announced(page), HEADLINE);
    t.match(await page.title(), HEADLINE);
    t.equal(await page.locator('meta[name="robots"]').getAttribute("content"), "index, follow");
    t.equal(await page.getByText("Failed to load article").count(), 0);
    t.equal(await notice.count(), 0);
    t.ok(queries.length >= 1 && queries.length <= 3, `${queries.length} retries`);
    t.same(await shiftsOf(page), [], "nothing else moves");
    t.same(errors, []);
  });

t.test("focus that is elsewhere stays where it is", async (t) => {
  const { source, page, open } = await scene(t);
  await open("/events/youth-football-cup-2026");
  await page.getByRole("heading", { level: 1, name: "Failed to load event" }).waitFor();
  await page.getByRole("link", { name: "About Us" }).first().focus();
  source.mode = "well";
  await page.getByRole("heading", { level: 1, name: /Football/ }).waitFor();
  await page.waitForFunction(() => /Football/.test(document.title));
  t.equal(await page.evaluate(() => document.activeElement?.textContent), "About Us");
  t.match(await announced(page), /Football/);
});

t.test("an item that does not exist replaces the failure as well", async (t) => {
  const { source, page, open } = await scene(t);
  await open("/news-events/news/nobody-wrote-this");
  await page.getByRole("heading", { level: 1, name: "Failed to load article" }).waitFor();
  source.mode = "well";
  await page.getByRole("heading", { level: 1, name: "Article not found" }).waitFor();
});

const FAILED = "Failed to load content. Please try again later.";

for (const path of ["/", "/news-events"])
  t.test(`${path}: each box is replaced by its content, and nothing in sight moves`, async (t) => {
    const { source, page, errors, open } = await scene(t);
    await open(path);
    await page.getByText(FAILED).nth(1).waitFor();
    source.mode = "well";
    await page.getByRole("link", { name: HEADLINE }).first().waitFor();
    await page
      .getByRole("link", { name: /Football/ })
      .first()
      .waitFor();
    t.equal(await page.getByText(FAILED).count(), 0);
    // The notices of the failures are replaced too: they go one after the other.
    const shifts = (await shiftsOf(page)).filter((shift) => !/ region-\w+$/.test(shift));
    t.same(shifts, []);
    t.same(errors, []);
  });

t.test("focus in the box of a failure goes to the heading of its part", async (t) => {
  const { source, page, open } = await scene(t);
  await open("/news-events?type=news");
  await page.getByRole("link", { name: "Retry" }).focus();
  source.mode = "well";
  await page.getByRole("link", { name: HEADLINE }).first().waitFor();
  await page.waitForFunction(() => document.activeElement?.tagName === "H2");
  t.equal(await page.evaluate(() => document.activeElement?.textContent), "News");
  t.equal(await announced(page), "News");
});

t.test("a failure that came late in the stream is retried too", async (t) => {
  const { source, page, open } = await scene(t, { headStartMs: "50" });
  source.delayMs = 1_200;
  await open(ARTICLE);
  await page.getByRole("heading", { level: 1, name: "Failed to load article" }).waitFor();
  source.delayMs = 0;
  source.mode = "well";
  await page.getByRole("heading", { level: 1, name: HEADLINE }).waitFor();
});
