import t from "tap";
import { payloads } from "../../fixtures/hostile/payloads.ts";
import { hostileRows } from "../../fixtures/hostile/rows.ts";
import { shapes } from "../../fixtures/hostile/shapes.ts";
import { SAMPLE_CLOCK } from "../../fixtures/samples.ts";
import { interactWithAll } from "../../setup/hostile/hostile-interactions.ts";
import {
  type HostileSite,
  POLICIES,
  startHostileSite,
  watchSite,
} from "../../setup/hostile/hostile-scene.ts";
import { launchWatchedBrowser, type WatchedBrowser } from "../../setup/hostile/hostile-watch.ts";

let browser: WatchedBrowser;
let place: HostileSite;
const rows = hostileRows(payloads);
t.before(async () => {
  browser = await launchWatchedBrowser();
  place = await startHostileSite(rows);
});
t.teardown(async () => {
  await browser.close();
  await place.close();
});

const addressesOf = (prefix: string) => [
  ...rows.news.map(({ slug }) => `${prefix}/news/${encodeURIComponent(String(slug))}`),
  ...rows.events.map(({ slug }) => `${prefix}/events/${encodeURIComponent(String(slug))}`),
];

for (const [how, options] of POLICIES) {
  t.test(`${how}, lists of hostile items are but lists`, async (t) => {
    const { page, tryAll, report, close } = await watchSite({ browser, place, ...options });
    const pages = (count: number, path: string) =>
      Array.from({ length: count }, (_, index) => `${path}${index + 1}`);
    const lists = [
      ...["/", "/news-events", "/news-events?type=events"],
      ...pages(Math.ceil((rows.news.length - 1) / 5), "/news-events?type=news&page="),
    ];
    const found: string[] = [];
    for (const path of lists) {
      const response = await page.goto(place.url + path, { waitUntil: "load" });
      if (response?.status() !== 200) found.push(`${path}: ${response?.status()}`);
      await tryAll();
      found.push(...report().map((what) => `${path}: ${what}`));
    }
    t.same([...found, ...(await close())], []);
  });

  t.test(`${how}, the JSON of a hostile item is no page of its own`, async (t) => {
    const { page, report, close } = await watchSite({ browser, place, ...options });
    const found: string[] = [];
    const some = addressesOf("/bff").filter((_, index) => index % 3 === 0);
    for (const path of [...some, "/bff/news?limit=100", "/bff/feed/news?page=1"]) {
      const response = await page.goto(place.url + path, { waitUntil: "load" });
      const { "content-type": type = "", "x-content-type-options": sniffing } =
        response?.headers() ?? {};
      if (
        response?.status() !== 200 ||
        !type.startsWith("application/json") ||
        sniffing !== "nosniff"
      )
        found.push(`${path}: ${response?.status()} ${type} ${sniffing}`);
      const rendered = await page.evaluate(() => [
        document.contentType,
        ...[...document.querySelectorAll("body *")].map(({ localName }) => localName),
      ]);
      const isText = rendered[0] === "application/json" && rendered.length <= 4;
      if (!isText) found.push(`${path}: rendered as ${rendered}`);
      found.push(...report().map((what) => `${path}: ${what}`));
    }
    t.same([...found, ...(await close())], []);
  });

  t.test(`${how}, feeds hold hostile texts as text`, async (t) => {
    const { page, report, close } = await watchSite({ browser, place, ...options });
    for (const path of ["/feed.xml", "/atom.xml", "/sitemap.xml"]) {
      const response = await page.goto(place.url + path, { waitUntil: "load" }).catch(() => null);
      t.equal(response?.headers()["x-content-type-options"], "nosniff", path);
      const text = await (await fetch(place.url + path)).text();
      // Pages of the site take no text for a document; an empty one may.
      await page.goto("about:blank");
      const names = await page.evaluate((xml) => {
        const parsed = new DOMParser().parseFromString(xml, "application/xml");
        const own = /^(?:http:\/\/www\.w3\.org\/(?:1999\/xhtml|2000\/svg|1998\/Math\/MathML))$/;
        const all = [...parsed.querySelectorAll("*")];
        // The site map names each page's address in the other language so.
        const plain = (element: Element) =>
          element.matches("link[rel=alternate][hreflang]") && element.attributes.length === 3;
        const foreign = all.filter(
          (element) => own.test(element.namespaceURI ?? "") && !plain(element),
        );
        const isWrong = parsed.querySelector("parsererror") !== null || parsed.doctype !== null;
        return [isWrong, all.length > 50, foreign.map(({ outerHTML }) => outerHTML.slice(0, 100))];
      }, text);
      t.same(names, [false, true, []], path);
      // Chromium renders XML with a style of its own, which our policy for files does not let it apply.
      const seen = report().filter((what) => !what.startsWith("console Applying inline style"));
      t.same(seen, [], path);
    }
    t.same(await close(), []);
  });

  t.test(`${how}, what feeds and JSON give to other readers does nothing there`, async (t) => {
    const { page, report, close } = await watchSite({ browser, place, ...options });
    const bodies: string[] = [];
    for (const path of addressesOf("/bff")) {
      const { data } = await (await fetch(place.url + path)).json();
      const held = [data.body, data.description, data.venueDetails];
      bodies.push(...held.filter((html) => typeof html === "string"));
    }
    t.ok(bodies.length > 100, `${bodies.length} bodies`);
    await page.setContent(bodies.map((html) => `<section>${html}</section>`).join(""));
    await page.evaluate(interactWithAll, { root: "body", clickable: "a, summary" });
    await page.waitForTimeout(200);
    t.equal(await page.locator("body > section").count(), bodies.length, "none swallows the next");
    t.equal(await page.locator("section section, body > :not(section)").count(), 0);
    t.same(report(), []);
    await page.goto(`${place.url}/faq`);
    await close();
  });
}

