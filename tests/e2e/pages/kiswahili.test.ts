import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import t from "tap";
import { launchBrowser } from "../../setup/services/browser.ts";
import { startEveryPage } from "../../setup/site/every-page.ts";

const axeScript = readFileSync("node_modules/axe-core/axe.min.js", "utf8");
const { site, close } = await startEveryPage();
const browser = await launchBrowser();
t.teardown(async () => {
  await browser.close();
  await close();
});

/** A page and what went wrong in it. */
async function opened(path: string, width = 1280) {
  const page = await browser.newPage({ viewport: { width, height: 800 } });
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  await page.goto(site.url + path, { waitUntil: "networkidle" });
  return { page, faults };
}

t.test("a browser that speaks Kiswahili is offered the page in it, on the way in", async (t) => {
  const context = await browser.newContext({ locale: "sw-TZ" });
  const page = await context.newPage();
  await page.goto(`${site.url}/about-us`, { waitUntil: "networkidle" });
  const offer = page.locator("#language-offer");
  t.ok(await offer.isVisible());
  t.equal(await page.evaluate(() => document.activeElement?.tagName), "BODY", "focus stays");
  await page.click("main h1");
  t.notOk(await offer.isVisible(), "a click ends it");
  await page.reload({ waitUntil: "networkidle" });
  await offer.locator("a").click();
  await page.waitForURL("**/sw/about-us");
  t.equal(await page.locator("#language-offer").count(), 0);
  await page.goto(`${site.url}/faq`, { referer: `${site.url}/about-us`, waitUntil: "networkidle" });
  t.notOk(await offer.isVisible(), "not again within the site");
  await context.close();
  const { page: english } = await opened("/about-us");
  t.notOk(await english.locator("#language-offer").isVisible());
  await english.close();
});

const pathOf = (page: Page) => new URL(page.url()).pathname;

t.test(
  "a visit in Kiswahili hydrates, stays under /sw, and the switch leads to the same page",
  async (t) => {
    const { page, faults } = await opened("/sw");
    await page.evaluate(() => Object.assign(window, { isSameVisit: true }));
    const isSameVisit = () => page.evaluate(() => "isSameVisit" in window);
    await page.click('header nav a[href="/sw/about-us"]');
    await page.waitForFunction(
      () => document.querySelector("main h1")?.textContent === "Kuhusu sisi",
    );
    t.equal(pathOf(page), "/sw/about-us");
    await page.click('footer a[href="/sw/faq"]');
    await page.waitForURL("**/sw/faq");
    t.ok(await isSameVisit(), "no page was loaded");
    await page.waitForFunction(
      () => document.querySelector("footer [hreflang]")?.getAttribute("href") === "/faq",
    );
    const canonical = await page.getAttribute('link[rel="canonical"]', "href");
    t.equal(canonical, `${site.url}/sw/faq`);
    await page.click("header [hreflang=en]");
    await page.waitForURL("**/faq");
    t.equal(pathOf(page), "/faq");
    t.equal(await page.getAttribute("html", "lang"), "en");
    await page.waitForLoadState("networkidle");
    await page.click("footer [hreflang=sw]");
    await page.waitForURL("**/sw/faq");
    t.equal(await page.getAttribute("html", "lang"), "sw");
    t.same((await page.context().cookies()).length, 0, "nothing is remembered");
    t.same(faults, []);
    await page.close();
  },
);

t.test("the main pages in Kiswahili have no fault for axe, and fit 320 pixels", async (t) => {
  for (const path of [
    "/sw",
    "/sw/about-us",
    "/sw/news-events",
    "/sw/get-involved",
    "/sw/contact-us",
    "/sw/donate",
    "/sw/blog",
  ]) {
    const { page, faults } = await opened(path, 320);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    t.ok(over <= 0, `${path} is ${over} pixels too wide`);
    await page.evaluate(axeScript);
    const found = await page.evaluate(async () => {
      const axe: { run: () => Promise<{ violations: { id: string; nodes: unknown[] }[] }> } =
        Reflect.get(window, "axe");
      return (await axe.run()).violations.map(({ id, nodes }) => `${id} ${nodes.length}`);
    });
    t.same(found, [], path);
    t.same(faults, [], path);
    await page.close();
  }
});
