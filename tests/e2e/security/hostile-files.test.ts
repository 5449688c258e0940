import t from "tap";
import { sampledPayloads } from "../../fixtures/hostile/payloads.ts";
import { hostileRows } from "../../fixtures/hostile/rows.ts";
import { shapes } from "../../fixtures/hostile/shapes.ts";
import { SAMPLE_CLOCK } from "../../fixtures/samples.ts";
import {
  type HostileSite,
  POLICIES,
  startHostileSite,
  watchSite,
} from "../../setup/hostile/hostile-scene.ts";
import { every } from "../../setup/whole.ts";

let place: HostileSite;
const rows = hostileRows(sampledPayloads);
t.before(async () => {
  place = await startHostileSite(rows);
});
t.teardown(() => place.close());

const fileOf = (room: string, list: readonly Record<string, unknown>[]) =>
  every(8, list).map(({ slug }) => `${room}/${encodeURIComponent(String(slug))}`);

/** Elements that the text of a feed makes beside its own. */
function foreignElements(xml: string): string[] {
  const parsed = new DOMParser().parseFromString(xml, "application/xml");
  if (parsed.querySelector("parsererror") || parsed.doctype) return ["not well-formed"];
  const drawn = /^http:\/\/www\.w3\.org\/(?:1999\/xhtml|2000\/svg|1998\/Math\/MathML)$/;
  // The site map names each page's address in the other language so.
  const isOwn = (element: Element) =>
    element.matches("link[rel=alternate][hreflang]") && element.attributes.length === 3;
  const all = [...parsed.querySelectorAll("*")];
  if (all.length <= 50) return ["nearly empty"];
  return all
    .filter((element) => drawn.test(element.namespaceURI ?? "") && !isOwn(element))
    .map(({ outerHTML }) => outerHTML.slice(0, 100));
}

for (const [how, options] of POLICIES) {
  t.test(`${how}, lists, JSON and feeds of hostile items are but that`, async (t) => {
    const { page, tryAll, report, close } = await watchSite({ place, ...options });
    const found: string[] = [];
    const visit = async (path: string) => {
      // What a browser offers to save is not loaded.
      const response = await page.goto(place.url + path, { waitUntil: "load" }).catch(() => null);
      const { "x-content-type-options": sniffing } = response?.headers() ?? {};
      if (response?.status() !== 200 || sniffing !== "nosniff")
        found.push(`${path}: ${response?.status()} ${sniffing}`);
    };
    const pages = Array.from(
      { length: Math.ceil((rows.news.length - 1) / 5) },
      (_, index) => index,
    );
    for (const path of [
      "/",
      "/news-events",
      "/news-events?type=events",
      ...pages.map((index) => `/news-events?type=news&page=${index + 1}`),
    ]) {
      await visit(path);
      await tryAll();
      found.push(...report().map((what) => `${path}: ${what}`));
    }
    for (const path of [
      ...fileOf("/bff/news", rows.news),
      ...fileOf("/bff/events", rows.events),
      "/bff/news?limit=100",
      "/bff/view/news?page=1",
    ]) {
      await visit(path);
      const [type, ...elements] = await page.evaluate(() => [
        document.contentType,
        ...[...document.querySelectorAll("body *")].map(({ localName }) => localName),
      ]);
      if (type !== "application/json" || elements.length > 3)
        found.push(`${path}: rendered as ${type} with ${elements}`);
      found.push(...report().map((what) => `${path}: ${what}`));
    }
    for (const path of ["/feed.xml", "/atom.xml", "/sitemap.xml"]) {
      await visit(path);
      // Chromium renders XML with a style of its own, which our policy for files does not let it apply.
      const seen = report().filter((what) => !what.startsWith("console Applying inline style"));
      found.push(...seen.map((what) => `${path}: ${what}`));
    }
    t.same([...found, ...(await close())], []);
  });
}

t.test("feeds hold hostile texts as text", async (t) => {
  const { page, close } = await watchSite({ place });
  const found: string[] = [];
  for (const path of ["/feed.xml", "/atom.xml", "/sitemap.xml"]) {
    const text = await (await fetch(place.url + path)).text();
    // Pages of the site take no text for a document; an empty one may.
    found.push(...(await page.evaluate(foreignElements, text)).map((what) => `${path}: ${what}`));
  }
  t.same([...found, ...(await close())], []);
});

t.test("calendars hold hostile texts as text, and lead nowhere but here", async (t) => {
  const [first] = fileOf("/events", rows.events);
  for (const path of ["/events.ics", `${first}.ics`]) {
    const response = await fetch(place.url + path);
    const lines = (await response.text()).replaceAll("\r\n ", "").split("\r\n");
    t.equal(response.headers.get("x-content-type-options"), "nosniff", path);
    t.match(response.headers.get("content-type"), "text/calendar");
    t.ok(lines.some((line) => line.startsWith("URL")));
    const isHostile = (line: string) =>
      /^(?:ATTACH|ACTION|BEGIN:VALARM|LOCATION;)|[\r\v\f\u0085\u2028\u2029]/.test(line) ||
      (/^URL/.test(line) && !/^URL[^:]*:http:\/\/127\.0\.0\.1:\d+\/events\//.test(line));
    t.same(lines.filter(isHostile), [], path);
  }
});

t.test("values of the wrong kind in every field do nothing, here or in the browser", async (t) => {
  const names = [
    "excerpt",
    "introduction",
    "summary",
    "content",
    "author",
    "source",
    "category",
    "tags",
    "categories",
    "image",
    "image_url",
    "featured_image",
    "view_count",
    "published_at",
    "related_news",
    "related_events",
    "description",
    "location",
    "venue_details",
    "end_date",
    "ticket_price",
    "contact_info",
    "registration_link",
    "map_embed_url",
    "status",
    "featured",
  ];
  // Each item holds all shapes, from another field on.
  const odd = shapes.map((_, index) => ({
    ...Object.fromEntries(
      names.map((name, at) => [name, JSON.parse(shapes[(index + at) % shapes.length] ?? "")]),
    ),
    id: index + 1,
    slug: `odd-${index}`,
    title: `Odd ${index}`,
    start_date: new Date(SAMPLE_CLOCK + 86_400_000).toISOString(),
  }));
  const other = await startHostileSite({ news: odd, events: odd });
  t.teardown(() => other.close());
  const { page, tryAll, report, close } = await watchSite({ place: other, bypassCSP: true });
  const found: string[] = [];
  for (const { slug, title } of every(4, odd)) {
    for (const path of [`/news-events/news/${slug}`, `/events/${slug}`]) {
      const response = await page.goto(other.url + path, { waitUntil: "load" });
      const heading = await page.locator("h1").textContent();
      if (response?.status() !== 200 || heading !== title)
        found.push(`${path}: ${response?.status()} ${heading}`);
      await tryAll();
      found.push(...report().map((what) => `${path}: ${what}`));
    }
  }
  t.same([...found, ...(await close())], []);
  t.equal(Reflect.get({}, "isAdmin"), undefined, "no prototype of the server was changed");
});
