import type { Page } from "playwright-core";
import t from "tap";
import { harmlessBodies } from "../../fixtures/hostile/harmless.ts";
import {
  type HostileSite,
  startHostileSite,
  watchSite,
} from "../../setup/hostile/hostile-scene.ts";
import { launchWatchedBrowser, type WatchedBrowser } from "../../setup/hostile/hostile-watch.ts";

let browser: WatchedBrowser;
let place: HostileSite;
t.before(async () => {
  browser = await launchWatchedBrowser();
  place = await startHostileSite({
    news: harmlessBodies.map(({ name, given }, index) => ({
      id: index + 1,
      slug: `body-${index}`,
      title: name,
      content: given,
      published_at: "2026-05-01T09:00:00Z",
      related_news: [{ id: index + 2, slug: `body-${index + 1}`, title: `next ${index}` }],
    })),
    events: harmlessBodies.map(({ name, given }, index) => ({
      id: index + 1,
      slug: `body-${index}`,
      title: name,
      description: given,
      start_date: "2026-08-01T09:00:00Z",
    })),
  });
});
t.teardown(async () => {
  await browser.close();
  await place.close();
});

/** What a visitor sees of the body under a title: its lines, and how often each selector holds in it. */
async function read(page: Page, name: string, selectors: readonly string[]) {
  await page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
  await page.locator("article h2", { hasText: "Share" }).waitFor();
  return page.evaluate((wanted) => {
    // The cleaned body is the block of text beside the part that shares the item.
    const share = document.querySelector("section[aria-labelledby=share]");
    const body = share?.parentElement?.querySelector<HTMLElement>(":scope > div");
    if (!body) throw new Error("no body");
    const lines = body.innerText.split("\n").map((line) => line.trim());
    return {
      lines: lines.filter((line) => line !== ""),
      holds: Object.fromEntries(wanted.map((one) => [one, body.querySelectorAll(one).length])),
    };
  }, selectors);
}

t.test("at least 25 bodies are compared", async (t) => {
  t.ok(harmlessBodies.length >= 25);
});

t.test("a harmless body keeps its words and its shape as the server renders it", async (t) => {
  const { page, close, report } = await watchSite({ browser, place });
  for (const [index, { name, lines, holds }] of harmlessBodies.entries()) {
    for (const room of ["/news-events/news/", "/events/"]) {
      await page.goto(`${place.url}${room}body-${index}`, { waitUntil: "load" });
      t.same(await read(page, name, Object.keys(holds)), { lines, holds }, `${room}: ${name}`);
    }
  }
  t.same(report(), []);
  await close();
});

t.test("and as the browser renders it from JSON", async (t) => {
  const { page, tryAll, close, report } = await watchSite({ browser, place });
  await page.goto(`${place.url}/news-events?type=news`, { waitUntil: "load" });
  await tryAll();
  for (const [index, { name, lines, holds }] of harmlessBodies.entries()) {
    const link = index === 0 ? /^Read More ?: headings$/ : `next ${index - 1}`;
    await page.locator("main").getByRole("link", { name: link, exact: true }).click();
    t.same(await read(page, name, Object.keys(holds)), { lines, holds }, name);
  }
  t.same(report(), []);
  await close();
});
