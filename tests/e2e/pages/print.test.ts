import type { Browser, Page } from "playwright-core";
import t, { type Test } from "tap";
import { startFakeContentApi } from "../../fakes/content-api.ts";
import { jpeg, serveBytes } from "../../fakes/pictures.ts";
import { fullRows, SAMPLE_CLOCK } from "../../fixtures/samples.ts";
import { launchBrowser } from "../../setup/services/browser.ts";
import { hydrated } from "../../setup/site/hydrated.ts";
import { startSite } from "../../setup/site/site.ts";

/** A4 without its margins, in CSS pixels. */
const PAPER = { width: 703, height: 1017 };
const ARTICLE = {
  id: 1,
  slug: "tap",
  title: "A tap",
  image: "/media/tap.jpg",
  content: "<p>Water</p>",
};

let browser: Browser;
t.before(async () => {
  browser = await launchBrowser();
});
t.teardown(() => browser.close());

/** Opens pages as they are read, then as they are printed. */
async function scene(t: Test) {
  const source = await startFakeContentApi({ news: [ARTICLE], events: fullRows("events") });
  source.media.set("/media/tap.jpg", serveBytes(await jpeg(900, 600)));
  const env = { HEAD_START_MS: "5000" };
  const site = await startSite({ contentApiUrl: source.url, env, now: () => SAMPLE_CLOCK });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  t.teardown(async () => {
    await page.close();
    await site.close();
    await source.close();
  });
  const print = async (path: string) => {
    await page.emulateMedia({ media: null });
    await page.goto(site.url + path);
    await hydrated(page);
    await page.emulateMedia({ media: "print" });
    await page.setViewportSize(PAPER);
  };
  return { page, print };
}

const boxOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox();
  return box ?? { x: 0, y: 0, width: 0, height: 0 };
};

t.test("an article is printed with its picture, without what is only for screens", async (t) => {
  const { page, print } = await scene(t);
  await print("/news-events/news/tap");
  const picture = await boxOf(page, "article picture img");
  t.ok(picture.width > 300 && picture.height > 100, `picture ${picture.width}x${picture.height}`);
  for (const selector of ["#share", "header nav", "footer nav", "footer svg"])
    t.equal((await boxOf(page, selector)).height, 0, selector);
  const menu = page.locator("header nav").first();
  const transition = await menu.evaluate((nav) => getComputedStyle(nav).transitionProperty);
  t.equal(transition, "none", "the menu of a narrow page does not slide out of the print");
});

t.test("the footer is a few lines that browsers repeat on each page", async (t) => {
  const { page, print } = await scene(t);
  for (const path of ["/", "/news-events/news/tap", "/donate"]) {
    await print(path);
    const footer = await page.locator("footer").evaluate((element) => ({
      display: getComputedStyle(element).display,
      inside: getComputedStyle(element).breakInside,
      parent: getComputedStyle(element.parentElement ?? element).display,
      height: element.getBoundingClientRect().height,
    }));
    t.match(footer, { display: "table-footer-group", inside: "avoid", parent: "table" }, path);
    t.ok(footer.height < PAPER.height / 4, `${path}: ${footer.height} px`);
    t.match(await page.locator("footer").innerText(), /info@/);
  }
});

t.test("Home is printed with its cards, seen or not, and one slide", async (t) => {
  const { page, print } = await scene(t);
  await print("/");
  const opacities = await page
    .locator("main li:has(article), main li:has(h3)")
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).opacity));
  t.ok(opacities.length > 5);
  t.same([...new Set(opacities)], ["1"]);
  const slides = await page
    .locator("[data-state]")
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).display !== "none"));
  t.same(
    slides.filter((isShown) => isShown),
    [true],
  );
});
