import t from "tap";
import { CONTACT } from "../../app/forms/forms-scene.ts";
import { postJson } from "../../setup/site/post-json.ts";
import { staffCommand } from "../../setup/site/staff-in-process.ts";
import { testFolder } from "../../setup/test-folder.ts";
import { axeFaults } from "./axe.ts";
import { pageScene } from "./page-scene.ts";

t.test("the desk: by keyboard, on a phone, without our scripts; axe finds nothing", async (t) => {
  const dataDir = testFolder(t);
  const { page, requests, url, path } = await pageScene(t, {
    env: { DATA_DIR: dataDir },
    now: Date.now,
    viewport: { width: 375, height: 800 },
    bypassCSP: true,
  });
  await postJson(url("/bff/contact"), CONTACT);
  const { stdout } = await staffCommand("staff", dataDir, ["add", "asha@example.org"]);
  const wrong: string[] = [];
  const check = async () => {
    const over = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
    if (over > 0) wrong.push(`${path()} is ${over} px too wide`);
    wrong.push(...(await axeFaults(page)).map((fault) => `${path()}: ${fault}`));
  };
  await page.goto(url(stdout.trim()));
  await check();
  await page.getByRole("button", { name: "Sign in" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/staff/messages");
  await check();
  await page.getByRole("link", { name: "Asha Juma" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: /^Message C-/ }).waitFor();
  await check();
  await page.getByRole("link", { name: "Delete…" }).click();
  await check();
  await page.getByRole("button", { name: "Delete the message" }).click();
  await page.getByText(/^Message C-[\dA-Z-]+ is deleted\.$/).waitFor();
  await page.goto(url("/staff/gifts"));
  await check();
  t.same(wrong, []);
  t.notOk(requests.some((request) => request.endsWith(".js")));
});
