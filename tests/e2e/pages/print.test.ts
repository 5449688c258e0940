import type { Page } from "playwright-core";
import t from "tap";
import { jpeg, serveBytes } from "../../fakes/pictures.ts";
import { pageScene, sampleScene } from "./page-scene.ts";

/** A4 without its margins, in CSS pixels. */
const PAPER = { width: 703, height: 1017 };
const ARTICLE = {
  id: 1,
  slug: "tap",
  title: "A tap",
  image: "/media/tap.jpg",
  content: "<p>Water</p>",
};

type Window = Awaited<ReturnType<typeof sampleScene>>;

/** Opens a page as it is read, then as it is printed. */
async function print({ page, open }: Window, path: string): Promise<void> {
  await page.emulateMedia({ media: null });
  await open(path);
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize(PAPER);
}

const boxOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox();
  return box ?? { x: 0, y: 0, width: 0, height: 0 };
};

t.test("an article is printed with its picture, without what is only for screens", async (t) => {
  const env = { HEAD_START_MS: "10000" };
  const scene = await pageScene(t, { content: { news: [ARTICLE] }, env });
  const { page, source } = scene;
  source.media.set("/media/tap.jpg", serveBytes(await jpeg(900, 600)));
  await print(scene, "/news-events/news/tap");
  const picture = await boxOf(page, "article picture img");
  t.ok(picture.width > 300 && picture.height > 100, `picture ${picture.width}x${picture.height}`);
  const frame = await boxOf(page, "article .frame");
  t.ok(Math.abs(picture.width - frame.width) < 2, `in a box of ${frame.width} px`);
  const heights: number[] = [];
  for (const selector of ["#share", "header nav", "footer nav", "footer svg"])
    heights.push((await boxOf(page, selector)).height);
  t.same(heights, [0, 0, 0, 0]);
  const menu = page.locator("header nav").first();
  const transition = await menu.evaluate((nav) => getComputedStyle(nav).transitionProperty);
  t.equal(transition, "none", "the menu of a narrow page does not slide out of the print");
});

t.test("the footer is a few lines that browsers repeat on each page", async (t) => {
  const scene = await sampleScene(t);
  const { page } = scene;
  for (const path of ["/", "/news-events/news/mtambani-water-point-opens", "/donate"]) {
    await print(scene, path);
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
  const scene = await sampleScene(t);
  const { page } = scene;
  await print(scene, "/");
  const opacities = await page
    .locator("main li:has(article), main li:has(h3)")
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).opacity));
  t.ok(opacities.length > 5);
  t.same([...new Set(opacities)], ["1"]);
  const slides = await page
    .locator("[aria-roledescription=slide]")
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).display !== "none"));
  t.same(
    slides.filter((isShown) => isShown),
    [true],
  );
});

t.test("a typed amount is printed with its currency", async (t) => {
  const scene = await sampleScene(t);
  const prefix = scene.page.locator("[name=customAmount]").locator("xpath=preceding-sibling::*");
  for (const [query, text] of [
    ["amount=75", "$"],
    ["amount=75000&currency=TZS", "TZS"],
  ] as const) {
    await print(scene, `/donate?${query}`);
    t.equal((await prefix.innerText()).trim(), text);
    t.ok(await prefix.isVisible(), text);
  }
});
