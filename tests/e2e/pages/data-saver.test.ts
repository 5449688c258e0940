import type { BrowserContextOptions, Page } from "playwright-core";
import t, { type Test } from "tap";
import { onePerTemplate } from "../../setup/site/every-page.ts";
import { sharedSites } from "../../setup/site/shared-sites.ts";
import { every } from "../../setup/whole.ts";
import { axeFaults } from "./axe.ts";
import { pageScene, sampleScene } from "./page-scene.ts";

/** The limit on the bytes of a visit that finds nothing in the browser's cache. */
const MOST_BYTES = 25_000;
const SAVING = { extraHTTPHeaders: { "save-data": "on" } };

const visitor = (t: Test, options: BrowserContextOptions = {}) =>
  sampleScene(t, { ...SAVING, ...options });

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

for (const [width, colorScheme, share] of [
  [375, "dark", 4],
  [1280, "light", 12],
] as const)
  t.test(`at ${width} px a page is one small request, fits, and axe finds nothing`, async (t) => {
    const { samples } = await sharedSites();
    const viewport = { width, height: 800 };
    const { page, open } = await visitor(t, { viewport, colorScheme, bypassCSP: true });
    const seen = await countTraffic(page);
    const addresses = every(share, onePerTemplate(samples.addresses));
    const scanned = every(3, addresses);
    const wrong: unknown[] = [];
    for (const address of addresses) {
      seen.bytes = 0;
      await open(address);
      await page.evaluate("scrollTo(0, document.body.scrollHeight)");
      const { bytes } = seen;
      if (bytes < 1_000 || bytes > MOST_BYTES) wrong.push(`${address}: ${bytes} bytes`);
      const over = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
      if (over > 0) wrong.push(`${address} is ${over} px too wide`);
      const faults = scanned.includes(address) ? await axeFaults(page) : [];
      wrong.push(...faults.map((fault) => `${address}: ${fault}`));
    }
    t.same([...wrong, ...seen.others], []);
  });

t.test("the badge of a card stands at the edge of its words, near them", async (t) => {
  const { page, open } = await visitor(t, { viewport: { width: 375, height: 800 } });
  await open("/");
  const card = page
    .locator("article")
    .filter({ has: page.locator(".badge") })
    .first();
  const badge = await card.locator(".badge").boundingBox();
  const title = await card.locator("h3").boundingBox();
  t.equal(badge?.x, title?.x);
  const gap = (title?.y ?? 0) - (badge?.y ?? 0) - (badge?.height ?? 0);
  t.ok(gap > 4 && gap < 20, `${gap} px above the title`);
});

t.test("one tap shows a picture, and Back the page", async (t) => {
  const { page, open, url } = await visitor(t);
  await open("/about-us");
  const seen = await countTraffic(page);
  await page
    .getByRole("link", { name: /Show picture, \d+ kB/ })
    .first()
    .click();
  await page.waitForURL(/\.svg$/);
  // A document that is a picture can name no icon: Chromium asks for the usual one, now or later.
  t.same(
    seen.others.filter((other) => other !== url("/favicon.ico")),
    [],
  );
  t.ok(seen.bytes < 12_000, `${seen.bytes} bytes`);
  t.equal(await page.evaluate("document.documentElement.localName"), "svg");
  await page.goBack();
  await page.getByRole("heading", { name: "About Us", level: 1 }).waitFor();
});

t.test("the switch in the footer turns it on and off, on the page where one is", async (t) => {
  const { page, context, open, path } = await sampleScene(t);
  await open("/projects?status=past");
  await page.getByRole("link", { name: "About Us" }).first().click();
  await page.waitForURL(/about-us/);
  await page.getByRole("button", { name: "Save data" }).click();
  await page.getByText(/Data saver is on: about \d+ kB instead of \d+ kB\./).waitFor();
  t.equal(path(), "/about-us", "after a navigation in the page too");
  t.match(await context.cookies(), [{ name: "data-saver", value: "1", httpOnly: true }]);
  t.equal(await page.locator("img, script").count(), 0);
  await open("/faq");
  await page.getByRole("button", { name: "Show everything" }).first().click();
  await page.getByRole("button", { name: "Save data" }).waitFor();
  t.equal(path(), "/faq");
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
  const { page, context, open, url } = await pageScene(t, {
    viewport: { width: 375, height: 700 },
  });
  await context.addCookies([{ name: "data-saver", value: "1", url: url("/") }]);
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
