import type { Page } from "playwright-core";
import t from "tap";
import { harmlessBodies } from "../../fixtures/hostile/harmless.ts";
import {
  type HostileSite,
  startHostileSite,
  watchSite,
} from "../../setup/hostile/hostile-scene.ts";
import { every } from "../../setup/whole.ts";

/** The bodies by two, as the description and the venue of one event. */
const pairs = harmlessBodies.flatMap((body, index) =>
  index % 2 === 0 ? [[body, harmlessBodies[index + 1] ?? body] as const] : [],
);
type Pair = (typeof pairs)[number];

let place: HostileSite;
t.before(async () => {
  place = await startHostileSite({
    news: harmlessBodies.map(({ given }, index) => ({
      id: index + 1,
      slug: `body-${index}`,
      title: `Body ${index}`,
      content: given,
      published_at: "2026-05-01T09:00:00Z",
    })),
    events: pairs.map(([first, second], index) => ({
      id: index + 1,
      slug: `body-${index}`,
      title: `Body ${index}`,
      description: first.given,
      venue_details: second.given,
      start_date: "2026-08-01T09:00:00Z",
      related_events: [{ id: index + 2, slug: `body-${index + 1}`, title: `next ${index}` }],
    })),
  });
});
t.teardown(() => place.close());

/** Returns what a visitor sees of every body of a page: the lines of text, and the number of matches of each selector. */
async function read(page: Page, title: string, bodies: Pair | readonly [Pair[0]]) {
  await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
  await page.locator("article h2", { hasText: "Share" }).waitFor();
  const seen = await page.evaluate(
    (wanted) => {
      // A cleaned body is a block of text beside the part that shares the item, or in a section of its own.
      const share = document.querySelector("section[aria-labelledby=share]");
      const blocks = share?.parentElement?.querySelectorAll<HTMLElement>(
        ":scope > div, :scope > section > h2 + div",
      );
      return wanted.map((selectors, index) => {
        const body = blocks?.[index];
        const lines = body?.innerText.split("\n").map((line) => line.trim()) ?? [];
        return {
          lines: lines.filter((line) => line !== ""),
          holds: selectors.map((one) => [one, body?.querySelectorAll(one).length]),
        };
      });
    },
    bodies.map(({ holds }) => Object.keys(holds)),
  );
  return seen.map(({ lines, holds }, index) => ({
    name: bodies[index]?.name,
    lines,
    holds: Object.fromEntries(holds),
  }));
}

const expected = (bodies: Pair | readonly [Pair[0]]) =>
  bodies.map(({ name, lines, holds }) => ({ name, lines, holds }));

t.test("a harmless body keeps its words and its shape as the server renders it", async (t) => {
  const { page, close } = await watchSite({ place });
  for (const [index, pair] of pairs.entries()) {
    await page.goto(`${place.url}/events/body-${index}`, { waitUntil: "load" });
    t.same(await read(page, `Body ${index}`, pair), expected(pair));
  }
  for (const body of every(8, harmlessBodies)) {
    const index = harmlessBodies.indexOf(body);
    await page.goto(`${place.url}/news-events/news/body-${index}`, { waitUntil: "load" });
    t.same(await read(page, `Body ${index}`, [body]), expected([body]));
  }
  t.same(await close(), []);
});

t.test("and as the browser renders it from JSON", async (t) => {
  const { page, tryAll, close } = await watchSite({ place });
  await page.goto(`${place.url}/events/body-0`, { waitUntil: "load" });
  await tryAll();
  for (const [index, pair] of pairs.slice(1).entries()) {
    await page
      .locator("main")
      .getByRole("link", { name: `next ${index}`, exact: true })
      .click();
    t.same(await read(page, `Body ${index + 1}`, pair), expected(pair));
  }
  t.same(await close(), []);
});
