import t from "tap";
import { formScene } from "../forms/form-scene.ts";

const ROW = "#claim-people-impacted";

t.test(
  "a figure's link leads to its row, which is marked, and Back leads to the link",
  async (t) => {
    const { page, open, output } = await formScene(t);
    await open("/");
    const link = page.getByRole("link", { name: "How we know: People Impacted" });
    const box = await link.boundingBox();
    t.ok((box?.height ?? 0) >= 24, "large enough for a finger");
    await link.click();
    const row = page.locator(ROW);
    await row.waitFor();
    t.match(page.url(), `/where-the-money-goes${ROW}`);
    await page.waitForFunction((id) => document.activeElement?.matches(id), ROW);
    const [top, header] = [
      await row.boundingBox(),
      await page.locator("header").first().boundingBox(),
    ];
    t.ok((top?.y ?? -1) >= (header?.height ?? 0) - 1, "below the header");
    t.ok((top?.y ?? 9_999) < 900);
    const plain = page.locator("#claim-students");
    const shade = (locator: typeof row) =>
      locator.evaluate((element) => getComputedStyle(element).backgroundColor);
    t.not(await shade(row), await shade(plain));
    await page.goBack();
    await link.waitFor();
    t.same(output, []);
  },
);

t.test("the ledger works without scripts, and a card is still one link", async (t) => {
  const { page, open } = await formScene(t, { javaScriptEnabled: false });
  await open("/our-impact");
  const link = page.getByRole("link", { name: "How we know: 15+ wells" });
  await link.click();
  t.match(page.url(), "/where-the-money-goes#claim-wells");
  t.ok(await page.locator("#claim-wells").isVisible());
  await page.goBack();
  await page.getByRole("heading", { name: "Clean Water" }).click({ force: true });
  t.match(page.url(), "/our-work/clean-water", "the card itself leads to its programme");
});

t.test("every link to the ledger is 24 px high, on a phone too", async (t) => {
  const { page, open } = await formScene(t, { viewport: { width: 375, height: 900 } });
  for (const path of ["/", "/our-impact", "/about-us", "/donate", "/where-the-money-goes"]) {
    await open(path);
    const heights = await page
      .locator('main a[href^="/where-the-money-goes#"]')
      .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().height));
    t.ok(heights.length > 0, path);
    for (const height of heights) t.ok(height >= 24, `${path}: ${height}`);
  }
});
