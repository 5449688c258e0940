import t from "tap";
import { sampleScene } from "./page-scene.ts";

t.test("results follow what is typed, in place, by a script that the focus loads", async (t) => {
  const { page, output, requests, open } = await sampleScene(t);
  await open("/search");
  const isLive = (path: string) => /live-search/.test(path);
  t.notOk(requests.some(isLive));
  const field = page.locator("main [name=q]");
  const loading = page.waitForResponse((response) => isLive(response.url()));
  await field.focus();
  await loading;
  await field.pressSequentially("mtambani");
  const links = page.locator("main ol a");
  await links.first().waitFor();
  t.match(await page.locator("main [role=status]").textContent(), /^\d+ results? for “mtambani”$/);
  t.ok((await page.locator("main mark").count()) > 0);
  await page.waitForURL(/\/search\?q=mtambani$/);
  const typed = await page.locator("main ol").innerText();
  await page.reload();
  t.equal(await page.locator("main ol").innerText(), typed, "the server shows the same");
  await page.locator("main [name=q]").fill("mtambnai");
  await page.locator("[data-search=suggestion] a").waitFor();
  t.equal(await page.locator("[data-search=suggestion] a").textContent(), "mtambani");
  t.ok(await page.locator("[data-search=ways]").isVisible());
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
  await page.locator("[data-search=kinds] a", { hasText: "Stories" }).click();
  await page.waitForURL(/kind=story/);
  t.equal(
    await page.locator("[data-search=kinds] [aria-current]").getAttribute("data-kind"),
    "story",
  );
  await page.goto(url("/no/such/page"));
  await page.locator("main [name=q]").fill("latrines");
  await page.locator("main button", { hasText: "Search" }).click();
  await page.waitForURL(/\/search\?q=latrines$/);
});
