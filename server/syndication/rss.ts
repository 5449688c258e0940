import type { ItemDate } from "../../shared/model/item-fields.schema.ts";
import { EAST_AFRICA_OFFSET_MS } from "../../shared/time.ts";
import { type Feed, type FeedEntry, type FeedImage, newestInstant } from "./feed-model.ts";
import { element, textElement, xmlDocument } from "./xml.ts";

const NAMESPACES = {
  version: "2.0",
  "xmlns:atom": "http://www.w3.org/2005/Atom",
  "xmlns:content": "http://purl.org/rss/1.0/modules/content/",
  "xmlns:dc": "http://purl.org/dc/elements/1.1/",
  "xmlns:media": "http://search.yahoo.com/mrss/",
};

/** RFC 822 with a four-digit year; a day keeps the date it has in Dar es Salaam. */
function rssDate({ at, precision }: ItemDate): string | null {
  if (at === null) return null;
  if (precision !== "day") return new Date(at).toUTCString().replace("GMT", "+0000");
  const local = new Date(Date.parse(at) + EAST_AFRICA_OFFSET_MS);
  return local.toUTCString().replace("GMT", "+0300");
}

/** Readers take an item's description for HTML: text must stay text there. */
const asHtml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** An enclosure has a length, so there is none until the picture was fetched. */
function pictureOf({ url, type, bytes }: FeedImage): string {
  const media = element("media:content", { url, type, medium: "image" });
  return bytes === null
    ? media
    : media + element("enclosure", { url, type, length: String(bytes) });
}

function item(entry: FeedEntry, ofFeed: string): string {
  const { url, language, title, summary, html, published, author, categories, image } = entry;
  const parts = [
    textElement("title", title),
    textElement("link", url),
    textElement("guid", url, { isPermaLink: "true" }),
    textElement("pubDate", rssDate(published)),
    textElement("dc:creator", author),
    textElement("dc:language", language === ofFeed ? null : language),
    textElement("description", summary && asHtml(summary)),
    textElement("content:encoded", html),
    ...categories.map((category) => textElement("category", category)),
    image === null ? "" : pictureOf(image),
  ];
  return element("item", {}, parts.join(""));
}

/** RSS 2.0, https://www.rssboard.org/rss-specification. */
export function toRss(feed: Feed): string {
  const { title, description, homeUrl, formats, entries } = feed;
  const newest = newestInstant(feed);
  const link = (rel: string, type: string, href: string) =>
    element("atom:link", { rel, type, href });
  const channel = [
    textElement("title", title),
    textElement("link", homeUrl),
    textElement("description", description),
    textElement("language", feed.language),
    textElement("lastBuildDate", rssDate({ at: newest, precision: "time" })),
    textElement("ttl", "60"),
    link("self", "application/rss+xml", formats.rss),
    link("alternate", "application/atom+xml", formats.atom),
    link("alternate", "application/feed+json", formats.json),
    ...entries.map((entry) => item(entry, feed.language)),
  ];
  return xmlDocument("rss", NAMESPACES, [element("channel", {}, channel.join("\n"))]);
}
