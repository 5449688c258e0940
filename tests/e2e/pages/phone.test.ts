import t from "tap";
import { sampleScene } from "./page-scene.ts";

const PHONE = { viewport: { width: 375, height: 740 } };

t.test("the first project is in the first screen; a filter scrolls to its results", async (t) => {
  const { page, open } = await sampleScene(t, PHONE);
  await open("/projects");
  const first = await page.locator("main article").first().boundingBox();
  t.ok(first && first.y < 640, `the first card begins at ${first?.y} px`);
  for (const label of ["Status", "Category"]) {
    const row = await page.getByRole("navigation", { name: label }).boundingBox();
    t.ok(row && row.height < 60, `${label} is one row`);
  }
  await page.getByRole("link", { name: /^Past Projects/ }).click();
  await page.waitForURL("**/projects?status=past#filters");
  await page.waitForFunction(() => window.scrollY > 50);
  t.match(await page.getByRole("status").first().textContent(), /^Showing 2 of 3 projects/);
});

t.test("a card named after one project leads to its card, which is marked", async (t) => {
  const { page, open } = await sampleScene(t, PHONE);
  await open("/");
  await page.getByRole("link", { name: /^Learn more.*Mtambani WASH/ }).click();
  await page.waitForFunction(() => document.activeElement?.tagName === "ARTICLE");
  const card = page.locator("article:focus");
  t.match(await card.textContent(), "Mtambani");
  t.equal(await card.evaluate((element) => getComputedStyle(element).outlineStyle), "solid");
  const box = await card.boundingBox();
  t.ok(box && box.y > 0 && box.y < 400, `it begins at ${box?.y} px`);
});

t.test("pagination is one row", async (t) => {
  const { page, open } = await sampleScene(t, { viewport: { width: 320, height: 740 } });
  await open("/news-events?type=news&page=2");
  const row = await page.getByRole("navigation", { name: "News pages" }).boundingBox();
  t.ok(row && row.height < 50 && row.x + row.width <= 320, JSON.stringify(row));
});
