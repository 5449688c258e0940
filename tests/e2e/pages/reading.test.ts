import t from "tap";
import { until } from "../../setup/until.ts";
import { content, pageScene, sampleScene } from "./page-scene.ts";

t.test("hydration takes its data from the page: no second request, not a word", async (t) => {
  const { page, output, requests, open, url } = await sampleScene(t);
  // Home is sent without lists that are late: they are there already.
  await page.request.get(url("/?complete=1"));
  for (const path of [
    "/",
    "/news-events",
    "/news-events/news/annual-report-2025",
    "/events/youth-football-cup-2026",
  ])
    await open(path);
  t.same([...output, ...requests.filter((path) => path.startsWith("/bff"))], []);
});

t.test("title, description and robots follow what came late", async (t) => {
  const { page, source, url } = await pageScene(t, { content });
  source.delayMs = 900;
  const robots = () => page.locator('meta[name="robots"]').getAttribute("content");
  await page.goto(url("/news-events/news/mtambani-water-point-opens"));
  await page.waitForFunction(() => document.title.startsWith("Third water point opens"));
  t.equal(await robots(), "index, follow");
  await page.goto(url("/news-events/news/nobody-wrote-this"));
  await page.waitForFunction(() => document.title.startsWith("Article not found"));
  t.equal(await robots(), "noindex, follow");
  const description = page.locator('meta[name="description"]');
  t.equal(await description.getAttribute("content"), "Article not found");
});

t.test("tabs, back and forward change the page without loading it anew", async (t) => {
  const { page, loads, output, open } = await sampleScene(t);
  await open("/news-events");
  const news = page.getByRole("heading", { level: 2, name: "News", exact: true });
  await page.getByRole("link", { name: "Events", exact: true }).click();
  await news.waitFor({ state: "detached" });
  t.match(page.url(), "?type=events");
  // The same page again is no further step back.
  await page.getByRole("link", { name: "Events", exact: true }).click();
  await page.goBack();
  await news.waitFor();
  await page.goForward();
  await news.waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Past events" }).click();
  await page.getByRole("heading", { level: 1, name: "Past events" }).waitFor();
  t.match(page.url(), "?type=events&past=1");
  await page.getByRole("link", { name: "All", exact: true }).click();
  await page.getByRole("link", { name: "Next" }).first().click();
  await page.waitForFunction(() => document.title.startsWith("News & Events, page 2"));
  t.same(loads, ["/news-events"]);
  t.same(output, []);
});

/** The requests since the last call that are no picture and no code. */
const askedIn = (requests: string[]) =>
  requests.splice(0).filter((path) => !/^\/(?:assets|pictures)\/|^data:/.test(path));

const FEED_WORDS = {
  "": {
    tabs: ["All", "News", "Events"],
    heads: ["News", "Events"],
    title: "News & Events",
    next: "Next",
  },
  "/sw": {
    tabs: ["Yote", "Habari", "Matukio"],
    heads: ["Habari", "Matukio"],
    title: "Habari na matukio",
    next: "Inayofuata",
  },
} as const;

for (const prefix of ["", "/sw"] as const)
  t.test(`${prefix}/news-events: a tab shows what is there, without a request`, async (t) => {
    const words = FEED_WORDS[prefix];
    const { page, requests, output, open, focused, path } = await sampleScene(t);
    const feed = `${prefix}/news-events`;
    const tab = (name: string) => page.locator("main").getByRole("link", { name, exact: true });
    const shown = () => page.locator("main h2:visible").allTextContents();
    const [all, news, events] = words.tabs;
    const [newsHead, eventsHead] = words.heads;
    await open(feed);
    const whole = await page.locator("main article").allTextContents();
    askedIn(requests);
    for (const [name, search, heads] of [
      [events, "?type=events", [eventsHead]],
      [news, "?type=news", [newsHead]],
      [all, "", [newsHead, eventsHead]],
      [news, "?type=news", [newsHead]],
    ] as const) {
      await tab(name).click();
      await page.waitForURL((url) => url.search === search);
      await page.waitForFunction(
        (count) => document.querySelectorAll("main h2").length === count,
        heads.length,
      );
      t.same(await shown(), heads, name);
      t.equal(await focused(), name);
      const title = search === "" ? words.title : name;
      await page.waitForFunction((start) => document.title.startsWith(`${start} |`), title);
      t.equal(await tab(name).getAttribute("aria-current"), "page");
      const next = page.getByRole("link", { name: words.next });
      const type = name === news ? "type=news&" : "";
      const href = name === events ? null : `${feed}?${type}page=2`;
      t.equal(href && (await next.getAttribute("href")), href, "pages of this tab follow");
    }
    for (const search of ["", "?type=news", "?type=events"]) {
      await page.goBack();
      await page.waitForURL((url) => url.search === search);
    }
    await page.goBack();
    await page.waitForFunction(() => document.querySelectorAll("main h2").length === 2);
    t.equal(path(), feed);
    t.same(await page.locator("main article").allTextContents(), whole);
    t.same(askedIn(requests), []);
    t.same(output, []);
  });

