import t, { type Test } from "tap";
import { CONTACT } from "../../app/forms/forms-scene.ts";
import { startMailServer } from "../../fakes/mail-server.ts";
import { postJson } from "../../setup/site/post-json.ts";
import { staffCommand } from "../../setup/site/staff-in-process.ts";
import { testFolder } from "../../setup/test-folder.ts";
import { until } from "../../setup/until.ts";
import { axeFaults } from "./axe.ts";
import { pageScene, type SceneOptions } from "./page-scene.ts";

const VISITOR = "neema@example.net";

/** A desk over a mail server with one message, which Asha has opened. */
async function replyScene(t: Test, options: SceneOptions) {
  const server = await startMailServer(t);
  const dataDir = testFolder(t);
  const env = {
    DATA_DIR: dataDir,
    SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    MAIL_FROM: "web@foundation.example",
    OFFICE_EMAIL: "office@foundation.example",
  };
  const scene = await pageScene(t, { env, now: Date.now, ...options });
  const { page, url } = scene;
  await postJson(url("/bff/contact"), { ...CONTACT, name: "Neema", email: VISITOR });
  const signIn = async (email: string) => {
    const { stdout } = await staffCommand("staff", dataDir, ["add", email]);
    await page.goto(url(stdout.trim()));
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(/\/staff$/);
    await page.goto(url("/staff/messages"));
  };
  await staffCommand("staff", dataDir, ["add", "juma@example.org"]);
  await signIn("asha@example.org");
  await page.getByRole("link", { name: "Neema" }).click();
  await page.waitForURL("**/staff/messages/C-*");
  const answers = () => server.mails.filter(({ to }) => to.includes(VISITOR));
  return { ...scene, signIn, server, answers };
}

for (const javaScriptEnabled of [true, false])
  t.test(
    `a message is assigned, noted and answered, ${javaScriptEnabled ? "with" : "without"} scripts`,
    async (t) => {
      const viewport = javaScriptEnabled
        ? { width: 1366, height: 768 }
        : { width: 375, height: 667 };
      const { page, path, answers, server } = await replyScene(t, {
        javaScriptEnabled,
        viewport,
        bypassCSP: true,
      });
      const wrong: string[] = [];
      const check = async () => {
        const box = await page.locator("html").boundingBox();
        if ((box?.width ?? 0) > viewport.width) wrong.push(`${path()} is too wide`);
        if (javaScriptEnabled) wrong.push(...(await axeFaults(page)));
      };
      await page.getByLabel("Assigned to").selectOption("juma@example.org");
      await page.getByRole("button", { name: "Assign" }).click();
      await page.getByText(/^Message C-\S+ assigned\.$/).waitFor();
      await page.getByText("Internal note").click();
      await page.getByLabel("Note for colleagues (never sent)").fill("Bakari knows her.");
      await page.getByRole("button", { name: "Keep note" }).click();
      await page.getByText("Bakari knows her.").waitFor();
      const reply = page.getByLabel(`Reply to ${VISITOR}`);
      await reply.fill("Karibu!");
      await page.getByLabel("Saved reply", { exact: true }).selectOption("received:en");
      await page.getByRole("button", { name: "Insert" }).click();
      await page.waitForLoadState();
      t.match(await reply.inputValue(), /^Karibu!\n\nDear Neema,\n/);
      await check();
      await reply.fill("");
      await page.getByRole("button", { name: "Send", exact: true }).click();
      await page.getByText("Write the reply first").waitFor();
      await check();
      await reply.fill("Karibu sana.");
      await page.getByRole("button", { name: "Send", exact: true }).click();
      await page.getByText(/^Message C-\S+: your reply is on its way\.$/).waitFor();
      await page.getByText(/^Answered by Asha, today \d\d:\d\d$/).waitFor();
      await until(() => answers().length === 1);
      t.match(answers()[0]?.text, /^Karibu sana\.\r\n/);
      t.ok(server.mails.some(({ to }) => to.includes("juma@example.org")));
      await page.getByRole("button", { name: "Delete", exact: true }).click();
      await page.getByText(/moved to the bin\.$/).waitFor();
      await check();
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByText(/is back to what it was before\.$/).waitFor();
      t.same(wrong, []);
    },
  );

t.test("a half-typed reply outlives a click on a link, and is counted", async (t) => {
  const { page, url, path, output } = await replyScene(t, {});
  page.on("dialog", (dialog) => void dialog.accept());
  const reply = page.getByLabel(`Reply to ${VISITOR}`);
  await reply.fill("Half a reply");
  await page.getByText("12 of 5,000 characters").waitFor();
  const message = path();
  await page.locator("a[href$='/staff/gifts']").first().click();
  await page.waitForURL("**/staff/gifts");
  await page.goto(url(message));
  await page.getByText("is back, and is not sent yet").waitFor();
  t.equal(await reply.inputValue(), "Half a reply");
  t.same(await axeFaults(page), []);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByText(/your reply is on its way\.$/).waitFor();
  t.equal(await reply.inputValue(), "");
  t.same(output, []);
});
