import { json } from "node:stream/consumers";
import type { Page } from "playwright-core";
import t, { type Test } from "tap";
import { startFront } from "../../setup/site/front.ts";
import { hydrated } from "../../setup/site/hydrated.ts";
import { recordShifts, shiftsOf } from "../../setup/site/layout-shifts.ts";
import { until } from "../../setup/until.ts";
import { every } from "../../setup/whole.ts";
import { content, openWindow, pageScene, sampleScene } from "./page-scene.ts";

const ARTICLE = "/news-events/news/mtambani-water-point-opens";
const EVENT = "/events/youth-football-cup-2026";

/** A site that has never had data, over a source that is later than the head start, behind a front. */
async function slowScene(t: Test, width: number) {
  const { source, site, context } = await pageScene(t, { content });
  await context.close();
  source.delayMs = 400;
  const front = await startFront(t);
  front.leadTo(site.url);
  return { front, ...(await openWindow(t, front.url, { viewport: { width, height: 800 } })) };
}

/** The browser's record, once it has so many clicks. */
async function record(page: Page, totalClicks: number) {
  const read = () =>
    page.evaluate(() => JSON.parse(localStorage.getItem("click_tracking") ?? "{}"));
  await until(async () => (await read()).totalClicks >= totalClicks);
  const found = await read();
  if (found.totalClicks !== totalClicks) throw new Error(JSON.stringify(found));
  return found;
}

t.test("a card and the article it leads to are one click in the browser's record", async (t) => {
  const { page, open, output } = await sampleScene(t);
  await open("/news-events");
  await page.getByRole("link", { name: "Third water point opens in Mtambani" }).click();
  await page.getByRole("heading", { level: 1, name: /^Third water point/ }).waitFor();
  const first = await record(page, 1);
  const iso = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
  t.match(first, {
    news: {
      "101": {
        id: "101",
        title: "Third water point opens in Mtambani",
        slug: "mtambani-water-point-opens",
        clicks: 1,
        firstClick: iso,
        lastClick: iso,
      },
    },
    events: {},
    totalClicks: 1,
    lastUpdated: iso,
  });
  t.same(Object.keys(first).sort(), ["events", "lastUpdated", "news", "totalClicks"]);

  await page.reload();
  t.match((await record(page, 2)).news["101"], { ...first.news["101"], clicks: 2, lastClick: iso });

  await open("/news-events?type=events");
  await page.getByRole("link", { name: "Youth Football Cup 2026" }).click();
  await page.getByRole("heading", { level: 1, name: "Youth Football Cup 2026" }).waitFor();
  const last = await record(page, 3);
  t.equal(Object.keys(last.events).length, 1);
  t.same(output, []);
});

t.test("analytics that are there hear of a click; one that fails is not heard of", async (t) => {
  const { page, open, output } = await sampleScene(t);
  await page.addInitScript(() => {
    const calls: unknown[] = [];
    Object.assign(window, {
      calls,
      gtag: () => {
        throw new Error("analytics are broken");
      },
      fbq: (...args: unknown[]) => calls.push(args),
    });
  });
  const said = page.waitForEvent("console");
  await open(ARTICLE);
  t.equal((await said).type(), "debug");
  const heard = await page.waitForFunction(() => {
    const { calls } = Object(window);
    return calls.length > 0 && calls;
  });
  t.match(await heard.jsonValue(), [
    ["track", "ViewContent", { content_ids: ["101"], content_type: "news" }],
  ]);
  await record(page, 1);
  t.match(output, [/^site fault/]);
});

t.test("without gtag the data layer gets the event with id, title and slug", async (t) => {
  const { page, open } = await sampleScene(t);
  await page.addInitScript(() => Object.assign(window, { dataLayer: [] }));
  await open(ARTICLE);
  const layer = await page.waitForFunction(() => {
    const { dataLayer } = Object(window);
    return dataLayer.length > 0 && dataLayer;
  });
  t.match(await layer.jsonValue(), [
    {
      event: "news_click",
      item_id: "101",
      item_title: "Third water point opens in Mtambani",
      item_slug: "mtambani-water-point-opens",
    },
  ]);
});

t.test("a storage that is corrupt or full counts as zero and harms nothing", async (t) => {
  const { page, open, output } = await sampleScene(t);
  await open("/your-data");
  for (const text of [
    "{",
    "[]",
    "null",
    '{"news":3}',
    '{"news":{},"events":{},"totalClicks":"x"}',
  ]) {
    await page.evaluate((bad) => localStorage.setItem("click_tracking", bad), text);
    await page.reload();
    await page.getByText("0 clicks recorded").waitFor();
  }
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await page.getByRole("link", { name: "News & Events" }).first().click();
  await page.getByRole("link", { name: "Third water point opens in Mtambani" }).click();
  await page.getByRole("heading", { level: 1, name: /^Third water point/ }).waitFor();
  t.same(
    output.filter((line) => !line.startsWith("site fault")),
    [],
  );
});

