import type { Page } from "playwright-core";
import t, { type Test } from "tap";
import { SAMPLE_CLOCK } from "../../fixtures/samples.ts";
import { clipped } from "../../setup/site/clipped.ts";
import { recordShifts, shiftsOf } from "../../setup/site/layout-shifts.ts";
import { content, pageScene } from "./page-scene.ts";

const ARTICLE = "/news-events/news/annual-report-2025";
const HEADLINE = "What 2025 changed: our year in figures";

/**
 * The page of a site that has never had data, over a source that is down. It waited for the failure, which is its status;
 * its clock stands still, so that it does not try again before `recover`, when the source is back.
 */
async function failedScene(t: Test, path: string, { width = 1280 } = {}) {
  const env = { HEAD_START_MS: "10000" };
  const scene = await pageScene(t, { content, env, viewport: { width, height: 900 } });
  const { source, page, output, requests, open } = scene;
  source.mode = "error";
  await recordShifts(page);
  await page.clock.install({ time: SAMPLE_CLOCK });
  // It ran since then.
  await page.clock.pauseAt(SAMPLE_CLOCK + 60_000);
  const status = await open(path);
  const queries = () => requests.filter((request) => request.startsWith("/bff"));
  const errors = () => output.filter((text) => !text.startsWith("Failed to load resource"));
  const recover = async () => {
    source.mode = "well";
    await page.clock.resume();
  };
  return { page, status, queries, errors, recover };
}

const announced = (page: Page, words: string | RegExp) =>
  page.locator("#announcer").filter({ hasText: words }).waitFor({ state: "attached" });

for (const width of [375, 1280])
  t.test(`${width} px: an article replaces its failure when the source is back`, async (t) => {
    const scene = await failedScene(t, ARTICLE, { width });
    const { page, queries } = scene;
    t.equal(scene.status, 503);
    await page.getByRole("heading", { level: 1, name: "Failed to load article" }).waitFor();
    const notice = page.getByText("Error loading article: The content source is not responding");
    await notice.waitFor();
    t.same(await clipped(page), []);
    await page.getByRole("link", { name: "Retry" }).focus();
    t.same(queries(), []);
    await scene.recover();
    await page.getByRole("heading", { level: 1, name: HEADLINE }).waitFor();
    await page.waitForFunction(() => document.activeElement?.tagName === "H1");
    t.equal(await page.locator("#announcer").textContent(), "", "said by the focus, and once");
    t.match(await page.title(), HEADLINE);
    t.equal(await page.locator('meta[name="robots"]').getAttribute("content"), "index, follow");
    t.equal(await page.getByText("Failed to load article").count(), 0);
    t.equal(await notice.count(), 0);
    t.ok(queries().length <= 3, `${queries().length} retries`);
    t.same(await shiftsOf(page), [], "nothing else moves");
    t.same(scene.errors(), []);
  });

t.test("focus that is elsewhere stays where it is", async (t) => {
  const { page, recover } = await failedScene(t, "/events/youth-football-cup-2026");
  await page.getByRole("heading", { level: 1, name: "Failed to load event" }).waitFor();
  await page.getByRole("link", { name: "About Us" }).first().focus();
  await recover();
  await page.getByRole("heading", { level: 1, name: /Football/ }).waitFor();
  await page.waitForFunction(() => /Football/.test(document.title));
  await announced(page, /Football/);
  t.equal(await page.evaluate(() => document.activeElement?.textContent), "About Us");
});

t.test("an item that does not exist replaces the failure as well", async (t) => {
  const { page, recover } = await failedScene(t, "/news-events/news/nobody-wrote-this");
  await page.getByRole("heading", { level: 1, name: "Failed to load article" }).waitFor();
  await recover();
  await page.getByRole("heading", { level: 1, name: "Article not found" }).waitFor();
});

const FAILED = "Failed to load content. Please try again later.";

for (const path of ["/", "/news-events"])
  t.test(`${path}: each box is replaced by its content, and nothing in sight moves`, async (t) => {
    const { page, errors, recover } = await failedScene(t, path);
    await page.getByText(FAILED).nth(1).waitFor();
    await recover();
    await page.getByRole("link", { name: HEADLINE }).first().waitFor();
    await page
      .getByRole("link", { name: /Football/ })
      .first()
      .waitFor();
    t.equal(await page.getByText(FAILED).count(), 0);
    // The notices of the failures are replaced too: they go one after the other.
    const shifts = (await shiftsOf(page)).filter((shift) => !/ status$/.test(shift));
    t.same([...shifts, ...errors()], []);
  });

t.test("focus in the box of a failure goes to the heading of its part", async (t) => {
  const { page, recover } = await failedScene(t, "/news-events?type=news");
  await page.getByRole("link", { name: "Retry" }).focus();
  await recover();
  await page.getByRole("link", { name: HEADLINE }).first().waitFor();
  await page.waitForFunction(() => document.activeElement?.textContent === "News");
  t.equal(await page.locator("#announcer").textContent(), "");
});

t.test("a failure that came late in the stream is retried too", async (t) => {
  const { page, source, open } = await pageScene(t, { content });
  source.mode = "error";
  source.delayMs = 1_200;
  await open(ARTICLE);
  await page.getByRole("heading", { level: 1, name: "Failed to load article" }).waitFor();
  source.delayMs = 0;
  source.mode = "well";
  await page.getByRole("heading", { level: 1, name: HEADLINE }).waitFor();
});