t.test("a feed that began with one tab asks for what is not there, once", async (t) => {
  const { page, requests, open } = await sampleScene(t);
  const tab = (name: string) => page.locator("main").getByRole("link", { name, exact: true });
  const heading = (name: string) => page.getByRole("heading", { level: 2, name, exact: true });
  for (const [first, second, query] of [
    ["News", "Events", "/bff/view/events"],
    ["Events", "News", "/bff/view/news?page=1"],
  ] as const) {
    await open(`/news-events?type=${first.toLowerCase()}`);
    askedIn(requests);
    await tab("All").click();
    await heading(second).waitFor();
    await page
      .locator("main section", { has: heading(second) })
      .locator("article")
      .first()
      .waitFor();
    t.ok(await heading(first).isVisible());
    for (const name of [second, first, "All"]) {
      await tab(name).click();
      await page.waitForFunction(
        (count) => document.querySelectorAll("main h2").length === count,
        name === "All" ? 2 : 1,
      );
    }
    t.same(askedIn(requests), [query]);
  }
});

t.test("tabs go on without a network, from a later page and within a category", async (t) => {
  const { page, context, requests, open } = await sampleScene(t);
  const tab = (name: string) => page.locator("main").getByRole("link", { name, exact: true });
  for (const search of ["?page=2", "?category=Water", "?category=No+such+news"]) {
    await open(`/news-events${search}`);
    const main = page.locator("main > section").first();
    const news = await main.locator("article, [data-kind]").allTextContents();
    await context.setOffline(true);
    askedIn(requests);
    for (const name of ["News", "All", "News"]) {
      await tab(name).click();
      await page.waitForFunction(
        (count) => document.querySelectorAll("main h2").length === count,
        name === "All" ? 2 : 1,
      );
      t.same(await main.locator("article, [data-kind]").allTextContents(), news, search);
    }
    await page.goBack();
    await page.goBack();
    await tab("Events").click();
    await page.getByRole("heading", { level: 2, name: "News" }).waitFor({ state: "detached" });
    t.same(askedIn(requests), [], search);
    await context.setOffline(false);
  }
});

t.test("a tab of a page that has been open for long asks for nothing, nor does Back", async (t) => {
  const { page, requests, open } = await sampleScene(t);
  await page.clock.install();
  await open("/news-events");
  await page.clock.fastForward(20 * 60_000);
  askedIn(requests);
  const heading = page.getByRole("heading", { level: 2, name: "News", exact: true });
  await page.locator("main").getByRole("link", { name: "Events", exact: true }).click();
  await heading.waitFor({ state: "detached" });
  await page.goBack();
  await heading.waitFor();
  await page.locator("main").getByRole("link", { name: "News", exact: true }).click();
  await page.waitForURL(/type=news/);
  t.same(askedIn(requests), []);
});

t.test(
  "the first press of a filter asks for documents at most, the second for nothing",
  async (t) => {
    const { page, loads, requests, url, focused } = await sampleScene(t);
    for (const [path, name, head, all, documents] of [
      ["/news-events", "Events", "Events", "All", false],
      ["/sw/news-events", "Habari", "Habari", "Yote", false],
      ["/projects", /^Past Projects/, "Past Projects", /^Current Projects/, true],
      ["/projects", /^WASH/, "WASH", /^All Categories/, true],
      ["/news-events/gallery", "Youth", "Photos", "All", false],
      ["/testimonials", "Partner Organizations", "Partner Organizations", "All Testimonials", true],
      ["/media-resources", "Reports", "Reports", "All Resources", true],
    ] as const) {
      await page.goto(url(path));
      const filter = (text: string | RegExp) =>
        page.locator("main nav").getByRole("link", { name: text, exact: true }).first();
      const current = (text: string | RegExp) =>
        page.locator("main nav [aria-current=page]", { hasText: text }).first().waitFor();
      askedIn(requests);
      loads.length = 0;
      await filter(name).click();
      await page.locator("main h2", { hasText: head }).first().waitFor({ state: "attached" });
      await current(name);
      t.match(page.url(), "?", path);
      const asked = `/bff/view/content?page=${encodeURIComponent(path)}`;
      // A request that passes the service worker is reported twice.
      const requested = [...new Set([...loads, ...askedIn(requests)])];
      t.same(requested, documents ? [asked] : [], path);
      t.match(await focused(), name, `${path}: focus stays on the filter`);
      await filter(all).click();
      await current(all);
      t.same([...loads, ...askedIn(requests)], [], `${path}, again`);
    }
  },
);

