import type { Page } from "playwright-core";
import t, { type Test } from "tap";
import { CONTACT } from "../../app/forms/forms-scene.ts";
import { postJson } from "../../setup/site/post-json.ts";
import { staffCommand } from "../../setup/site/staff-in-process.ts";
import { testFolder } from "../../setup/test-folder.ts";
import { axeFaults } from "./axe.ts";
import { pageScene } from "./page-scene.ts";

const LAPTOP = { width: 1366, height: 768 };
const PHONE = { width: 375, height: 667 };

/** The messages of a week, the newest last. */
const MESSAGES = [
  { name: "Neema Kimaro", subject: "Kisima chetu", message: "Kisima cha Mlowa hakina maji." },
  { name: "Juma Hassan", subject: "Volunteering", message: "I am a nurse and can help in July." },
  { name: "Peter O’Brien", subject: "Receipts", message: "Do you write receipts for 2026?" },
  { name: "Grace Mushi", subject: "Thank you", message: "The team thanks you for the shirts." },
  { name: "Neema Kimaro", subject: "The pump", message: "The borehole pump turns without water." },
];

interface WeekOptions {
  viewport: { width: number; height: number };
  javaScriptEnabled?: boolean;
  bypassCSP?: boolean;
}

/** Starts a desk with the messages of a week, in which Asha is signed in. */
async function weekScene(t: Test, options: WeekOptions) {
  const dataDir = testFolder(t);
  const scene = await pageScene(t, {
    env: { DATA_DIR: dataDir, CONTENT_API_URL: "embedded", FORM_RATE_MAX: "100" },
    now: Date.now,
    ...options,
  });
  for (const message of MESSAGES)
    await postJson(scene.url("/bff/contact"), {
      ...CONTACT,
      ...message,
      email: `${message.name.split(" ")[0]}@example.org`.toLowerCase(),
    });
  const { stdout } = await staffCommand("staff", dataDir, ["add", "asha@example.org"]);
  await scene.page.goto(scene.url(stdout.trim()));
  await scene.page.getByRole("button", { name: "Sign in" }).click();
  await scene.page.waitForURL("**/staff");
  return scene;
}

/** Returns the top of the first row, and the height of each row. */
async function rowsOf(page: Page) {
  const boxes = await Promise.all(
    (await page.locator("tbody tr").all()).map((row) => row.boundingBox()),
  );
  return {
    top: boxes[0]?.y ?? Number.NaN,
    heights: [...new Set(boxes.map((box) => Math.round(box?.height ?? Number.NaN)))],
  };
}

for (const viewport of [LAPTOP, PHONE])
  t.test(`a week's messages are dealt with at ${viewport.width} px, without scripts`, async (t) => {
    const { page, path } = await weekScene(t, { viewport, javaScriptEnabled: false });
    let presses = 0;
    const press = async (name: string | RegExp, role: "link" | "button" | "checkbox" = "link") => {
      presses += 1;
      await page.getByRole(role, { name, exact: true }).first().click();
    };
    await page.getByText("Neema Kimaro").first().waitFor();
    await press("All new messages");
    await page.waitForURL("**/staff/messages");
    for (const name of ["Juma Hassan", "Peter O’Brien", "Grace Mushi"])
      await press(new RegExp(`^Choose the message from ${name},`), "checkbox");
    await press("Done", "button");
    await page.getByText("3 messages marked as done.").waitFor();
    await press("Neema Kimaro");
    await page.getByRole("heading", { level: 1, name: "Neema Kimaro – The pump" }).waitFor();
    await press(/^Done$/, "button");
    await page.getByText(/^Message C-[\dA-Z-]+ marked as done\.$/).waitFor();
    t.match(path(), /^\/staff\/messages\/C-/, "on to the next one");
    await press(/^Done$/, "button");
    await page.getByText("No messages in this list.").waitFor();
    t.ok(presses <= 10, `${presses} presses for five messages`);
    await page.getByRole("link", { name: "Today", exact: true }).click();
    await page.getByText("Nothing new. Every message has been dealt with.").waitFor();
  });