t.test("/your-data shows the record, exports it by date, and clears it", async (t) => {
  const { page, open, output } = await sampleScene(t);
  const read = [ARTICLE, ARTICLE, "/news-events/news/annual-report-2025"];
  for (const [index, path] of read.entries()) {
    await open(path);
    await record(page, index + 1);
  }
  await open("/your-data");
  await page.getByText("3 clicks recorded").waitFor();
  t.same(await page.locator("ol li").filter({ hasText: "click" }).allTextContents(), [
    "Third water point opens in Mtambani: 2 clicks",
    "What 2025 changed: our year in figures: 1 click",
  ]);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export as a file" }).click(),
  ]);
  t.match(download.suggestedFilename(), /^click-tracking-\d{4}-\d\d-\d\d\.json$/);
  const exported = await json(await download.createReadStream());
  t.same(exported, await record(page, 3));

  await page.getByRole("button", { name: "Clear" }).click();
  t.equal(await page.evaluate(() => document.activeElement?.textContent), "Keep it", "is chosen");
  t.equal(await page.getByRole("dialog").getByRole("button").first().textContent(), "Keep it");
  await page.keyboard.press("Enter");
  await record(page, 3);
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByRole("button", { name: "Clear it" }).click();
  await page.getByText("0 clicks recorded").waitFor();
  await page.getByRole("status").getByText("Your record has been cleared").waitFor();
  t.equal(await page.evaluate(() => localStorage.getItem("click_tracking")), null);
  t.equal(await page.evaluate(() => document.activeElement?.tagName), "H2", "the button is gone");
  t.same(output, []);
});

t.test("without scripts /your-data says what it is about", async (t) => {
  const { page, open } = await sampleScene(t, { javaScriptEnabled: false });
  await open("/your-data");
  await page.getByRole("heading", { level: 1, name: "Your data" }).waitFor();
  t.match(await page.locator("main noscript").innerText(), "nothing is recorded");
  t.equal(await page.getByRole("button", { name: "Export as a file" }).count(), 0);
});

t.test("an event tells its time on the visitor's own clock, and nothing moves", async (t) => {
  for (const [timezoneId, width, words] of [
    ["America/Chicago", 375, "Your time: 18–19 July 2026, 01:00–09:00 GMT-05:00"],
    ["Pacific/Auckland", 1280, "Your time: 18 July 2026, 18:00 – 20 July 2026, 02:00 GMT+12:00"],
    ["Africa/Nairobi", 375, "East Africa Time (EAT), UTC+3"],
  ] as const) {
    const viewport = { width, height: 900 };
    const { page, open, output } = await sampleScene(t, { timezoneId, viewport });
    await recordShifts(page);
    await open(EVENT);
    const when = await page.locator("article time").first().textContent();
    t.match(when, /EAT$/, `${timezoneId}: the time is that of East Africa`);
    await page.getByText(words).waitFor();
    t.same([...(await shiftsOf(page)), ...output], []);
  }
});

t.test("a local time names the offset of its end where the clocks change before it", async (t) => {
  const [event = {}] = content.events;
  const cases = [
    ["Europe/London", "2026-03-28T20:00+03:00", "2026-03-29T12:00+03:00"],
    ["Europe/Athens", "2026-10-24T18:00+03:00", "2026-10-25T18:00+03:00"],
    ["Europe/London", "2026-10-25T03:30+03:00", "2026-10-25T04:30+03:00"],
    ["Australia/Lord_Howe", "2026-04-04T13:00+03:00", "2026-04-05T13:00+03:00"],
  ] as const;
  const events = cases.map(([, start_date, end_date], index) => ({
    ...event,
    id: index,
    slug: `clocks-${index}`,
    start_date,
    end_date,
  }));
  const { site } = await pageScene(t, { content: { events } });
  for (const [index, words] of [
    "28 March 2026, 17:00 GMT – 29 March 2026, 10:00 GMT+01:00",
    "24 October 2026, 18:00 GMT+03:00 – 25 October 2026, 17:00 GMT+02:00",
    "25 October 2026, 01:30 GMT+01:00 – 25 October 2026, 01:30 GMT",
    "4 April 2026, 21:00 GMT+11:00 – 5 April 2026, 20:30 GMT+10:30",
  ].entries()) {
    const { page, open } = await openWindow(t, site.url, { timezoneId: cases[index]?.[0] ?? "" });
    await open(`/events/clocks-${index}`);
    t.equal(await page.getByText(/^Your time/).innerText(), `Your time: ${words}`);
  }
});

const LATE_PAGES = ["/news-events", "/news-events?type=events", ARTICLE, EVENT, "/events/none"];

t.test("late data takes the place of its skeleton, in silence, without a request", async (t) => {
  const cases = LATE_PAGES.flatMap((path) => [1280, 375, 900].map((width) => ({ path, width })));
  for (const { path, width } of every(4, cases)) {
    const { page, front, url, output, requests } = await slowScene(t, width);
    await recordShifts(page);
    const release = front.holdPages();
    await page.goto(url(path), { waitUntil: "commit" });
    const skeleton = page.getByText(/^Loading/).first();
    await skeleton.waitFor();
    release();
    await skeleton.waitFor({ state: "detached" });
    await hydrated(page);
    const queries = requests.filter((request) => request.startsWith("/bff"));
    const said = output.filter((text) => !text.includes("404"));
    t.same([...(await shiftsOf(page)), ...queries, ...said], [], `${path} at ${width}`);
  }
});

