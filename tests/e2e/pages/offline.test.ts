import t from "tap";
import { sampleScene } from "./page-scene.ts";

const BAR = "You seem to be offline.";

t.test("a click without a network keeps the page, says so, and can be tried again", async (t) => {
  const { page, open, path, output } = await sampleScene(t);
  await open("/faq");
  await page.context().setOffline(true);
  await page.locator("header").getByRole("link", { name: "Our Work" }).click();
  const bar = page.getByRole("dialog", { name: BAR });
  await bar.waitFor();
  t.ok(await page.getByRole("heading", { level: 1, name: "Frequently Asked" }).isVisible());
  const again = bar.getByRole("link", { name: "Try again" });
  t.equal(await again.evaluate((link) => link === document.activeElement), true, "has the focus");

  const failed = page.waitForEvent("requestfailed");
  await again.click();
  await failed;
  t.ok(await bar.isVisible(), "still without a network");
  t.ok(await page.getByRole("heading", { level: 1, name: "Frequently Asked" }).isVisible());

  await page.context().setOffline(false);
  await again.click();
  await page.getByRole("heading", { level: 1, name: "Our Work" }).waitFor();
  t.equal(path(), "/our-work");
  t.equal(await bar.count(), 0);
  t.notOk(output.some((line) => line.includes("Error:")));
});

t.test("a link that the server answers keeps the page too", async (t) => {
  const { page, open } = await sampleScene(t);
  await open("/news-events");
  await page.context().setOffline(true);
  await page.getByRole("link", { name: "RSS" }).click();
  const bar = page.getByRole("dialog", { name: BAR });
  await bar.waitFor();
  t.match(await bar.getByRole("link").getAttribute("href"), /\/feed\.xml$/);
  t.ok(await page.getByRole("heading", { level: 1, name: "News & Events" }).isVisible());
  await bar.getByRole("button", { name: "Close" }).click();
  t.equal(await bar.count(), 0);
});

t.test("the bar goes with the next page that opens", async (t) => {
  const { page, open } = await sampleScene(t);
  await open("/faq");
  await page.locator("header").getByRole("link", { name: "Blog" }).click();
  await page.getByRole("heading", { level: 1 }).filter({ hasNotText: "Frequently" }).waitFor();
  await page.context().setOffline(true);
  await page.locator("header").getByRole("link", { name: "Our Work" }).click();
  const bar = page.getByRole("dialog", { name: BAR });
  await bar.waitFor();
  await page.goBack();
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "Frequently Asked" }).waitFor();
  t.equal(await bar.count(), 0, "its code was there already");
});

t.test(
  "focus returns to the link when the bar is closed, by its button or by Escape",
  async (t) => {
    const { page, open, focused } = await sampleScene(t);
    await open("/faq");
    await page.context().setOffline(true);
    const link = page.locator("header").getByRole("link", { name: "Our Work" });
    const bar = page.getByRole("dialog", { name: BAR });
    const again = bar.getByRole("link", { name: "Try again" });
    for (const leave of ["Escape", "button", "button after a second try"]) {
      await link.click();
      await bar.waitFor();
      await page.waitForFunction(() => document.activeElement?.closest("#offline"));
      if (leave.endsWith("try")) {
        const failed = page.waitForEvent("requestfailed");
        await again.click();
        await failed;
        await page.waitForFunction(() => document.activeElement?.closest("#offline"));
      }
      if (leave === "Escape") await page.keyboard.press("Escape");
      else await bar.getByRole("button", { name: "Close" }).press("Enter");
      await bar.waitFor({ state: "detached" });
      t.equal(await focused(), "Our Work", leave);
    }
  },
);