t.test("yesterday's message is found by its words, and the search stays", async (t) => {
  const { page, path } = await weekScene(t, { viewport: LAPTOP, javaScriptEnabled: false });
  await page.getByRole("link", { name: /^Messages/ }).click();
  const search = page.getByRole("searchbox", { name: "Search everything" });
  for (const [typed, found] of [
    ["borehole", "The pump"],
    ["KISIMA maji", "Kisima chetu"],
    ["o'brien", "Receipts"],
  ] as const) {
    await search.fill(typed);
    await search.press("Enter");
    await page.getByText(`“${typed}”`).waitFor({ state: "detached" });
    t.equal(await page.locator("tbody tr").count(), 1, typed);
    t.match(await page.locator("tbody").textContent(), found);
  }
  const today = new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10);
  await search.fill("neema");
  await page.getByLabel("From", { exact: true }).fill(today);
  await search.press("Enter");
  t.equal(await page.locator("tbody tr").count(), 2);
  await page.getByRole("link", { name: "Tick all" }).click();
  t.equal(await page.locator("[name=item]:checked").count(), 2);
  await page.getByRole("link", { name: "Neema Kimaro" }).first().click();
  await page.getByRole("link", { name: "1 other message from this person" }).waitFor();
  await page.getByRole("link", { name: "Next message" }).click();
  await page.getByRole("heading", { level: 1, name: "Neema Kimaro – Kisima chetu" }).waitFor();
  t.match(path(), `q=neema&from=${today}`);
  await page.getByRole("link", { name: "All messages" }).click();
  t.equal(await search.inputValue(), "neema");
  t.equal(await page.getByLabel("From", { exact: true }).inputValue(), today);
});

/** The pages of the desk that have a list. */
const LISTS = ["/staff/messages", "/staff/messages?state=all", "/staff/news", "/staff/events"];

const PAGES = [
  "/sw/staff",
  "/sw/staff/messages",
  "/staff",
  ...LISTS,
  "/staff/gifts",
  "/staff/news/new",
  "/staff/events/new",
  "/staff/website",
  "/staff/sources",
  "/staff/people",
];

for (const viewport of [LAPTOP, PHONE])
  t.test(`axe finds nothing on a page of the desk at ${viewport.width} px`, async (t) => {
    // So high that the bar and the sticky buttons at the bottom cover nothing that axe looks at.
    const high = { ...viewport, height: 3_000 };
    const { page, requests, url } = await weekScene(t, { viewport: high, bypassCSP: true });
    const wrong: string[] = [];
    for (const path of PAGES) {
      await page.goto(url(path));
      wrong.push(...(await axeFaults(page)).map((fault) => `${path}: ${fault}`));
      await page.setViewportSize({ width: 320, height: 640 });
      const over = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
      if (over > 0) wrong.push(`${path} is ${over} px too wide at 320 px`);
      await page.setViewportSize(high);
    }
    await page.locator("header summary").click();
    wrong.push(...(await axeFaults(page)).map((fault) => `the account: ${fault}`));
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await page.getByText("You have signed out.").waitFor();
    wrong.push(...(await axeFaults(page)).map((fault) => `signed out: ${fault}`));
    t.equal(await page.getByRole("navigation").count(), 0, "no sections before signing in");
    t.same(wrong, []);
    const scripts = requests.filter((one) => one.endsWith(".js"));
    t.ok(
      scripts.every((one) => one.includes("entry-desk")),
      "no script of the public site",
    );
  });

t.test("the first row is on the upper quarter of the screen, and rows are low", async (t) => {
  const { page, url } = await weekScene(t, { viewport: LAPTOP });
  for (const list of [...LISTS, "/sw/staff/messages"]) {
    await page.goto(url(list));
    const { top, heights } = await rowsOf(page);
    t.ok(top <= 200, `${list}: the first row is at ${top} px`);
    t.same(heights, [40], list);
  }
  t.equal((await page.locator("header").boundingBox())?.height, 48);
  await page.setViewportSize(PHONE);
  await page.goto(url("/staff/messages"));
  const bar = await page.getByRole("navigation", { name: "Sections of the desk" }).boundingBox();
  t.equal((bar?.y ?? 0) + (bar?.height ?? 0), PHONE.height, "the sections are at the bottom");
  const { top } = await rowsOf(page);
  t.ok(top < PHONE.height / 2, `the first message is at ${top} px`);
});
