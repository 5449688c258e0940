import t from "tap";
import { eventItem } from "../../../shared/model/event-item.schema.ts";
import { newsItem } from "../../../shared/model/news-item.schema.ts";
import { eventExample, newsExample } from "../../fixtures/examples.ts";
import { startSite } from "../../setup/site/site.ts";
import { storeItems } from "../../setup/site/stored-items.ts";
import { testFolder } from "../../setup/test-folder.ts";

const CLOSED = "http://127.0.0.1:9";
const item = newsExample();
const event = eventExample();

/** The fields that a page uses without showing their text. */
const NOT_SHOWN: Record<string, readonly string[]> = {
  // The summary serves as the standfirst; views are recorded, not shown (spec section 2).
  // Translations are for the head, the language switch and the lists.
  [`/news-events/news/${item.slug}`]: [
    "id",
    "excerpt",
    "isFeatured",
    "views",
    "translations",
    "updatedAt",
  ],
  // The page shows the longest text, and contactInfo as contactHtml. The registration link depends on the clock, the map on a click.
  [`/events/${event.slug}`]: [
    "id",
    "excerpt",
    "status",
    "attendanceMode",
    "registrationUrl",
    "contactInfo",
    "mapEmbedUrl",
    "translations",
    "updatedAt",
  ],
};

/** Returns texts of which at least one appears when the page shows the field. */
function shownAs(value: unknown): string[] {
  if (value === null || typeof value === "boolean") return [];
  if (typeof value === "number") return [String(value)];
  if (Array.isArray(value)) return value.flatMap(shownAs);
  if (typeof value === "object")
    return Object.entries(value).flatMap(([name, inner]) =>
      ["url", "text", "title"].includes(name) ? shownAs(inner) : [],
    );
  const text = String(value);
  return [text, text.replaceAll("&", "&amp;"), text.slice(0, 16)];
}

t.test("every field of a clean shape is on its page and under /bff", async (t) => {
  const dataDir = testFolder(t);
  await storeItems(dataDir, { news: [item], events: [event] });
  const site = await startSite({ contentApiUrl: CLOSED, env: { DATA_DIR: dataDir } });
  t.teardown(site.close);
  const pages = [
    {
      path: `/news-events/news/${item.slug}`,
      bff: `/bff/news/${item.slug}`,
      shape: newsItem,
      item,
    },
    {
      path: `/events/${event.slug}`,
      bff: `/bff/events/${event.slug}`,
      shape: eventItem,
      item: event,
    },
  ];
  for (const { path, bff, shape, item } of pages) {
    const { url, self, ...data } = (await (await fetch(site.url + bff)).json()).data;
    // The site serves the item's picture and those in its texts under URLs of its own.
    const { image, ...rest } = item;
    t.match(data, rest, bff);
    t.match(data.image, { alt: image?.alt, width: image?.width, source: image?.url }, bff);
    t.ok(url.endsWith(path), self);
    const html = await (await fetch(`${site.url}${path}?complete=1`)).text();
    // Leave out the serialised data, which holds every field, shown or not.
    const main = html.replaceAll(/<script[^>]*application\/json[\s\S]*?<\/script>/g, "");
    for (const name of Object.keys(shape.shape)) {
      if (NOT_SHOWN[path]?.includes(name) || /Precision$/.test(name)) continue;
      const texts = shownAs(name === "image" ? new URL(data.image.url).pathname : data[name]);
      t.ok(
        texts.some((text) => main.includes(text)),
        `${path} shows ${name}`,
      );
    }
  }
});
