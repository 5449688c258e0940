import t from "tap";
import { hydrated } from "../../setup/site/hydrated.ts";
import { sampleScene } from "./page-scene.ts";

t.test("a browser that speaks Kiswahili is offered the page in it, on the way in", async (t) => {
  const { page, open, url } = await sampleScene(t, { locale: "sw-TZ" });
  // As in Firefox before 119.
  await page.addInitScript("delete Element.prototype.ariaLabel");
  await open("/about-us");
  const offer = page.locator("#language-offer");
  t.ok(await offer.isVisible());
  t.equal(await offer.getByRole("button", { name: "Funga" }).count(), 1);
  t.equal(await page.evaluate(() => document.activeElement?.tagName), "BODY", "focus stays");
  await page.click("main h1");
  t.notOk(await offer.isVisible(), "a click ends it");
  for (const key of ["Enter", "Escape"]) {
    await page.reload();
    const link = page.locator("footer").getByRole("link", { name: "FAQ" });
    await link.focus();
    await offer.getByRole("button", { name: "Funga" }).focus();
    await page.keyboard.press(key);
    await offer.waitFor({ state: "detached" });
    t.ok(await link.evaluate((it) => it === document.activeElement), `${key}: focus returns`);
  }
  await page.reload();
  await offer.locator("a").click();
  await page.waitForURL("**/sw/about-us");
  t.equal(await page.locator("#language-offer").count(), 0);
  await page.goto(url("/faq"), { referer: url("/about-us") });
  await hydrated(page);
  t.notOk(await offer.isVisible(), "not again within the site");
  const english = await sampleScene(t);
  await english.open("/about-us");
  t.notOk(await english.page.locator("#language-offer").isVisible());
});

t.test("a visit in Kiswahili hydrates, stays under /sw, and switches on each page", async (t) => {
  const { page, context, output, open, path, url, loads } = await sampleScene(t);
  await open("/sw");
  await page.click('header nav a[href="/sw/about-us"]');
  await page.waitForFunction(
    () => document.querySelector("main h1")?.textContent === "Kuhusu sisi",
  );
  t.equal(path(), "/sw/about-us");
  await page.click('footer a[href="/sw/faq"]');
  await page.waitForURL("**/sw/faq");
  await page.waitForFunction(
    () => document.querySelector("footer [hreflang]")?.getAttribute("href") === "/faq",
  );
  t.same(loads, ["/sw"], "no page was loaded");
  const canonical = await page.getAttribute('link[rel="canonical"]', "href");
  t.equal(canonical, url("/sw/faq"));
  await page.click("header [hreflang=en]");
  await page.waitForURL(url("/faq"));
  t.equal(await page.getAttribute("html", "lang"), "en");
  await hydrated(page);
  await page.click("footer [hreflang=sw]");
  await page.waitForURL("**/sw/faq");
  t.equal(await page.getAttribute("html", "lang"), "sw");
  t.same(await context.cookies(), [], "nothing is remembered");
  t.same(output, []);
});

t.test(
  "what is in English alone is marked, and nothing else: labels, dates and links are not",
  async (t) => {
    const { page, url } = await sampleScene(t, { javaScriptEnabled: false });
    /** The language that the elements are in by the nearest `lang`, each once. */
    const languages = (selector: string) =>
      page
        .locator(selector)
        .evaluateAll((all) => [
          ...new Set(all.map((one) => one.closest("[lang]")?.getAttribute("lang"))),
        ]);
    const OURS = "main :is(time, dt, button, nav a[href='/sw']), main nav > h2";
    const POST = "/sw/blog/girls-on-the-pitch";
    const ITEM = "/sw/news-events/news/annual-report-2025";
    for (const path of ["/sw/blog", POST, "/sw/news-events", ITEM, "/sw/events/coaches-course"]) {
      await page.goto(url(path));
      t.same(await languages(OURS), ["sw"], path);
    }
    for (const [path, english] of [
      ["/sw/blog", "main h3, main h3 ~ p:not(:last-child), main article a > .visually-hidden"],
      [POST, "main :is(h1, h1 + p, h1 ~ div p), main article + section h3"],
      [ITEM, "main article > header > :is(h1, h1 + p)"],
    ] as const) {
      await page.goto(url(path));
      t.same(await languages(english), ["en"], `${path}: ${english}`);
    }
    await page.goto(url("/sw/news-events"));
    const cards = await page
      .locator("main article")
      .evaluateAll((all) =>
        all.map((card) =>
          ["h3", "a > .visually-hidden"].map((part) =>
            card.querySelector(part)?.closest("[lang]")?.getAttribute("lang"),
          ),
        ),
      );
    t.ok(cards.some(([title]) => title === "en"));
    t.same(
      cards.filter(([title, inLink]) => title !== inLink),
      [],
      "the title that the link of a card names",
    );
    for (const path of ["/sw/developers/changelog", "/sw/problems/not-found"]) {
      await page.goto(url(path));
      t.same(await languages("main :is(time, nav a[href='/sw'])"), ["sw"], path);
      t.same(await languages("main h1"), ["en"], path);
    }
  },
);