t.test("a page whose documents do not arrive is loaded from the server", async (t) => {
  const { page, loads, open, output } = await sampleScene(t);
  await page.clock.install();
  await page.route(/bff.view.content/, (route) => route.fulfill({ status: 503, body: "" }));
  await open("/about-us");
  loads.length = 0;
  await page.locator("header").getByRole("link", { name: "Our Work" }).first().click();
  while (loads.length === 0) await page.clock.runFor(1_000);
  await page.getByRole("heading", { level: 1, name: "Our Work" }).waitFor();
  t.same(loads, ["/our-work"]);
  t.notOk(output.some((text) => text.includes("Minified React error")));
});

t.test("a card leads to its article by /bff; title, focus and position follow", async (t) => {
  const { page, requests, open, output } = await sampleScene(t);
  await open("/news-events");
  await page
    .getByRole("link", { name: "Third water point opens in Mtambani" })
    .scrollIntoViewIfNeeded();
  // Where the page is when it is left: playwright may scroll once more before it clicks.
  await page.evaluate(() =>
    window.addEventListener("click", () => Object.assign(window, { leftAt: window.scrollY }), {
      capture: true,
    }),
  );
  await page.getByRole("link", { name: "Third water point opens in Mtambani" }).click();
  const position = await page.evaluate(() => Number(Reflect.get(window, "leftAt")));
  t.ok(position > 0);
  await page
    .getByRole("heading", { level: 1, name: "Third water point opens in Mtambani" })
    .waitFor();
  await page.waitForFunction(() => document.title.startsWith("Third water point"));
  t.ok(requests.includes("/bff/news/mtambani-water-point-opens"));
  t.equal(await page.evaluate(() => window.scrollY), 0);
  await page.waitForFunction(() => document.activeElement?.tagName === "H1");
  t.match(
    await page.locator('link[rel="canonical"]').getAttribute("href"),
    /mtambani-water-point-opens$/,
  );
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "News & Events" }).waitFor();
  await page.waitForFunction((y) => Math.abs(window.scrollY - y) < 5, position);
  t.equal(
    await page.evaluate(() => document.activeElement?.textContent),
    "Read More: Third water point opens in Mtambani",
    "focus is on the link one came from",
  );
  t.same(output, []);
});

t.test("Back from an article that is still loading leads to its link", async (t) => {
  const { page, source, open } = await pageScene(t, { content });
  await page.clock.install();
  await open("/news-events");
  source.delayMs = 5_000;
  const link = page.getByRole("link", { name: "Third water point opens in Mtambani" });
  await link.click();
  await page.waitForFunction(() => document.activeElement?.role === "status");
  await page.goBack();
  await link.waitFor();
  await page.clock.runFor(100);
  t.ok(await link.evaluate((it) => it === document.activeElement));
});

t.test("the side menu by keyboard: opens, holds Tab, closes by Escape and outside", async (t) => {
  const { page, open, output } = await sampleScene(t, { viewport: { width: 375, height: 800 } });
  await open("/");
  const button = page.getByRole("button", { name: /menu/ });
  const menu = page.getByRole("navigation", { name: "Main" });
  await button.focus();
  await page.keyboard.press("Enter");
  await menu.waitFor();
  await page.locator('button[aria-expanded="true"]').waitFor();
  t.equal(await button.getAttribute("aria-label"), "Close menu");
  t.equal(Math.round((await menu.boundingBox())?.width ?? 0), 280);
  t.equal(await page.evaluate(() => getComputedStyle(document.body).overflow), "hidden");
  for (let step = 0; step < 8; step += 1) await page.keyboard.press("Tab");
  t.equal(await page.evaluate(() => document.activeElement?.textContent), "Donate");
  // On to the field and the button of the search.
  for (let step = 0; step < 3; step += 1) await page.keyboard.press("Tab");
  t.ok(await button.evaluate((it) => it === document.activeElement), "Tab goes round");
  await page.keyboard.press("Shift+Tab");
  t.equal(await page.evaluate(() => document.activeElement?.textContent), "Search");
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "hidden" });
  await page.locator('button[aria-expanded="false"]').waitFor();
  t.equal(await page.evaluate(() => document.activeElement?.tagName), "BUTTON", "focus returns");
  t.equal(await page.evaluate(() => getComputedStyle(document.body).overflow), "visible");

  await button.click();
  await page.locator('button[aria-expanded="true"]').waitFor();
  await page.mouse.click(20, 500);
  await page.locator('button[aria-expanded="false"]').waitFor();
  t.match(page.url(), /\/$/, "the overlay swallows the click");

  await button.click();
  await menu.getByRole("link", { name: "News & Events" }).click();
  await page.getByRole("heading", { level: 1, name: "News & Events" }).waitFor();
  await menu.waitFor({ state: "hidden" });
  t.same(output, []);
});

