import t from "tap";
import { sampleScene } from "./page-scene.ts";

const ROW = "#claim-people-impacted";

t.test("a figure's link leads to its row, which is marked; Back leads to the link", async (t) => {
  const { page, open, output, path } = await sampleScene(t);
  await open("/");
  const link = page.getByRole("link", { name: "How we know: People Impacted" });
  await link.click();
  const row = page.locator(ROW);
  await row.waitFor();
  t.equal(path(), `/where-the-money-goes${ROW}`);
  await page.waitForFunction((id) => document.activeElement?.matches(id), ROW);
  const top = (await row.boundingBox())?.y ?? -1;
  const headerHeight = (await page.locator("header").first().boundingBox())?.height ?? 0;
  t.ok(top >= headerHeight - 1 && top < 900, `${top} px: below the header, in sight`);
  const shade = (locator: typeof row) =>
    locator.evaluate((element) => getComputedStyle(element).backgroundColor);
  t.not(await shade(row), await shade(page.locator("#claim-students")));
  await page.goBack();
  await link.waitFor();
  t.same(output, []);
});

t.test("the ledger works without scripts, and a card is still one link", async (t) => {
  const { page, open, path } = await sampleScene(t, { javaScriptEnabled: false });
  await open("/our-impact");
  await page.getByRole("link", { name: "How we know: 15+ wells" }).click();
  t.equal(path(), "/where-the-money-goes#claim-wells");
  t.ok(await page.locator("#claim-wells").isVisible());
  await page.goBack();
  await page.getByRole("heading", { name: "Clean Water" }).click({ force: true });
  t.equal(path(), "/our-work/clean-water", "the card itself leads to its programme");
});