t.test("in columns a card is as high without the web font, which may come late", async (t) => {
  const { page, url } = await sampleScene(t);
  const read = async (type: string) => {
    await page.goto(url(`/news-events?type=${type}`));
    await page.evaluate(() => document.fonts.ready.then(() => true));
    const heights: number[][] = [];
    for (const width of [900, 1100, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      heights.push(
        await page
          .locator("main article")
          .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().height))),
      );
    }
    return heights;
  };
  // The second visit: from the cache the font is there at the first paint.
  await read("news");
  const before = [await read("news"), await read("events")];
  await page.route(/\.woff2$/, (route) => route.abort());
  t.same([await read("news"), await read("events")], before);
});

t.test("an article can be passed on by plain links, WhatsApp first", async (t) => {
  const { page, open } = await sampleScene(t, { javaScriptEnabled: false });
  await open(ARTICLE);
  const links = page.locator("section", { hasText: "Share" }).locator("li a");
  t.same(
    (await links.allTextContents()).map((text) => text.replace(" (opens in a new tab)", "")),
    ["WhatsApp", "Facebook", "X", "E-mail"],
  );
  const href = (await links.first().getAttribute("href")) ?? "";
  t.match(
    new URL(href).searchParams.get("text"),
    /^Third water point .+http.+mtambani-water-point-opens$/,
  );
  t.equal(await links.first().getAttribute("rel"), "noopener noreferrer");
  t.equal(await page.getByRole("button", { name: "More ways" }).isVisible(), false);
});

t.test("Back to the first article brings its title and description back", async (t) => {
  const { page, open } = await sampleScene(t);
  await open(ARTICLE);
  const head = () =>
    page.evaluate(() => [
      document.title,
      document.querySelector("meta[name=description]")?.outerHTML,
      document.querySelector("[rel=canonical]")?.outerHTML,
    ]);
  const [title = "", ...others] = await head();
  await page.locator("header").getByRole("link", { name: "About Us" }).click();
  await page.waitForFunction((title) => document.title !== title, title);
  await page.goBack();
  await page.waitForFunction((title) => document.title === title, title);
  t.same(await head(), [title, ...others]);
  t.match(title, /^Third water point/);
});

t.test("the device's own sharing is offered where it exists", async (t) => {
  const { page, open, output } = await sampleScene(t);
  await page.addInitScript(() => {
    const share = (data: unknown) => {
      Object.assign(window, { shared: data });
      return Promise.reject(new DOMException("changed my mind", "AbortError"));
    };
    Object.defineProperty(Navigator.prototype, "share", { value: share, configurable: true });
  });
  await open(ARTICLE);
  await page.getByRole("button", { name: "More ways" }).click();
  t.match(await page.evaluate(() => Reflect.get(window, "shared")), {
    title: "Third water point opens in Mtambani",
  });
  t.same(output, []);
});

t.test("a failure to load is announced in the live region, and can be dismissed", async (t) => {
  const { page, source, open } = await pageScene(t);
  source.mode = "error";
  for (const [path, words] of [
    ["/news-events?type=news", "Error loading content: The content source is not responding"],
    ["/news-events?type=events", "Error loading events: The content source is not responding"],
    [ARTICLE, "Error loading article: The content source is not responding"],
    [EVENT, "Error loading event: The content source is not responding"],
  ] as const) {
    await open(path);
    await page.getByRole("status").getByText(words).waitFor();
    await page.getByRole("link", { name: "Retry" }).first().focus();
    await page.getByRole("button", { name: `Dismiss: ${words}` }).focus();
    await page.keyboard.press("Enter");
    t.equal(await page.evaluate(() => document.activeElement?.textContent), "Retry", "returns");
    t.equal(await page.getByRole("status").getByText(words).count(), 0);
  }
});

t.test("news can be narrowed by the tag of an article, and page two goes on", async (t) => {
  const { page, open, output } = await sampleScene(t);
  await open("/news-events/news/annual-report-2025");
  const tag = page.getByRole("list", { name: "Tags" }).getByRole("link").first();
  const word = (await tag.textContent()) ?? "";
  await tag.click();
  await page.getByRole("link", { name: "See all news" }).waitFor();
  t.equal(new URL(page.url()).searchParams.get("tag"), word);
  await page.getByRole("link", { name: "See all news" }).click();
  await page
    .getByRole("navigation", { name: "News pages" })
    .getByRole("link", { name: "Next" })
    .click();
  await page.waitForURL(/page=2/);
  await page
    .getByRole("link", { name: "Page 2", exact: true })
    .and(page.locator("[aria-current]"))
    .waitFor();
  t.same(output, []);
});
