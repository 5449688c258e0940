import type { Page } from "playwright-core";
import t, { type Test } from "tap";
import { hydrated } from "../../setup/site/hydrated.ts";
import { fillContact, fillVolunteer, formPageScene } from "../forms/form-scene.ts";
import { content, sampleScene } from "./page-scene.ts";

/**
 * Does to a page what Chrome does that translates it: replaces each text by an element with another text, those that are
 * added later too. Says so where somebody changes a text that is no longer in the page.
 */
const translate = (page: Page) =>
  page.evaluate(() => {
    const written = Object.getOwnPropertyDescriptor(Node.prototype, "nodeValue");
    Object.defineProperty(Node.prototype, "nodeValue", {
      ...written,
      set(value) {
        if (!this.isConnected) reportError(new Error(`nobody sees ${value}`));
        written?.set?.call(this, value);
      },
    });
    const translateIn = (part: Node) => {
      const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
      const found = part instanceof Text ? [part] : [];
      while (texts.nextNode()) found.push(texts.currentNode as Text);
      for (const text of found) {
        if (text.parentElement?.closest("font, script, style, noscript, textarea") !== null)
          continue;
        const outer = document.createElement("font");
        const inner = outer.appendChild(document.createElement("font"));
        inner.textContent = text.data.trim() === "" ? text.data : `«${text.data}»`;
        text.replaceWith(outer);
      }
    };
    translateIn(document.body);
    new MutationObserver((records) => {
      for (const { addedNodes } of records) for (const node of addedNodes) translateIn(node);
    }).observe(document.body, { childList: true, subtree: true });
  });

type Scene = Awaited<ReturnType<typeof formPageScene>>;
type Steps = (scene: Scene, t: Test) => Promise<void>;

const link = (page: Page, name: string | RegExp) =>
  page.locator("main").getByRole("link", { name }).first().click();
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();
/** Follows links one after the other, each to a page or a filter of it. */
const follow =
  (...steps: readonly (readonly [name: string | RegExp, address: RegExp])[]): Steps =>
  async ({ page }) => {
    for (const [name, address] of steps) {
      await link(page, name);
      await page.waitForURL(address);
      await hydrated(page);
    }
  };

const SUMMARY = "There is a problem";
const ARTICLE = "/news-events/news/annual-report-2025";

