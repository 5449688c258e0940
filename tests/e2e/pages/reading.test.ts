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
