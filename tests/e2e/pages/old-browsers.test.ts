import type { Page } from "playwright-core";
import t from "tap";
import { SAMPLE_CLOCK } from "../../fixtures/samples.ts";
import { sampleScene } from "./page-scene.ts";

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

const PHONE = { viewport: { width: 375, height: 700 } };

const isHydrated = (page: Page) =>
  page.evaluate(() =>
    Object.keys(document.getElementById("root") ?? {}).some((key) => key.startsWith("__react")),
  );
const textLength = async (page: Page) => {
  const texts = await page.locator("#root, body > footer").allTextContents();
  return texts.join("").length;
};

t.test("an old browser shows every kind of page, and its links and filters lead on", async (t) => {
  const { page, open, output } = await sampleScene(t, PHONE);
  await page.addInitScript(OLD);
  const lengths: number[] = [];
  for (const path of ["/", "/about-us", "/projects", "/donate", "/news-events/gallery"]) {
    await open(path);
    lengths.push(await textLength(page));
  }
  t.ok(Math.min(...lengths) > 1_000, `${lengths}`);
  await open("/news-events");
  await page.getByRole("link", { name: "Events", exact: true }).click();
  await page.waitForURL("**/news-events?type=events");
  await open("/faq");
  await page.locator("summary").nth(0).click();
  await page.locator("summary").nth(1).click();
  await page.waitForFunction(() => document.querySelectorAll("details[open]").length === 1);
  t.same(output, []);
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
  const { page, url } = await sampleScene(t, PHONE);
  await page.addInitScript(HEADER_FAILS);
  // It is thrown on once the server's HTML is back.
  const failure = page.waitForEvent("pageerror");
  await page.goto(url("/contact-us"));
  t.match((await failure).message, "no scrolling here");
  t.ok((await textLength(page)) > 1_000);
  t.equal(await page.locator("header").count(), 1);
  await page.locator("footer summary").getByText("More").click();
  await page.locator("footer").getByRole("link", { name: "FAQ" }).click();
  await page.waitForURL("**/faq");
});

/** Throws in a page: the gallery's photos cannot be shown modally. */
const PAGE_FAILS = `
  HTMLDialogElement.prototype.showModal = () => { throw new Error("no dialogs here"); };
`;

t.test("an error after a navigation is the error page, and the next link leads on", async (t) => {
  const { page, open } = await sampleScene(t);
  await page.addInitScript(PAGE_FAILS);
  await open("/news-events/gallery");
  await page.locator("main ul a[id]").first().click();
  await page.getByRole("heading", { name: "Unexpected Application Error!" }).waitFor();
  await page.locator("header").getByRole("link", { name: "About Us" }).click();
  await page.getByRole("heading", { level: 1, name: "About Us" }).waitFor();
});

t.test("a browser older than the floor keeps the server's page, whole", async (t) => {
  const { page, url, requests } = await sampleScene(t, PHONE);
  await page.addInitScript("delete Array.prototype.at;");
  await page.clock.install({ time: SAMPLE_CLOCK });
  await page.goto(url("/contact-us"));
  // By then any other browser has requested the modules; this request comes after theirs.
  await page.clock.runFor(60_000);
  await page.evaluate(() => fetch("/robots.txt"));
  t.equal(await isHydrated(page), false);
  t.equal(requests.filter((path) => path.endsWith(".js")).length, 1, "the entry alone is fetched");
  t.ok((await textLength(page)) > 1_000);
});

t.test("a page served under another path is not hydrated", async (t) => {
  const { page, url } = await sampleScene(t, PHONE);
  const archived = "/web/2026/https://www.example.org";
  const wrong: string[] = [];
  for (const path of ["/contact-us", "/donate"]) {
    const served = await (await fetch(url(path))).text();
    await page.route(`**${archived}${path}`, (route) =>
      route.fulfill({ body: served, contentType: "text/html; charset=utf-8" }),
    );
    await page.goto(url(archived + path));
    const module = page.locator("link[rel=modulepreload]").first();
    // Resolves once the module has run, which hydrates in any other place.
    await module.evaluate((link: HTMLLinkElement) => import(link.href));
    const title = await page.locator("h1").textContent();
    if (await isHydrated(page)) wrong.push(`${path} is hydrated`);
    if (title !== /<h1[^>]*>([^<]*)/.exec(served)?.[1]) wrong.push(`${path}: ${title}`);
  }
  t.same(wrong, []);
});
