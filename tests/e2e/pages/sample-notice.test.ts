import type { Browser } from "playwright-core";
import t, { type Test } from "tap";
import { startFakeContentApi } from "../../fakes/content-api.ts";
import { SAMPLE_CLOCK } from "../../fixtures/samples.ts";
import { launchBrowser } from "../../setup/services/browser.ts";
import { hydrated } from "../../setup/site/hydrated.ts";
import { recordShifts, shiftsOf } from "../../setup/site/layout-shifts.ts";
import { startSite } from "../../setup/site/site.ts";

let browser: Browser;
t.before(async () => {
  browser = await launchBrowser();
});
t.teardown(() => browser.close());

async function scene(t: Test, options: { width: number; javaScriptEnabled?: boolean }) {
  const { width, ...rest } = options;
  const source = await startFakeContentApi({ news: [], events: [] });
  const site = await startSite({ contentApiUrl: source.url, now: () => SAMPLE_CLOCK });
  const context = await browser.newContext({ viewport: { width, height: 800 }, ...rest });
  const page = await context.newPage();
  t.teardown(async () => {
    await context.close();
    await site.close();
    await source.close();
  });
  const notice = page.getByRole("region", { name: "About this site" });
  return { page, notice, url: (path: string) => site.url + path };
}

t.test("it is one line at 375 px, below the header, without scripts too", async (t) => {
  const { page, notice, url } = await scene(t, { width: 375, javaScriptEnabled: false });
  await page.goto(url("/about-us"));
  const [header, strip] = await Promise.all([
    page.locator("#root > header").boundingBox(),
    notice.boundingBox(),
  ]);
  t.equal(header?.y, 0, "the header is the first thing");
  t.equal(strip?.y, header?.height);
  const lineHeight = await notice.evaluate((box) =>
    Number.parseFloat(getComputedStyle(box).lineHeight),
  );
  t.ok((strip?.height ?? 0) < 2 * lineHeight, `${strip?.height} px of lines of ${lineHeight} px`);
  await page.emulateMedia({ media: "print" });
  t.ok(await notice.isVisible(), "it is printed");
});

t.test("it scrolls away, the header stays, and the menu opens at the header's edge", async (t) => {
  const { page, notice, url } = await scene(t, { width: 375 });
  await page.goto(url("/about-us"));
  await hydrated(page);
  await page.getByRole("button", { name: "Open menu" }).click();
  const menu = page.locator("#site-menu:popover-open");
  await menu.waitFor();
  const header = page.locator("#root > header");
  t.equal((await menu.boundingBox())?.y, (await header.boundingBox())?.height);
  await page.keyboard.press("Escape");
  await page.mouse.wheel(0, 600);
  await page.locator("header[data-scrolled]").waitFor();
  t.equal((await header.boundingBox())?.y, 0);
  t.ok(((await notice.boundingBox())?.y ?? 0) < 0);
});

t.test("a navigation within the site leaves it as it was, and nothing shifts", async (t) => {
  const { page, notice, url } = await scene(t, { width: 1280 });
  await recordShifts(page);
  await page.goto(url("/about-us"), { waitUntil: "networkidle" });
  await hydrated(page);
  await notice.evaluate((box) => {
    const changes: string[] = [];
    Object.assign(window, { changes });
    new MutationObserver((records) => changes.push(...records.map(({ type }) => type))).observe(
      box,
      {
        attributes: true,
        characterData: true,
        childList: true,
        subtree: true,
      },
    );
  });
  await page.getByRole("link", { name: "FAQ" }).click();
  await page.getByRole("heading", { level: 1, name: "Frequently Asked Questions" }).waitFor();
  t.ok(await notice.isVisible());
  t.same(await page.evaluate("window.changes"), [], "nothing for a screen reader to announce");
  t.equal(await notice.evaluate((box) => box.closest("[aria-live], [role=status]")), null);
  t.same(await shiftsOf(page), []);
});