t.test("the header is marked as scrolled above 50 px", async (t) => {
  const { page, open } = await sampleScene(t);
  await open("/news-events");
  t.equal(await page.locator("header[data-scrolled]").count(), 0);
  await page.evaluate(() => window.scrollTo(0, 60));
  await page.locator("header[data-scrolled]").waitFor();
  await page.evaluate(() => window.scrollTo(0, 40));
  await page.locator("header[data-scrolled]").waitFor({ state: "detached" });
});

t.test("without scripts late content is led to whole, and the menu opens", async (t) => {
  const { page, source, open } = await pageScene(t, {
    content,
    javaScriptEnabled: false,
    viewport: { width: 375, height: 800 },
  });
  source.delayMs = 600;
  await open("/news-events");
  await page.getByRole("link", { name: "What 2025 changed: our year in figures" }).waitFor();
  t.match(page.url(), "complete=1");
  t.equal(await page.getByText("Loading news and events...").count(), 0);
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("link", { name: "About Us" }).first().waitFor();
});

t.test("a source failing on navigation is asked again, then reported; Retry loads", async (t) => {
  const { page, source, requests, open } = await pageScene(t, { content });
  await page.clock.install();
  await open("/news-events");
  source.mode = "error";
  await page.getByRole("link", { name: "Third water point opens in Mtambani" }).click();
  const queries = () => requests.filter((path) => path.startsWith("/bff/news/")).length;
  for (const count of [1, 2, 3, 4]) {
    await until(() => queries() === count);
    await page.clock.runFor(4_000);
  }
  await page.getByRole("heading", { level: 1, name: "Failed to load article" }).waitFor();
  source.mode = "well";
  await page.getByRole("link", { name: "Retry" }).click();
  await page
    .getByRole("heading", { level: 1, name: "Third water point opens in Mtambani" })
    .waitFor();
});

t.test("an event is added to a calendar by the server's file", async (t) => {
  const { page, open, path } = await sampleScene(t);
  await open("/events/youth-football-cup-2026");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: /to (your )?calendar/i }).click(),
  ]);
  t.equal(file.suggestedFilename(), "youth-football-cup-2026.ics");
  t.equal(path(), "/events/youth-football-cup-2026");
});

t.test("a map waits for a click", async (t) => {
  const { page, requests, open } = await sampleScene(t);
  await open("/events/youth-football-cup-2026");
  t.equal(await page.locator("iframe").count(), 0);
  t.same(
    requests.filter((address) => address.startsWith("http")),
    [],
    "nothing left our origin",
  );
  t.equal(await page.locator("img[src$='/map/streets.svg']").count(), 1, "a sketch behind it");
  // The map's server is not asked here.
  await page.route(/openstreetmap/, (route) => route.abort());
  await page.getByRole("button", { name: "Show map" }).click();
  const frame = page.locator("iframe");
  t.equal(await frame.getAttribute("title"), "Event Location");
  t.equal((await frame.boundingBox())?.height, 400);
  t.ok(await frame.evaluate((it) => it === document.activeElement), "has the focus of the button");
});

t.test(
  "the heading of a page that opens is said once, by focus or by the live region",
  async (t) => {
    const { page, open } = await sampleScene(t);
    await open("/faq");
    await page.evaluate(() => {
      const said: string[] = [];
      Object.assign(window, { said });
      const live = document.getElementById("announcer");
      const listener = () => {
        if (live?.textContent) said.push(live.textContent);
      };
      if (live) new MutationObserver(listener).observe(live, { childList: true });
      addEventListener("focusin", ({ target }) => {
        if (target instanceof HTMLHeadingElement) said.push(target.textContent ?? "");
      });
    });
    const said = () => page.evaluate(() => Reflect.get(window, "said").splice(0));
    const header = page.locator("header");
    for (const name of ["About Us", "News & Events", "Contact Us"]) {
      await header.getByRole("link", { name }).first().click();
      await page.getByRole("heading", { level: 1, name }).waitFor();
      await page.waitForFunction(() => document.activeElement?.tagName === "H1");
      t.same(await said(), [name]);
    }
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: "News & Events" }).waitFor();
    await page.waitForFunction(() => document.activeElement?.tagName === "H1");
    t.same(await said(), ["News & Events"], "after Back");
  },
);
