import t, { type Test } from "tap";
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
    // So high that the bar and the sticky buttons at the bottom cover nothing that axe looks at.
    viewport: { width: 375, height: 3_000 },
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
  await page.waitForURL("**/staff");
  await check();
  await page.getByRole("link", { name: "All new messages" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/staff/messages");
  await check();
  await page.getByRole("link", { name: "Asha Juma" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Asha Juma – A question" }).waitFor();
  await check();
  await page.getByRole("link", { name: "Erase for good…" }).click();
  await check();
  await page.getByRole("button", { name: "Erase for good" }).click();
  await page.getByText(/^Message C-[\dA-Z-]+ erased for good\.$/).waitFor();
  await page.goto(url("/staff/gifts"));
  await check();
  t.same(wrong, []);
  // The one script of the desk keeps what is typed.
  const scripts = new Set(requests.filter((request) => request.endsWith(".js")));
  t.match([...scripts], [/^\/assets\/entry-desk-[\w-]+\.js$/]);
  t.equal(scripts.size, 1);
});

for (const viewport of [
  { width: 1366, height: 768 },
  { width: 375, height: 667 },
])
  t.test(`messages at ${viewport.width} px, without scripts`, async (t) => {
    const dataDir = testFolder(t);
    const { page, url, path } = await pageScene(t, {
      env: { DATA_DIR: dataDir, FORM_RATE_MAX: "100" },
      now: Date.now,
      viewport,
      javaScriptEnabled: false,
    });
    const subject = "A question about the borehole of our school ".repeat(2).trim();
    for (const name of ["One", "Two", "Three"])
      await postJson(url("/bff/contact"), { ...CONTACT, name, subject });
    const { stdout } = await staffCommand("staff", dataDir, ["add", "asha@example.org"]);
    await page.goto(url(stdout.trim()));
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL("**/staff");
    await page.getByRole("link", { name: "All new messages" }).click();
    await page.waitForURL("**/staff/messages");
    const isWide = async () => {
      const [root] = await page.locator("html").all();
      const box = await root?.boundingBox();
      return (box?.width ?? 0) > viewport.width;
    };
    t.equal(await isWide(), false);
    await page.getByRole("checkbox", { name: /^Choose the message from One,/ }).check();
    await page.getByRole("checkbox", { name: /^Choose the message from Three,/ }).check();
    const bulk = page.getByRole("group", { name: "With the ticked messages" });
    await bulk.getByRole("button", { name: "Done" }).click();
    await page.getByText("2 messages marked as done.").waitFor();
    t.equal(await page.getByRole("checkbox").count(), 1);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("2 messages are back to what they were before.").waitFor();
    t.equal(await page.getByRole("checkbox").count(), 3);
    await page.getByRole("link", { name: "Two", exact: true }).click();
    await page.waitForURL("**/staff/messages/C-*");
    t.equal(await isWide(), false, path());
    const text = await page.getByText(CONTACT.message, { exact: true }).boundingBox();
    const end = (text?.y ?? Number.NaN) + (text?.height ?? 0);
    t.ok(end < viewport.height, `the text ends at ${end} px`);
  });

/** A desk over news that the site holds itself, in which Asha is signed in. */
async function writerScene(t: Test) {
  const dataDir = testFolder(t);
  const env = { DATA_DIR: dataDir, CONTENT_API_URL: "embedded" };
  const scene = await pageScene(t, { env, now: Date.now });
  const signIn = async (email = "asha@example.org") => {
    const { stdout } = await staffCommand("staff", dataDir, ["add", email]);
    await scene.page.goto(scene.url(stdout.trim()));
    await scene.page.getByRole("button", { name: "Sign in" }).click();
    await scene.page.waitForURL("**/staff");
  };
  await signIn();
  const drafts = () => scene.page.evaluate<number>("Object.keys(localStorage).length");
  return { ...scene, signIn, drafts };
}

const FORMS = [
  { path: "/staff/news/new", begin: "New story", back: "back, and is not saved yet" },
  { path: "/sw/staff/events/new", begin: "Tukio jipya", back: "kimerudi, na bado hakijahifadhiwa" },
];

for (const { path, begin, back } of FORMS)
  t.test(`what was typed at ${path} outlives a click on a link, until it is dropped`, async (t) => {
    const { page, url, drafts, output } = await writerScene(t);
    const questions: string[] = [];
    page.on("dialog", (dialog) => {
      questions.push(dialog.type());
      void dialog.accept();
    });
    const title = page.locator("[name=title]");
    const leave = () => page.locator("header nav a[href$='/staff/gifts']").first().click();
    await page.goto(url(path));
    await leave();
    await page.waitForURL("**/staff/gifts");
    t.same(questions, [], "nothing was typed");
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: begin }).waitFor();
    await title.fill("A half-typed title");
    await page.locator("[name=excerpt]").fill("Half a sentence");
    await leave();
    await page.waitForURL("**/staff/gifts");
    t.same(questions, ["beforeunload"]);
    await page.goBack();
    await page.getByText(back).waitFor();
    t.equal(await title.inputValue(), "A half-typed title");
    t.equal(await page.locator("[name=excerpt]").inputValue(), "Half a sentence");
    t.same(await axeFaults(page), []);
    await page.locator("#restored button").click();
    await page.getByText(back).waitFor({ state: "hidden" });
    t.equal(await title.inputValue(), "");
    t.equal(await drafts(), 0);
    t.same(output, []);
  });

