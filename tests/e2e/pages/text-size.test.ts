import type { Page } from "playwright-core";
import t from "tap";
import { hydrated } from "../../setup/site/hydrated.ts";
import { brokenApart, outOfSight } from "../../setup/site/out-of-sight.ts";
import { every } from "../../setup/whole.ts";
import { sampleScene } from "./page-scene.ts";

const PATHS = [
  "/",
  "/news-events",
  "/news-events/news/mtambani-water-point-opens",
  "/events/youth-football-cup-2026",
  "/donate",
  "/contact-us",
  "/projects",
];
const WIDTHS = Array.from({ length: 117 }, (_, index) => 280 + 10 * index);
/** Sizes of text, in per cent of the usual one. */
const SIZES = [100, 115, 130, 150, 175, 200];
const CASES = SIZES.flatMap((size) => WIDTHS.map((width) => ({ size, width })));
/** The widths at which a menu button once was out of reach, and those of the usual phones. */
const KNOWN = [
  { size: 100, width: 280 },
  { size: 130, width: 360 },
  { size: 150, width: 410 },
  { size: 200, width: 370 },
  { size: 200, width: 390 },
  { size: 200, width: 1280 },
];

/** The setting of the browser: rem and the em of media queries follow it. */
async function setting(page: Page) {
  const session = await page.context().newCDPSession(page);
  return async (percent: number) => {
    const standard = Math.round((16 * percent) / 100);
    await session.send("Page.setFontSizes", { fontSizes: { standard, fixed: standard } });
  };
}

/** The size of text of a page alone, as phones and style sheets of visitors set it: rem follows, media queries do not. */
const pageAlone = async (page: Page) => (percent: number) =>
  page.evaluate((size) => {
    document.documentElement.style.fontSize = `${size}%`;
  }, percent);

/** Lists what is out of sight on the pages, with the width and the size: `410 px at 150 %`. */
async function lost(
  page: Page,
  url: (path: string) => string,
  paths: readonly string[],
  cases: readonly { size: number; width: number }[],
  sizer: typeof setting,
) {
  const wrong: Record<string, string[]> = {};
  const resize = await sizer(page);
  for (const path of paths) {
    await page.goto(url(path));
    await hydrated(page);
    for (const { size, width } of cases) {
      await resize(size);
      await page.setViewportSize({ width, height: 800 });
      for (const what of await outOfSight(page)) {
        wrong[`${path}: ${what}`] ??= [];
        wrong[`${path}: ${what}`]?.push(`${width} px at ${size} %`);
      }
    }
  }
  return wrong;
}

for (const prefix of ["", "/sw"]) {
  const paths = every(prefix === "" ? 1 : 2, PATHS).map((path) => prefix + path);

  t.test(`${prefix}/: text of any size hides nothing at any width`, async (t) => {
    const { page, url } = await sampleScene(t, { reducedMotion: "reduce" });
    t.same(await lost(page, url, paths, [...KNOWN, ...every(400, CASES)], setting), {});
  });

  t.test(`${prefix}/: nor does text that the page alone has half as large again`, async (t) => {
    const { page, url } = await sampleScene(t, { reducedMotion: "reduce" });
    const cases = [...KNOWN, ...every(400, CASES)].filter(({ size }) => size <= 150);
    t.same(await lost(page, url, every(3, paths), cases, pageAlone), {});
  });
}

t.test("words of twice the size stay whole where a line has room for them", async (t) => {
  const { page, url } = await sampleScene(t, { reducedMotion: "reduce" });
  const resize = await setting(page);
  await resize(200);
  await page.setViewportSize({ width: 375, height: 800 });
  for (const path of ["/", "/news-events", "/donate", "/sw", "/sw/projects"]) {
    await page.goto(url(path));
    await hydrated(page);
    t.same(await brokenApart(page), [], path);
    const header = page.locator("header");
    for (const name of [/Jua Jipya/, /^(?:Donate|Changia)$/])
      t.ok(await header.getByRole("link", { name }).first().isVisible(), `${path}: ${name}`);
  }
});

t.test("the menu opens and is closed by its button with text of twice the size", async (t) => {
  const viewport = { width: 375, height: 667 };
  const { page, open } = await sampleScene(t, { reducedMotion: "reduce", viewport });
  const resize = await setting(page);
  await resize(200);
  await open("/about-us");
  await page.getByRole("button", { name: "Open menu" }).click();
  const menu = page.getByRole("navigation", { name: "Main" });
  await menu.getByRole("link", { name: "Donate" }).scrollIntoViewIfNeeded();
  t.ok(await menu.getByRole("link", { name: "Donate" }).isVisible());
  await page.getByRole("button", { name: "Close menu" }).click();
  await menu.waitFor({ state: "hidden" });
});
