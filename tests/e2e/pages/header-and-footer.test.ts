import t from "tap";
import site from "../../fixtures/content/site.json" with { type: "json" };
import { englishContent } from "../../setup/english-content.ts";
import { sampleScene } from "./page-scene.ts";

const phone = { viewport: { width: 375, height: 667 } };
const [firstGroup] = englishContent("navigation").footer;
const title = firstGroup?.title ?? "";
const links = firstGroup?.links.map(({ text }) => text) ?? [];

for (const javaScriptEnabled of [true, false])
  t.test(
    `phones, scripts ${javaScriptEnabled ? "on" : "off"}: the footer is one screen, and its groups open`,
    async (t) => {
      const { page, open } = await sampleScene(t, { ...phone, javaScriptEnabled });
      await open("/faq");
      const footer = page.locator("footer");
      const height = async () => (await footer.boundingBox())?.height ?? 0;
      t.ok((await height()) <= 667, `${await height()} px`);
      const group = footer.getByRole("navigation", { name: title });
      t.equal(await group.getByRole("link").count(), 0, "closed at first");
      await group.locator("summary").click();
      t.same(await group.getByRole("link").allInnerTexts(), links);
      const closed = footer.locator("details:not([open]) summary");
      while ((await closed.count()) > 0) await closed.first().click();
      const low = await footer
        .locator("a, summary")
        .evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 44).length);
      t.equal(low, 0, "every link is at least 44 px high");
      await group.locator("summary").click();
      t.equal(await group.getByRole("link").count(), 0, "and closed again");
    },
  );

t.test("wide screens show every group of the footer, no button, and one Donate", async (t) => {
  const { page, open } = await sampleScene(t);
  await open("/faq");
  const footer = page.locator("footer");
  t.equal(await footer.locator("summary:visible").count(), 0);
  await footer.getByRole("heading", { name: title }).waitFor();
  const group = footer.getByRole("navigation", { name: title });
  t.same(await group.getByRole("link").allInnerTexts(), links);
  const social = footer.locator("a[target=_blank][data-network]");
  t.same(
    await social.evaluateAll((all) => all.map((one) => one.getAttribute("href"))),
    site.social.map(({ url }) => url),
  );
  for (const { label } of site.social) await footer.getByRole("link", { name: label }).waitFor();
  t.equal(await page.locator("header").getByRole("link", { name: "Donate" }).count(), 1);
});

t.test("a link of the footer opens its page without a page load", async (t) => {
  const { page, open, loads, focused } = await sampleScene(t);
  await open("/faq");
  loads.length = 0;
  await page.locator("footer").getByRole("link", { name: "Our Work" }).click();
  await page.getByRole("heading", { level: 1, name: "Our Work" }).waitFor();
  t.equal(new URL(page.url()).pathname, "/our-work");
  await page.waitForFunction(() => document.activeElement?.tagName === "H1");
  t.equal(await focused(), "Our Work");
  t.same(loads, []);
});

for (const width of [320, 375, 1024])
  t.test(`${width} px: Donate stands beside the menu button`, async (t) => {
    const { page, open } = await sampleScene(t, { viewport: { width, height: 700 } });
    await open("/faq");
    const donate = page.locator("header").getByRole("link", { name: "Donate", exact: true });
    t.equal(await donate.count(), 1, "the other one is in the closed menu");
    const box = await donate.boundingBox();
    t.ok(box && box.height >= 44 && box.x + box.width <= width);
    const menu = page.getByRole("button", { name: "Open menu" });
    t.ok(await menu.isVisible());
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    t.equal(overflow, 0);
    await donate.click();
    await page.getByRole("heading", { level: 1, name: "Donate" }).waitFor();
    t.equal(await donate.getAttribute("aria-current"), "page");
  });

t.test("1025 px: every link of the header is in the window, with letters spaced too", async (t) => {
  const viewport = { width: 1025, height: 700 };
  const { page, open } = await sampleScene(t, { viewport, bypassCSP: true });
  const right = () =>
    page
      .locator("header :is(a, button)")
      .evaluateAll((all) => Math.max(...all.map((one) => one.getBoundingClientRect().right)));
  for (const path of ["/", "/sw", "/news-events", "/sw/news-events"]) {
    await open(path);
    t.ok((await right()) <= 1025, `${path}: ${await right()} px`);
    // WCAG 1.4.12
    await page.addStyleTag({
      content: "* { letter-spacing: .12em !important; word-spacing: .16em !important }",
    });
    t.ok((await right()) <= 1025, `${path}, spaced: ${await right()} px`);
  }
});
