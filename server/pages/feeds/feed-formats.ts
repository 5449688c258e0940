import site from "../../../content/site.json" with { type: "json" };
import type { ItemDate } from "../../../shared/model/item-fields.schema.ts";
import { EAST_AFRICA_OFFSET_MS } from "../../../shared/time.ts";
import type { Feed } from "./feeds.ts";
import { element, textElement, xmlDocument } from "./xml.ts";

/**
 * An id that is permanent (RFC 4151): by the domain that the foundation has, which is content, not by the host that a site
 * happens to run on.
 */
export const tagOf = (kind: "news" | "events" | "blog", id: string): string =>
  `tag:${new URL(site.contact.website.url).hostname},2026:${kind}/${encodeURIComponent(id)}`;

type Entry = Feed["entries"][number];

/** The newest instant in the feed; its bytes depend on its entries alone, never on the clock. */
const newestInstant = ({ entries }: Feed): string | null => entries[0]?.published.at ?? null;

const RSS_NAMESPACES = {
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

function rssItem(entry: Entry, ofFeed: string): string {
  const { id, url, language, title, summary, html, published, author, categories, image } = entry;
  const picture = image && { url: image.url, type: image.type };
  const parts = [
    textElement("title", title),
    textElement("link", url),
    textElement("guid", id, { isPermaLink: "false" }),
    textElement("pubDate", rssDate(published)),
    textElement("dc:creator", author),
    textElement("dc:language", language === ofFeed ? null : language),
    textElement("description", summary && asHtml(summary)),
    textElement("content:encoded", html),
    ...categories.map((category) => textElement("category", category)),
    picture && element("media:content", { ...picture, medium: "image" }),
    // It must have a length, so there is none until the picture was fetched.
    picture && image.bytes && element("enclosure", { ...picture, length: String(image.bytes) }),
  ];
  return element("item", {}, parts.filter(Boolean).join(""));
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
    ...entries.map((entry) => rssItem(entry, feed.language)),
  ];
  return xmlDocument("rss", RSS_NAMESPACES, [element("channel", {}, channel.join("\n"))]);
}

/** Atom requires a date of every entry: one without a date gets the epoch. */
const UNDATED = "1970-01-01T00:00:00Z";

/** Feed readers take the last link of a kind for the page: the page comes last. */
const atomLink = (rel: string, type: string, href: string, more: Record<string, string> = {}) =>
  element("link", { rel, type, href, ...more });

function atomEntry(entry: Entry, ofFeed: string): string {
  const { id, url, language, title, summary, html, published, author, categories, image } = entry;
  const length = image?.bytes ? { length: String(image.bytes) } : {};
  const parts = [
    textElement("title", title),
    textElement("id", id),
    atomLink("alternate", "text/html", url),
    textElement("updated", published.at ?? UNDATED),
    textElement("published", published.at),
    author && element("author", {}, textElement("name", author)),
    textElement("summary", summary),
    textElement("content", html, { type: "html" }),
    ...categories.map((term) => element("category", { term })),
    image && atomLink("enclosure", image.type, image.url, length),
  ];
  const own: Record<string, string> = language === ofFeed ? {} : { "xml:lang": language };
  return element("entry", own, parts.filter(Boolean).join(""));
}

/** Atom 1.0 (RFC 4287). */
export function toAtom(feed: Feed): string {
  const { title, description, homeUrl, formats, icon, entries } = feed;
  return xmlDocument("feed", { xmlns: "http://www.w3.org/2005/Atom", "xml:lang": feed.language }, [
    textElement("title", title),
    textElement("subtitle", description),
    textElement("id", formats.atom),
    textElement("updated", newestInstant(feed) ?? UNDATED),
    textElement("icon", icon),
    element("author", {}, textElement("name", title)),
    atomLink("self", "application/atom+xml", formats.atom),
    atomLink("alternate", "application/rss+xml", formats.rss),
    atomLink("alternate", "application/feed+json", formats.json),
    atomLink("alternate", "text/html", homeUrl),
    ...entries.map((entry) => atomEntry(entry, feed.language)),
  ]);
}

function jsonItem(entry: Entry, ofFeed: string) {
  const { id, url, language, title, summary, html, published, author, categories, image } = entry;
  const file = image && { url: image.url, mime_type: image.type };
  const size = image?.bytes ? { size_in_bytes: image.bytes } : {};
  return {
    id,
    url,
    title,
    ...(html === null ? { content_text: summary ?? title } : { content_html: html }),
    ...(language !== ofFeed && { language }),
    ...(summary !== null && { summary }),
    ...(published.at !== null && { date_published: published.at }),
    ...(author !== null && { authors: [{ name: author }] }),
    ...(categories.length > 0 && { tags: categories }),
    ...(file && { image: file.url, attachments: [{ ...file, ...size }] }),
  };
}

/** JSON Feed 1.1, https://www.jsonfeed.org/version/1.1/. */
export function toJsonFeed(feed: Feed): string {
  const { title, description, homeUrl, formats, icon, entries } = feed;
  return JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title,
    description,
    home_page_url: homeUrl,
    feed_url: formats.json,
    icon,
    language: feed.language,
    items: entries.map((entry) => jsonItem(entry, feed.language)),
  });
}
