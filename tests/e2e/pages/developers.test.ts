import t from "tap";
import { sampleScene } from "./page-scene.ts";

for (const javaScriptEnabled of [true, false])
  t.test(
    `from a problem to the reference and to an operation, scripts ${javaScriptEnabled ? "on" : "off"}`,
    async (t) => {
      const { page, url } = await sampleScene(t, { javaScriptEnabled });
      await page.goto(url("/problems/precondition-failed"));
      t.equal(await page.textContent("h1"), "412 Precondition failed");
      await page.click("text=All kinds of problems");
      await page.waitForURL("**/developers#problems");
      await page.click("nav[aria-label='On this page'] >> text=Events");
      await page.waitForURL("**/developers#events");
      t.ok(await page.isVisible("#listEvents"));
    },
  );

t.test("one click selects a whole command of the reference", async (t) => {
  const { page, url } = await sampleScene(t, { javaScriptEnabled: true });
  await page.goto(url("/developers"));
  const command = page.locator("#listNews figure code");
  await command.click();
  const selected = await page.evaluate(() => String(getSelection()));
  t.match(selected.trim(), /^curl '.*\/bff\/news/);
  t.equal(selected.trim(), (await command.textContent())?.trim());
});
