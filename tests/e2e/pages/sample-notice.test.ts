import type { Page } from "playwright-core";
import t from "tap";
import { sampleScene } from "./page-scene.ts";

const noticeOf = (page: Page) => page.getByRole("region", { name: "About this site" });

t.test("it is one line at 375 px, below the header, without scripts too", async (t) => {
  const viewport = { width: 375, height: 800 };
  const { page, open } = await sampleScene(t, { viewport, javaScriptEnabled: false });
  const notice = noticeOf(page);
  await open("/about-us");
  // The second visit has the web font at its first paint: this machine may lack the fonts that stand in for it.
  await page.evaluate(() => document.fonts.ready.then(() => true));
  await open("/about-us");
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
  const { page, open } = await sampleScene(t, { viewport: { width: 375, height: 800 } });
  await open("/about-us");
  await page.getByRole("button", { name: "Open menu" }).click();
  const menu = page.locator("#site-menu:popover-open");
  await menu.waitFor();
  const header = page.locator("#root > header");
  t.equal((await menu.boundingBox())?.y, (await header.boundingBox())?.height);
  await page.keyboard.press("Escape");
  await page.mouse.wheel(0, 600);
  await page.locator("header[data-scrolled]").waitFor();
  t.equal((await header.boundingBox())?.y, 0);
  t.ok(((await noticeOf(page).boundingBox())?.y ?? 0) < 0);
});
