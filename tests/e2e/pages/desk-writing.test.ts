import t, { type Test } from "tap";
import { staffCommand } from "../../setup/site/staff-in-process.ts";
import { testFolder } from "../../setup/test-folder.ts";
import { axeFaults } from "./axe.ts";
import { pageScene, type SceneOptions } from "./page-scene.ts";

/** A desk over news and events that the site holds itself, in which Asha is signed in. */
async function writingScene(
  t: Test,
  options: Pick<SceneOptions, "viewport" | "javaScriptEnabled">,
) {
  const dataDir = testFolder(t);
  const env = { DATA_DIR: dataDir, CONTENT_API_URL: "embedded" };
  const scene = await pageScene(t, { env, now: Date.now, ...options });
  const { page, url } = scene;
  page.on("dialog", (dialog) => void dialog.accept());
  const { stdout } = await staffCommand("staff", dataDir, ["add", "asha@example.org"]);
  await page.goto(url(stdout.trim()));
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/staff");
  return scene;
}

for (const width of [1366, 375])
  t.test(`the toolbar at ${width} px: buttons, keys and undo`, async (t) => {
    const { page, url, output } = await writingScene(t, { viewport: { width, height: 768 } });
    await page.goto(url("/staff/news/new"));
    const text = page.getByLabel("Text", { exact: true });
    const tools = page.getByRole("group", { name: "Marks for the text “Text”" });
    const isWide = "document.documentElement.scrollWidth > innerWidth";
    t.equal(await page.evaluate(isWide), false);
    t.same(await axeFaults(page), []);
    await text.fill("The well");
    await text.press("Control+a");
    await tools.getByRole("button", { name: "Bold" }).click();
    t.equal(await text.inputValue(), "**The well**");
    await text.press("Control+z");
    t.equal(await text.inputValue(), "The well", "a mark is undone like typed letters");
    await text.press("Control+a");
    await text.press("Control+b");
    t.equal(await text.inputValue(), "**The well**");
    await text.press("End");
    await text.press("Enter");
    await text.press("Control+Shift+Digit8");
    await text.pressSequentially("first");
    t.equal(await text.inputValue(), "**The well**\n- first");
    await tools.getByRole("button", { name: "Link" }).click();
    await page.keyboard.type("here");
    t.equal(await text.inputValue(), "**The well**\n- first[here](https://)");
    t.same(output, []);
  });

t.test("without scripts there is no toolbar", async (t) => {
  const { page, url } = await writingScene(t, { javaScriptEnabled: false });
  await page.goto(url("/staff/news/new"));
  t.equal(await page.getByRole("button", { name: "Bold" }).count(), 0);
});

for (const { width, javaScriptEnabled } of [
  { width: 1366, javaScriptEnabled: true },
  { width: 375, javaScriptEnabled: true },
  { width: 375, javaScriptEnabled: false },
])
  t.test(
    `a story, its twin, its address and its versions at ${width} px, scripts ${javaScriptEnabled ? "on" : "off"}`,
    async (t) => {
      const viewport = { width, height: 768 };
      const { page, url, path } = await writingScene(t, { viewport, javaScriptEnabled });
      const faults: string[] = [];
      const check = async () => {
        if (!javaScriptEnabled) return;
        faults.push(...(await axeFaults(page)).map((fault) => `${path()}: ${fault}`));
        const isWide = "document.documentElement.scrollWidth > innerWidth";
        if (await page.evaluate(isWide)) faults.push(`${path()} is too wide`);
      };
      const fill = (name: string, text: string) => page.locator(`[name=${name}]`).fill(text);
      const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
      const said = (text: string | RegExp) => page.getByText(text).first().waitFor();
      await page.goto(url("/staff/news/new"));
      await fill("title", "A Wel in Bunju");
      await fill("text", "The pump works.\n\nIt is blue.");
      await fill("excerpt", "Clear water.");
      await fill("category", "Water");
      await page.locator("[name=language]").selectOption("en");
      await press("Publish");
      await said("Published.: “A Wel in Bunju”".replace(".:", ":"));
      await check();
      await page.getByRole("link", { name: "Write in Kiswahili" }).click();
      await fill("title", "Kisima cha Bunju");
      await fill("text", "Pampu inafanya kazi.");
      await fill("excerpt", "Maji safi.");
      await check();
      await press("Publish");
      await said("Kiswahili: published");
      await page.getByRole("link", { name: "Open the English version" }).click();
      await fill("slug", "a-well-in-bunju");
      await fill("text", "The pump works.\n\nIt is red.");
      await press("Update");
      await said("Saved: “A Wel in Bunju”");
      await page.goto(url("/news-events/news/a-wel-in-bunju"));
      t.equal(path(), "/news-events/news/a-well-in-bunju");
      await page.locator("[data-switch]").first().click();
      await page.waitForURL("**/sw/news-events/news/kisima-cha-bunju");
      await page.goto(url("/staff/news"));
      await check();
      await page.getByRole("link", { name: "A Wel in Bunju" }).click();
      await page.getByRole("link", { name: "Earlier versions" }).click();
      await press("Compare");
      await said("It is blue.");
      await check();
      await press("Put version 1 back");
      await said("The earlier version is the present one again");
      t.equal(await page.locator("[name=text]").inputValue(), "The pump works.\n\nIt is blue.");
      await page.getByRole("link", { name: "Delete…" }).click();
      await press("Delete story");
      await said("Moved to the bin.");
      await page.getByRole("link", { name: "Bin: deleted news and events" }).click();
      await check();
      await press("Put back: A Wel in Bunju");
      await said("Back from the bin: “A Wel in Bunju”");
      t.same(faults, []);
    },
  );