t.test(
  "what was taken is not brought back, and signing out leaves nothing in the browser",
  async (t) => {
    const { page, url, drafts, signIn } = await writerScene(t);
    page.on("dialog", (dialog) => void dialog.accept());
    const title = page.locator("[name=title]");
    await page.goto(url("/staff/news/new"));
    await title.fill("");
    await page.getByRole("button", { name: "Preview" }).click();
    await page.getByText("nothing is saved yet.").waitFor();
    await title.fill("A draft");
    await page.getByRole("button", { name: "Save draft" }).click();
    await page.getByText("Saved: “").waitFor();
    t.equal(await drafts(), 0);
    await page.goto(url("/staff/news/new"));
    t.equal(await title.inputValue(), "");
    await title.fill("Asha’s own words");
    t.equal(await drafts(), 1);
    await page.getByText("asha@example.org").first().click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByText("You have signed out.").waitFor();
    await page.waitForFunction("Object.keys(localStorage).length === 0");
    await signIn();
    await page.goto(url("/staff/news/new"));
    await title.fill("Asha’s own words");
    // Another member of staff at the same computer, after a session that was not ended.
    await page.context().clearCookies();
    await signIn("juma@example.org");
    await page.goto(url("/staff/news/new"));
    await page.waitForFunction("Object.keys(localStorage).length === 0");
    t.equal(await title.inputValue(), "");
  },
);

t.test(
  "a form that was lost on its way comes back as it was sent, and makes one story",
  async (t) => {
    const { page, url, posts } = await writerScene(t);
    page.on("dialog", (dialog) => void dialog.accept());
    await page.goto(url("/staff/news/new"));
    await page.locator("[name=title]").fill("Sent twice");
    const isLost = new Promise<void>((resolve) => {
      void page.route("**/staff/news/new**", async (route) => {
        if (route.request().method() !== "POST") return route.continue();
        await route.fetch({ maxRedirects: 0 });
        await route.abort();
        resolve();
      });
    });
    const save = page.getByRole("button", { name: "Save draft" });
    await save.evaluate((button: HTMLButtonElement) => {
      button.click();
      button.click();
    });
    await isLost;
    await page.unroute("**/staff/news/new**");
    t.equal(posts.filter((path) => path.includes("/news/new")).length, 1, "one press");
    await page.goto(url("/staff/news/new"));
    await page.getByText("is not saved yet").waitFor();
    await save.click();
    await page.getByText("Saved: “").waitFor();
    await page.goto(url("/staff/news"));
    t.equal(await page.getByRole("link", { name: "Sent twice" }).count(), 1);
  },
);