t.test("calendars hold hostile texts as text, and lead nowhere but here", async (t) => {
  const one = `/events/${encodeURIComponent(String(rows.events[0]?.slug))}.ics`;
  for (const path of ["/events.ics", one]) {
    const response = await fetch(place.url + path);
    const lines = (await response.text()).replaceAll("\r\n ", "").split("\r\n");
    t.equal(response.headers.get("x-content-type-options"), "nosniff", path);
    t.match(response.headers.get("content-type"), "text/calendar");
    t.same(
      lines.filter((line) => /^(?:ATTACH|ACTION|BEGIN:VALARM|LOCATION;)/.test(line)),
      [],
    );
    const addresses = lines.filter((line) => line.startsWith("URL"));
    t.ok(addresses.length > 0);
    t.same(
      addresses.filter((line) => !/^URL[^:]*:http:\/\/127\.0\.0\.1:\d+\/events\//.test(line)),
      [],
      path,
    );
    t.notMatch(lines.join("\n"), /[\r\v\f\u0085\u2028\u2029]/, "no line is broken by another sign");
  }
});

t.test("values of the wrong kind in every field do nothing, here or in the browser", async (t) => {
  const names = [
    ...["excerpt", "introduction", "summary", "content", "author", "source", "category", "tags"],
    ...["categories", "image", "image_url", "featured_image", "view_count", "published_at"],
    ...["related_news", "related_events", "description", "location", "venue_details", "end_date"],
    ...["ticket_price", "contact_info", "registration_link", "map_embed_url", "status", "featured"],
  ];
  const odd = shapes.map((shape, index) => ({
    ...Object.fromEntries(names.map((name) => [name, JSON.parse(shape)])),
    id: index + 1,
    slug: `odd-${index}`,
    title: `Odd ${index}`,
    start_date: new Date(SAMPLE_CLOCK + 86_400_000).toISOString(),
  }));
  const other = await startHostileSite({ news: odd, events: odd });
  t.teardown(() => other.close());
  const { page, tryAll, report, close } = await watchSite({
    browser,
    place: other,
    bypassCSP: true,
  });
  for (const { slug, title } of odd) {
    for (const path of [`/news-events/news/${slug}`, `/events/${slug}`]) {
      const response = await page.goto(other.url + path, { waitUntil: "load" });
      t.equal(response?.status(), 200, path);
      t.equal(await page.locator("h1").textContent(), title);
      await tryAll();
      t.same(report(), [], path);
    }
  }
  t.same(await close(), []);
  t.equal(Reflect.get({}, "isAdmin"), undefined, "no prototype of the server was changed");
});
