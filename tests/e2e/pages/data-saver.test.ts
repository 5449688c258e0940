import { readFileSync } from "node:fs";
import type { BrowserContextOptions, Page } from "playwright-core";
import t, { type Test } from "tap";
import { inEnglish, onePerTemplate } from "../../setup/site/every-page.ts";
import { browser, place } from "./every-page-scene.ts";

const axe = readFileSync("node_modules/axe-core/axe.min.js", "utf8");
/** A visit with nothing in the browser's cache, and one after it. */
const FIRST_VISIT = 40_000;
const LATER_VISIT = 25_000;

async function visitor(t: Test, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({
    extraHTTPHeaders: { "save-data": "on" },
    ...options,
  });
  t.teardown(() => context.close());
  const page = await context.newPage();
  const open = (path: string) => page.goto(place.site.url + path, { waitUntil: "load" });
  return { context, page, open };
}

/** The bytes that a visit takes from the network, headers included, and the URLs besides the page's. */
async function countTraffic(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const seen = { bytes: 0, others: [] as string[] };
  session.on("Network.requestWillBeSent", ({ type, request }) => {
    if (type !== "Document" && !request.url.startsWith("data:")) seen.others.push(request.url);
  });
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    seen.bytes += encodedDataLength;
  });
  return seen;
}

for (const width of [375, 1280])
  t.test(`a page is one request of few bytes at ${width} px`, async (t) => {
    const { page, open } = await visitor(t, { viewport: { width, height: 800 } });
    const seen = await countTraffic(page);
    for (const path of onePerTemplate(place.addresses)) {
      seen.bytes = 0;
      await open(path);
      await page.evaluate("scrollTo(0, document.body.scrollHeight)");
      t.same(seen.others, [], path);
      t.ok(seen.bytes > 1_000, `${path} is counted`);
      t.ok(seen.bytes <= Math.min(FIRST_VISIT, LATER_VISIT), `${path}: ${seen.bytes} bytes`);
      const overflow = "document.documentElement.scrollWidth - innerWidth";
      t.ok((await page.evaluate<number>(overflow)) <= 0, `${path} does not scroll sideways`);
    }
  });

for (const [width, colorScheme] of [
  [375, "dark"],
  [1280, "light"],
] as const)
  t.test(`axe finds nothing at ${width} px, ${colorScheme}`, async (t) => {
    const viewport = { width, height: 900 };
    const { page, open } = await visitor(t, { viewport, colorScheme, bypassCSP: true });
    for (const path of onePerTemplate(inEnglish(place.addresses))) {
      await open(path);
      await page.evaluate(axe);
      const found = await page.evaluate<string[]>(
        "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].target + ' ' + nodes[0].failureSummary))",
      );
      t.same(found, [], path);
    }
  });

t.test("one tap shows a picture, and Back the page", async (t) => {
  const { page, open } = await visitor(t);
  await open("/about-us");
  const seen = await countTraffic(page);
  await page
    .getByRole("link", { name: /Show picture, \d+ kB/ })
    .first()
    .click();
  await page.waitForURL(/\.svg$/);
  // A document that is a picture can name no icon: Chromium asks for the usual one, now or later.
  const icon = `${place.site.url}/favicon.ico`;
  t.same(seen.others, seen.others.includes(icon) ? [icon] : []);
  t.ok(seen.bytes < 12_000, `${seen.bytes} bytes`);
  t.equal(await page.evaluate("document.documentElement.localName"), "svg");
  await page.goBack();
  await page.getByRole("heading", { name: "About Us", level: 1 }).waitFor();
});

t.test("the switch in the footer turns it on and off, on the page where one is", async (t) => {
  const { page, context, open } = await visitor(t, { extraHTTPHeaders: {} });
  await open("/projects?status=past");
  await page.getByRole("link", { name: "About Us" }).first().click();
  await page.waitForURL(/about-us/);
  await page.getByRole("button", { name: "Save data" }).click();
  await page.getByText(/Data saver is on: about \d+ kB instead of \d+ kB\./).waitFor();
  t.match(page.url(), /\/about-us$/, "after a navigation in the page too");
  t.match(await context.cookies(), [{ name: "data-saver", value: "1", httpOnly: true }]);
  t.equal(await page.locator("img, script").count(), 0);
  await open("/faq");
  await page.getByRole("button", { name: "Show everything" }).first().click();
  await page.getByRole("button", { name: "Save data" }).waitFor();
  t.match(page.url(), /\/faq$/);
  t.same(await context.cookies(), []);
});

t.test("who is asked by the browser can still see everything", async (t) => {
  const { page, context, open } = await visitor(t);
  await open("/about-us");
  await page.getByRole("button", { name: "Show everything" }).first().click();
  await page.getByRole("button", { name: "Save data" }).waitFor();
  t.match(await context.cookies(), [{ name: "data-saver", value: "0" }]);
  t.ok((await page.locator("img").count()) > 0);
});

t.test("menu, filters, gallery and forms work", async (t) => {
  const viewport = { width: 375, height: 700 };
  const { page, context, open } = await visitor(t, { viewport, extraHTTPHeaders: {} });
  await context.addCookies([{ name: "data-saver", value: "1", url: place.site.url }]);
  await open("/");
  await page.getByRole("button", { name: "Open menu" }).click();
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Projects" })
    .click();
  await page.waitForURL(/\/projects$/);
  await page
    .getByRole("link", { name: /^Past Projects/ })
    .first()
    .click();
  await page.waitForURL(/status=past|projects\/past/);
  await open("/news-events/gallery");
  await page.getByRole("link", { name: "Youth", exact: true }).click();
  await page.waitForURL(/category=/);
  t.ok((await page.getByRole("link", { name: /Show picture/ }).count()) > 0);
  await open("/contact-us");
  await page.getByLabel("Full Name").fill("Asha");
  await page.getByLabel("Email Address").fill("asha@example.org");
  await page.getByLabel("Subject").fill("Habari");
  await page.getByLabel("Message").fill("Habari za leo?");
  await page.getByRole("button", { name: "Send Message" }).click();
  await page.getByText("Thank you for your message!").waitFor();
  t.equal(await page.locator("body[data-saver]").count(), 1);
});
