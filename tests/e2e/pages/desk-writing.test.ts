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
  await page.waitForURL("**/staff/messages");
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
