import type { Browser } from "playwright-core";
import t, { type Test } from "tap";
import { startFakeContentApi } from "../../fakes/content-api.ts";
import { fullRows, SAMPLE_CLOCK } from "../../fixtures/samples.ts";
import { launchBrowser } from "../../setup/services/browser.ts";
import { hydrated } from "../../setup/site/hydrated.ts";
import { startSite } from "../../setup/site/site.ts";

let browser: Browser;
t.before(async () => {
  browser = await launchBrowser();
});
t.teardown(() => browser.close());

async function scene(t: Test, width = 375) {
  const source = await startFakeContentApi({ news: fullRows("news"), events: [] });
  const env = { HEAD_START_MS: "5000" };
  const site = await startSite({ contentApiUrl: source.url, env, now: () => SAMPLE_CLOCK });
  const context = await browser.newContext({ viewport: { width, height: 740 } });
  const page = await context.newPage();
  t.teardown(async () => {
    await context.close();
    await site.close();
    await source.close();
  });
  const open = async (path: string) => {
    await page.goto(site.url + path);
    await hydrated(page);
  };
  return { page, open };
}

t.test("the first project is in the first screen; a filter scrolls to its results", async (t) => {
  const { page, open } = await scene(t);
  await open("/projects");
  const first = await page.locator("main article").first().boundingBox();
  t.ok(first && first.y < 640, `the first card begins at ${first?.y} px`);
  for (const label of ["Status", "Category"]) {
    const row = await page.getByRole("navigation", { name: label }).boundingBox();
    t.ok(row && row.height < 60, `${label} is one row`);
  }
  t.equal(await page.evaluate(() => document.documentElement.scrollWidth), 375);
  await page.getByRole("link", { name: /^Past Projects/ }).click();
  await page.waitForURL("**/projects?status=past#filters");
  await page.waitForFunction(() => window.scrollY > 50);
  t.match(await page.getByRole("status").first().textContent(), /^Showing 2 of 3 projects/);
});

t.test("a card named after one project leads to its card, which is marked", async (t) => {
  const { page, open } = await scene(t);
  await open("/");
  await page.getByRole("link", { name: /^Learn more.*Mtambani WASH/ }).click();
  await page.waitForFunction(() => document.activeElement?.tagName === "ARTICLE");
  const card = page.locator("article:focus");
  t.match(await card.textContent(), "Mtambani");
  t.equal(await card.evaluate((element) => getComputedStyle(element).outlineStyle), "solid");
  const box = await card.boundingBox();
  t.ok(box && box.y > 0 && box.y < 400, `it begins at ${box?.y} px`);
});

for (const width of [320, 375])
  t.test(`${width} px: pagination is one row`, async (t) => {
    const { page, open } = await scene(t, width);
    await open("/news-events?type=news&page=2");
    const row = await page.getByRole("navigation", { name: "News pages" }).boundingBox();
    t.ok(row && row.height < 50 && row.x + row.width <= width, JSON.stringify(row));
    t.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
  });
