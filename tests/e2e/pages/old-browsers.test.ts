import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import t, { type Test } from "tap";
import { startFakeContentApi } from "../../fakes/content-api.ts";
import { fullRows, SAMPLE_CLOCK } from "../../fixtures/samples.ts";
import { launchBrowser } from "../../setup/services/browser.ts";
import { hydrated } from "../../setup/site/hydrated.ts";
import { startSite } from "../../setup/site/site.ts";

let browser: Browser;
t.before(async () => {
  browser = await launchBrowser();
});
t.teardown(() => browser.close());

/** Takes away what Chromium 92 does not have. `npm run test:engines` plays in the real one. */
const OLD = `
  const missing = [":popover-open", ":modal", ":has("];
  const refuse = (text) => missing.some((part) => text.includes(part));
  for (const name of ["matches", "closest", "querySelector", "querySelectorAll"]) {
    const real = Element.prototype[name];
    Element.prototype[name] = function (selector) {
      if (refuse(selector)) throw new DOMException("not a valid selector", "SyntaxError");
      return real.call(this, selector);
    };
  }
  const supports = CSS.supports.bind(CSS);
  CSS.supports = (...words) => !refuse(words.join(" ")) && supports(...words);
  for (const name of ["popover", "showPopover", "hidePopover", "togglePopover", "inert"])
    delete HTMLElement.prototype[name];
  delete HTMLDetailsElement.prototype.name;
  delete URLSearchParams.prototype.size;
  delete AbortSignal.timeout;
  delete AbortSignal.any;
  delete Object.hasOwn;
  delete Object.groupBy;
  delete URL.canParse;
  delete window.structuredClone;
  delete window.reportError;
  delete window.navigation;
  delete window.scheduler;
  delete Array.prototype.findLast;
  delete Array.prototype.toSorted;
  delete Array.prototype.toReversed;
`;

async function scene(t: Test, script: string, options: BrowserContextOptions = {}) {
  const source = await startFakeContentApi({ news: fullRows("news"), events: fullRows("events") });
  const site = await startSite({ contentApiUrl: source.url, now: () => SAMPLE_CLOCK });
  const context = await browser.newContext({ viewport: { width: 375, height: 700 }, ...options });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  if (script) await page.addInitScript(script);
  t.teardown(async () => {
    await context.close();
    await site.close();
    await source.close();
  });
  return { page, site, errors, url: site.url };
}

const isHydrated = (page: Page) =>
  page.evaluate(() =>
    Object.keys(document.getElementById("root") ?? {}).some((key) => key.startsWith("__react")),
  );
const textLength = async (page: Page) => {
  const texts = await page.locator("#root, body > footer").allTextContents();
  return texts.join("").length;
};

t.test("an old browser shows every kind of page, and its links and filters lead on", async (t) => {
  const { page, url, errors } = await scene(t, OLD);
  for (const path of ["/", "/about-us", "/projects", "/donate", "/faq", "/news-events/gallery"]) {
    await page.goto(url + path);
    await hydrated(page);
    t.ok((await textLength(page)) > 1_000, path);
  }
  await page.goto(`${url}/news-events`);
  await hydrated(page);
  await page.getByRole("link", { name: "Events", exact: true }).click();
  await page.waitForURL("**/news-events?type=events");
  await page.goto(`${url}/faq`);
  await hydrated(page);
  await page.locator("summary").nth(0).click();
  await page.locator("summary").nth(1).click();
  await page.waitForFunction(() => document.querySelectorAll("details[open]").length === 1);
  t.same(errors, []);
});

/** Throws in an effect of the header once: when it watches whether the page is scrolled. */
const HEADER_FAILS = `
  const real = window.addEventListener;
  window.addEventListener = function (type, ...rest) {
    if (type === "scroll") throw new Error("no scrolling here");
    return real.call(this, type, ...rest);
  };
`;

t.test("an error in the header leaves the page readable, and its links lead on", async (t) => {
  const { page, url, errors } = await scene(t, HEADER_FAILS);
  await page.goto(`${url}/about-us`);
  await page.waitForFunction(() => document.readyState === "complete");
  await page.waitForTimeout(3_000);
  t.match(errors, ["no scrolling here"]);
  t.ok((await textLength(page)) > 1_000);
  t.equal(await page.locator("header").count(), 1, "the server's HTML is back");
  await page.locator("footer summary").getByText("More").click();
  await page.locator("footer").getByRole("link", { name: "FAQ" }).click();
  await page.waitForURL("**/faq");
});

/** Throws in a page: the gallery's photos cannot be shown modally. */
const PAGE_FAILS = `
  HTMLDialogElement.prototype.showModal = () => { throw new Error("no dialogs here"); };
`;

t.test("an error after a navigation is the error page, and the next link leads on", async (t) => {
  const { page, url } = await scene(t, PAGE_FAILS, { viewport: { width: 1280, height: 800 } });
  await page.goto(`${url}/news-events/gallery`);
  await hydrated(page);
  await page.locator("main ul a[id]").first().click();
  await page.getByRole("heading", { name: "Unexpected Application Error!" }).waitFor();
  await page.locator("header").getByRole("link", { name: "About Us" }).click();
  await page.getByRole("heading", { level: 1, name: "About Us" }).waitFor();
});

t.test("a browser older than the floor keeps the server's page, whole", async (t) => {
  const { page, url } = await scene(t, "delete Array.prototype.at;");
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.goto(`${url}/contact-us`);
  await page.waitForTimeout(3_000);
  t.equal(await isHydrated(page), false);
  t.equal(requests.filter((path) => path.endsWith(".js")).length, 1, "the entry alone is fetched");
  t.ok((await textLength(page)) > 1_000);
});

t.test("a page served under another path is not hydrated", async (t) => {
  const { page, url } = await scene(t, "");
  const archived = "/web/2026/https://www.example.org";
  for (const path of ["/about-us", "/no/such/page", "/projects/current"]) {
    const served = await (await fetch(url + path)).text();
    await page.route(`**${archived}${path}`, (route) =>
      route.fulfill({ body: served, contentType: "text/html; charset=utf-8" }),
    );
    await page.goto(url + archived + path);
    await page.waitForTimeout(3_000);
    if (path !== "/no/such/page") t.equal(await isHydrated(page), false, path);
    t.equal(await page.locator("h1").textContent(), /<h1[^>]*>([^<]*)/.exec(served)?.[1], path);
  }
});
