import t from "tap";
import { sampleScene } from "./page-scene.ts";

t.test("the field leads to results, a misspelt word to its spelling, both to a page", async (t) => {
  const { page, output, open } = await sampleScene(t);
  await open("/search");
  await page.locator("main [name=q]").fill("mtambnai");
  await page.locator("main [name=q]").press("Enter");
  await page.waitForURL(/\/search\?q=mtambnai$/);
  t.ok(await page.locator("main nav[aria-labelledby=ways]").isVisible());
  await page.locator("main a", { hasText: /^mtambani$/ }).click();
  await page.waitForURL(/\/search\?q=mtambani$/);
  t.match(await page.locator("main [role=status]").textContent(), /^\d+ results? for “mtambani”$/);
  t.ok((await page.locator("main mark").count()) > 0);
  await page.locator("main ol a").first().click();
  await page.waitForURL((url) => url.pathname !== "/search");
  t.match(await page.locator("main").textContent(), /Mtambani/);
  t.same(output, []);
});

t.test("without scripts the menu's field, the filters and the pages lead on", async (t) => {
  const { page, url } = await sampleScene(t, {
    javaScriptEnabled: false,
    viewport: { width: 375, height: 800 },
  });
  await page.goto(url("/about-us"));
  await page.click("[popovertarget=site-menu]");
  await page.locator("header [name=q]").fill("water");
  await page.locator("header [name=q]").press("Enter");
  await page.waitForURL(/\/search\?q=water$/);
  t.match(await page.locator("main [role=status]").textContent(), /results for “water”/);
  await page.locator("main nav a", { hasText: "Stories" }).click();
  await page.waitForURL(/kind=story/);
  t.match(await page.locator("main nav [aria-current]").textContent(), /^Stories/);
  await page.goto(url("/no/such/page"));
  await page.locator("main [name=q]").fill("latrines");
  await page.locator("main button", { hasText: "Search" }).click();
  await page.waitForURL(/\/search\?q=latrines$/);
});
