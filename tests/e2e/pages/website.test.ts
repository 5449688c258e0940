import t, { type Test } from "tap";
import { photographLike } from "../../fixtures/photograph.ts";
import { staffCommand } from "../../setup/site/staff-in-process.ts";
import { testFolder } from "../../setup/test-folder.ts";
import { axeFaults } from "./axe.ts";
import { pageScene } from "./page-scene.ts";

/** A wide screen, and a phone on which no script runs. */
const SCREENS = [
  { name: "at 1366 px", viewport: { width: 1366, height: 768 }, javaScriptEnabled: true },
  {
    name: "at 375 px, without scripts",
    viewport: { width: 375, height: 667 },
    javaScriptEnabled: false,
  },
];

async function officeScene(t: Test, { viewport, javaScriptEnabled }: (typeof SCREENS)[number]) {
  const dataDir = testFolder(t);
  const scene = await pageScene(t, {
    env: { DATA_DIR: dataDir },
    now: Date.now,
    viewport,
    javaScriptEnabled,
    ...(javaScriptEnabled && { bypassCSP: true }),
  });
  const { page, url } = scene;
  const { stdout } = await staffCommand("staff", dataDir, ["add", "asha@example.org"]);
  await page.goto(url(stdout.trim()));
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/staff");
  const wrong: string[] = [];
  /** Opens a document from the list, as a new user finds it. */
  const choose = async (name: string) => {
    await page.goto(url("/staff/website"));
    await page.locator("main").getByRole("link", { name, exact: true }).click();
    await page.getByRole("button", { name: "Publish…" }).first().waitFor();
    const [root] = await page.locator("html").all();
    const box = await root?.boundingBox();
    if ((box?.width ?? 0) > viewport.width) wrong.push(`${name} is too wide`);
    if (javaScriptEnabled) wrong.push(...(await axeFaults(page)).map((one) => `${name}: ${one}`));
  };
  const publish = async () => {
    await page.getByRole("button", { name: "Publish…" }).first().click();
    await page.getByRole("heading", { name: "This will change on the website" }).waitFor();
    await page.getByRole("button", { name: "Publish now" }).click();
    await page.getByText("Published. Visitors see it now.").waitFor();
  };
  const shows = async (path: string, text: string) => {
    await page.goto(url(path));
    await page.getByText(text).first().waitFor({ state: "attached" });
  };
  return { ...scene, choose, publish, shows, wrong };
}

for (const screen of SCREENS)
  t.test(`the office changes the website ${screen.name}`, async (t) => {
    const { page, choose, publish, shows, wrong, url } = await officeScene(t, screen);
    const buffer = await photographLike({ width: 900, height: 900 });
    const photograph = { name: "portrait.jpg", mimeType: "image/jpeg", buffer };

    await choose("Telephone, e-mail, offices, hours");
    await page.getByLabel("Number", { exact: true }).first().fill("+255 755 123 456");
    await publish();
    await shows("/contact-us", "+255 755 123 456");

    await choose("Giving: accounts and purposes");
    const accounts = page.locator('[name^="facts:accounts."][name$=".value"]');
    const folded = page.locator("details.stack:not([open]) > summary");
    while ((await folded.count()) > 0 && !(await accounts.first().isVisible()))
      await folded.first().click();
    await accounts.first().fill("0150 987 654 321");
    await publish();

    await choose("People");
    await page.getByLabel("Name (optional)").first().fill("Neema Example");
    await page.getByLabel("Portrait").first().setInputFiles(photograph);
    await publish();
    await shows("/about-us", "Neema Example");

    await choose("About Us");
    await page
      .locator('[name="en:zonesIntroduction"]')
      .fill("We work in four corners of the country.");
    await publish();
    await shows("/about-us", "We work in four corners of the country.");

    await page.goto(url("/staff/website"));
    await page.getByText("New announcement").click();
    const own = page.locator("form", { has: page.locator('[value="announcements"]') });
    await own.getByLabel("Title").fill("Well repaired in Bunju");
    await own.getByRole("button", { name: "Begin" }).click();
    await page.locator('[name="en:summary"]').fill("The pump works again.");
    await page.locator('[name="en:body"]').fill("It was a **valve**.");
    await publish();
    await shows("/news-events/announcements", "Well repaired in Bunju");

    await page.goto(url("/staff/website"));
    await page.getByText("New blog post").click();
    const post = page.locator("form", { has: page.locator('[name="folder"][value="blog"]') });
    await post.getByLabel("Title").fill("A day at the pump");
    await post.getByRole("button", { name: "Begin" }).click();
    const texts = {
      "sw:title": "Siku moja kwenye pampu",
      "en:introduction": "What a committee does all day.",
      "sw:introduction": "Kamati inafanya nini siku nzima.",
      "facts:author_name": "The water team",
      "en:featured_image_alt": "A pump with three people beside it",
      "sw:featured_image_alt": "Pampu na watu watatu kando yake",
      "en:tags.0": "Water",
      "sw:tags.0": "Maji",
      "en:body": "It begins early.",
      "sw:body": "Inaanza mapema.",
    };
    await page.locator('[name="facts:category"]').selectOption({ index: 1 });
    for (const [name, text] of Object.entries(texts))
      await page.locator(`[name="${name}"]`).fill(text);
    await page.getByLabel("Picture").first().setInputFiles(photograph);
    await publish();
    await shows("/sw/blog", "Siku moja kwenye pampu");

    await choose("Notice on top of every page");
    await page.getByRole("button", { name: "Add: Notices" }).click();
    await page.locator('[name="en:notices.0.text"]').fill("The office is closed today.");
    await page.locator('[name="sw:notices.0.text"]').fill("Ofisi imefungwa leo.");
    await page.locator('[name="facts:notices.0.from"]').fill("2026-01-01T00:00");
    await page.locator('[name="facts:notices.0.until"]').fill("2099-01-01T00:00");
    await publish();
    await shows("/sw", "Ofisi imefungwa leo.");
    t.same(wrong, []);
  });