/** The steps on a page that was opened and translated. */
const JOURNEYS: Readonly<Record<string, Steps>> = {
  "/contact-us": async ({ page }) => {
    await button(page, /Show map/);
    await button(page, "Send Message");
    await page.getByText(SUMMARY).waitFor();
    await fillContact(page);
    await page.getByLabel("Message").fill("m".repeat(4_990));
    await page.getByText("10 characters left").waitFor();
    await button(page, "Send Message");
    await page.getByText(/C-.{4}-.{4}/).waitFor();
    await button(page, "Send Message");
    await page.getByText(SUMMARY).waitFor();
  },
  "/get-involved": async ({ page, values }, t) => {
    await button(page, "Submit Application");
    await page.getByText(SUMMARY).waitFor();
    await fillVolunteer(page);
    await button(page, "Submit Application");
    await page.getByText(/V-.{4}-.{4}/).waitFor();
    await button(page, /Dismiss/);
    await link(page, /Partnership/);
    await button(page, /^«?Submit/);
    await page.getByText(SUMMARY).waitFor();
    await page.getByLabel("Organization Name").fill("Kikundi");
    await link(page, /Volunteer Application/);
    await page.getByLabel("First Name").waitFor();
    await link(page, /Partnership/);
    await page.getByLabel("Organization Name").waitFor();
    await hydrated(page);
    t.match(await values(), { orgName: "Kikundi" });
  },
  "/donate": async ({ page }, t) => {
    const give = page.getByRole("button", { name: /^«?Show me/ });
    await give.click();
    await page.getByText(SUMMARY).waitFor();
    await page.getByRole("radio", { name: /^«?TZS»?$/ }).check();
    await page.getByText(/TZS 50,000.*once/).waitFor();
    await page.getByLabel("Custom Amount").fill("0");
    await page.getByText("Enter an amount above 0").waitFor();
    await page.getByLabel("Custom Amount").fill("70000");
    await page.getByRole("radio", { name: "Monthly" }).check();
    await page.getByText(/TZS 70,000.*every month/).waitFor();
    t.match(await give.innerText(), /TZS 70,000/);
    await page.getByLabel("First Name").fill("Asha");
    await page.getByLabel("Last Name").fill("Juma");
    await page.getByLabel("Email Address").fill("asha@example.org");
    await give.click();
    await page.waitForURL("**/donate/thanks/**");
    await page
      .getByText(/TZS 70,000/)
      .first()
      .waitFor();
  },
  "/projects": follow(
    [/Past Projects/, /status=past/],
    [/WASH/, /category=wash/],
    [/Current Projects/, /status=current/],
    [/view all projects/, /projects$/],
    [/View Details/, /projects\/\w+\/.+/],
    [/View All Projects/, /projects$/],
    [/All \d+ past/, /projects\/past$/],
    [/Current Projects/, /projects\/current$/],
  ),
  "/news-events": follow(
    [/^«?News»?$/, /type=news/],
    [/Next/, /page=2/],
    [/Previous/, /type=news/],
    [/Read More/, /news-events\/news\//],
    [/Events/, /news-events/],
    [/^«?Events»?$/, /type=events/],
    [/past events/i, /past=1/],
    [/Events/, /type=events/],
    [/Learn More/, /events\//],
  ),
  [ARTICLE]: async ({ page }) => {
    await page.locator("article header a").last().click();
    await page.waitForURL(/category=/);
    await link(page, /See all news/i);
    await page.waitForURL(/type=news$/);
    await page.goBack();
    await page.goBack();
    await page.locator("article h1").waitFor();
  },
  "/news-events/announcements": follow(
    [/Next/, /page=2/],
    [/Previous/, /announcements$/],
    [/Read/, /announcements\/.+/],
    [/Older/, /announcements\/.+/],
  ),
  "/news-events/gallery": async (scene, t) => {
    const { page } = scene;
    await follow([/^«?Youth»?$/, /category=/])(scene, t);
    await page.locator("main li a img").first().click();
    await link(page, "Next photo");
    await link(page, "Previous photo");
    await button(page, "Close photo");
    await page.waitForURL(/category=\w+$/);
  },
  "/blog": follow(
    [/WASH/, /category/],
    [/All Categories/, /blog$/],
    [/Read/, /blog\/.+/],
    [/Back to Blog/, /blog$/],
  ),
  "/testimonials": follow([/Partner Org/, /category=partner/], [/Community/, /category=/]),
  "/media-resources": follow([/Reports/, /type=reports/], [/All/, /media-resources$/]),
  "/faq": async ({ page }) => {
    for (const question of (await page.locator("summary").all()).slice(0, 2))
      await question.click();
  },
  "/your-data": async ({ page, open }) => {
    await open(ARTICLE);
    await page.waitForFunction(() => localStorage.getItem("click_tracking") !== null);
    await open("/your-data");
    await translate(page);
    await page.getByText(/1\W+click recorded/).waitFor();
    await button(page, /^«?Clear»?$/);
    await button(page, /Clear it/);
    await page.getByText(/0\W+clicks recorded/).waitFor();
  },
  "/": async ({ page }) => {
    await button(page, "Next slide");
    await button(page, /Pause|Stop/);
    await page.setViewportSize({ width: 375, height: 740 });
    for (const name of ["About Us", "Our Work", "Donate", "Contact Us"]) {
      await button(page, "Open menu");
      await page.getByRole("navigation").getByRole("link", { name }).first().click();
      await page.getByRole("heading", { level: 1, name }).waitFor();
    }
  },
};

async function journey(t: Test, path: string, steps: Steps): Promise<void> {
  const scene = await formPageScene(t, { content });
  await scene.open(path);
  await translate(scene.page);
  await steps(scene, t);
  const said = scene.output.filter((text) => !text.startsWith("Failed to load resource"));
  t.same(said, []);
}

for (const [path, steps] of Object.entries(JOURNEYS))
  t.test(`${path} responds as always when the browser has translated it`, async (t) => {
    await journey(t, path, steps);
  });

/** A page whose scripts wait, in which something is typed, and which the browser translates meanwhile. */
for (const path of ["/contact-us", "/donate", "/get-involved?form=partner"])
  t.test(`${path}: what was typed stays when React renders a translated page anew`, async (t) => {
    const { page, url, output } = await sampleScene(t);
    const scripts = Promise.withResolvers<void>();
    await page.route("**/assets/*.js", async (route) => {
      await scripts.promise;
      await route.continue();
    });
    await page.goto(url(path), { waitUntil: "commit" });
    await page.locator("footer").waitFor();
    await translate(page);
    // A typed amount takes the place of a preset.
    const controls = page.locator(
      "main form :is(input:not([name=preset]), select, textarea):visible",
    );
    for (const control of await controls.all()) {
      const kind = await control.evaluate(
        (element) => element.getAttribute("type") ?? element.localName,
      );
      if (kind === "select") await control.selectOption({ index: 1 });
      else if (kind === "checkbox" || kind === "radio") await control.check();
      else await control.fill("12");
    }
    const values = () =>
      page
        .locator("main form")
        .evaluate((form: HTMLFormElement) =>
          [...new FormData(form)].filter(([name]) => name !== "preset"),
        );
    const typed = await values();
    const first = await page.locator("main form").elementHandle();
    scripts.resolve();
    await hydrated(page);
    t.equal(await first?.evaluate((element) => element.isConnected), false, "React did");
    t.same(await values(), typed);
    t.same(output, []);
  });

t.test("what was typed stays when React fails", async (t) => {
  const { page, open } = await sampleScene(t);
  await open("/contact-us");
  await fillContact(page);
  await page.getByLabel("Email Address").fill("asha");
  await page.evaluate(() => {
    Node.prototype.insertBefore = () => {
      throw new Error("by a browser's extension");
    };
  });
  await button(page, "Send Message");
  await page.waitForFunction(() => !Object.keys(document.querySelector("main") ?? {}).length);
  t.equal(await page.getByLabel("Message").inputValue(), "Habari za leo?");
  t.equal(await page.getByLabel("Email Address").inputValue(), "asha");
});
