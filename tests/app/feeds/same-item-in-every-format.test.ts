import { XMLParser } from "fast-xml-parser";
import { parseDocument } from "htmlparser2";
import ICAL from "ical.js";
import t from "tap";
import { startFakeContentApi } from "../../fakes/content-api.ts";
import { fc } from "../../setup/fast-check.ts";
import { graphOf } from "../../setup/site/html.ts";
import { startSite } from "../../setup/site/site.ts";

const ORIGIN = "https://www.example.org";
const parser = new XMLParser({
  ignoreAttributes: false,
  parseTagValue: false,
  trimValues: false,
  isArray: (name) => ["item", "entry", "link"].includes(name),
});

/** Titles as people and machines write them. The normaliser trims blanks at the ends and collapses runs of blanks. */
const title = fc
  .oneof(
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }),
    fc.constantFrom(
      "Maji & usafi <b>",
      'He said "]]>"',
      "a,b;c\\d\\n",
      "Ujenzi wa 'shule' 🚰",
      "&amp; &lt;",
    ),
  )
  .filter((text) => /[\p{L}\p{N}]/u.test(text));
const slug = fc.stringMatching(/^[a-z0-9][a-z0-9 &',;éü-]{0,20}[a-z0-9]$/);
const instant = fc.integer({ min: Date.UTC(2001, 0, 1) / 1000, max: Date.UTC(2099, 0, 1) / 1000 });

/** A date in one of the notations that sources use. */
const dateAsSent = fc
  .tuple(instant, fc.constantFrom("utc", "zoned", "local", "day", "epoch"))
  .map(([seconds, form]) => {
    const local = new Date((seconds + 3 * 3600) * 1000).toISOString().slice(0, 19);
    if (form === "utc") return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
    if (form === "zoned") return `${local}+03:00`;
    if (form === "local") return local;
    return form === "day" ? local.slice(0, 10) : seconds * 1000;
  });

const row = (dateNames: readonly string[]) =>
  fc.record({ title, slug, date: dateAsSent, dateName: fc.constantFrom(...dateNames) });
const rows = (dateNames: readonly string[]) =>
  fc
    .uniqueArray(row(dateNames), { minLength: 1, maxLength: 4, selector: (item) => item.slug })
    .map((items) =>
      items.map(({ title, slug, date, dateName }, index) => ({
        id: index + 1,
        title,
        slug,
        location: "Bunju B",
        [dateName]: date,
      })),
    );

interface AtomEntry {
  title: string;
  published: string;
  link: { "@_href": string }[];
}

const ms = (text: string) => Date.parse(text);

interface Shown {
  title: string;
  url: string;
  at: number;
}

/** Returns the page's JSON-LD of the given type, which search engines read. */
const structured = (html: string, type: string): Record<string, string> =>
  graphOf(html).find((part) => part["@type"] === type) ?? {};

/** Returns the text of the page's h1 as a browser reads it. */
function heading(html: string): string {
  const words = (nodes: readonly unknown[]): string =>
    nodes
      .map((node) => {
        const { type, data, children } = node as {
          type: string;
          data?: string;
          children?: unknown[];
        };
        return type === "text" ? (data ?? "") : words(children ?? []);
      })
      .join("");
  const inner = /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? "";
  return words(parseDocument(inner).children);
}

const canonical = (html: string) => {
  const href = /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1] ?? "";
  return words(href);
};
const words = (escaped: string) =>
  escaped.replaceAll("&amp;", "&").replaceAll("&#x27;", "'").replaceAll("&quot;", '"');

async function withSite<T>(
  source: { news?: Record<string, unknown>[]; events?: Record<string, unknown>[] },
  work: (get: (path: string) => Promise<string>) => Promise<T>,
): Promise<T> {
  const fake = await startFakeContentApi(source);
  const env = { PUBLIC_ORIGIN: ORIGIN, HEAD_START_MS: "2000", LOG_LEVEL: "silent" };
  // The clock stands in 2100, when every item is public.
  const site = await startSite({ contentApiUrl: fake.url, env, now: () => Date.UTC(2100, 0) });
  try {
    return await work(async (path) => (await fetch(site.url + path)).text());
  } finally {
    await site.close();
    await fake.close();
  }
}

t.test("news have one title, instant and address in pages, data and feeds", async (t) => {
  await fc.assert(
    fc.asyncProperty(rows(["published_at", "publish_date", "createdAt"]), async (news) => {
      await withSite({ news }, async (get) => {
        const { data } = JSON.parse(await get("/bff/news?limit=100"));
        const bySlug = new Map<string, Shown>();
        for (const item of data) {
          const shown = {
            title: item.title,
            url: `${ORIGIN}/news-events/news/${encodeURIComponent(item.slug)}`,
            at: ms(item.publishedAt),
          };
          bySlug.set(shown.url, shown);
          const html = await get(`/news-events/news/${encodeURIComponent(item.slug)}`);
          const article = structured(html, "NewsArticle");
          t.same(
            { title: article.headline, url: article.url, at: ms(article.datePublished ?? "") },
            shown,
          );
          t.equal(heading(html), shown.title);
          t.equal(canonical(html), shown.url);
        }
        t.equal(bySlug.size, news.length);
        const { rss } = parser.parse(await get("/feed.xml"));
        const { feed } = parser.parse(await get("/atom.xml"));
        const json = JSON.parse(await get("/feed.json"));
        const inFeeds: Shown[][] = [
          rss.channel.item.map((item: Record<string, string>) => ({
            title: item.title,
            url: item.link?.[0],
            at: ms(item.pubDate ?? ""),
          })),
          feed.entry.map(({ title, link, published }: AtomEntry) => ({
            title,
            url: link[0]?.["@_href"],
            at: ms(published),
          })),
          json.items.map((item: Record<string, string>) => ({
            title: item.title,
            url: item.url,
            at: ms(item.date_published ?? ""),
          })),
        ];
        for (const shown of inFeeds) {
          t.equal(shown.length, news.length);
          for (const item of shown) t.same(item, bySlug.get(item.url));
        }
      });
    }),
    { numRuns: 12 },
  );
});

t.test("events have one title, instant and address in pages, data and calendars", async (t) => {
  await fc.assert(
    fc.asyncProperty(rows(["start_date", "date"]), async (events) => {
      await withSite({ events }, async (get) => {
        const { data } = JSON.parse(await get("/bff/events?when=all&limit=100"));
        t.equal(data.length, events.length);
        const all = calendar(await get("/events.ics"));
        t.equal(all.length, events.length);
        for (const item of data) {
          const path = `/events/${encodeURIComponent(item.slug)}`;
          const isDay = item.startPrecision === "day";
          const shown = {
            title: item.title,
            url: ORIGIN + path,
            // Every format gives a whole day as a date, never as an instant.
            at: isDay ? item.startsAt.slice(0, 10) : ms(item.startsAt),
          };
          const html = await get(path);
          const event = structured(html, "Event");
          const startDate = event.startDate ?? "";
          t.same(
            { title: event.name, url: event.url, at: isDay ? startDate : ms(startDate) },
            shown,
          );
          t.equal(heading(html), shown.title);
          t.equal(canonical(html), shown.url);
          t.same(
            all.find(({ url }) => url === shown.url),
            shown,
          );
          t.same(calendar(await get(`${path}.ics`)), [shown]);
        }
      });
    }),
    { numRuns: 12 },
  );
});

function calendar(text: string) {
  return new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent").map((part) => {
    const start = part.getFirstPropertyValue("dtstart")?.toString() ?? "";
    return {
      title: part.getFirstPropertyValue("summary"),
      url: part.getFirstPropertyValue("url"),
      at: start.includes("T") ? ms(start) : start,
    };
  });
}
