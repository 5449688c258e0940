import { escapeUTF8 } from "entities";
import { EAST_AFRICA_OFFSET_MS } from "../../../shared/time.ts";

type Attributes = Readonly<Record<string, string>>;

/** The characters that XML 1.0 does not allow at all (section 2.2): control characters, lone surrogates, U+FFFE and U+FFFF. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu;

const escapeXml = (text: string) => escapeUTF8(text.replaceAll(FORBIDDEN, ""));

/** Returns an element; `content` is XML already. */
export function xmlElement(name: string, attributes: Attributes, content = ""): string {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  const start = `<${name}${given.join("")}`;
  return content === "" ? `${start}/>` : `${start}>${content}</${name}>`;
}

/** Returns an element with text, or an empty string when there is no text. */
export function textElement(
  name: string,
  text: string | null | undefined,
  attributes: Attributes = {},
): string {
  return text ? xmlElement(name, attributes, escapeXml(text)) : "";
}

export function xmlDocument(root: string, attributes: Attributes, parts: readonly string[]) {
  const content = `\n${parts.filter((part) => part !== "").join("\n")}\n`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xmlElement(root, attributes, content)}\n`;
}

/** An entry, with the property names of JSON Feed 1.1. All URLs are absolute. */
interface FeedItem {
  id: string;
  url: string;
  /** Set when the language is not that of the feed. */
  language?: string | undefined;
  title: string;
  summary?: string | undefined;
  /** Sanitised. */
  content_html?: string | undefined;
  content_text?: string | undefined;
  /** An instant in UTC, or a day with an offset. */
  date_published?: string | undefined;
  authors?: readonly { name: string }[] | undefined;
  tags: readonly string[];
  image?: string | undefined;
  attachments?: readonly { url: string; mime_type: string; size_in_bytes?: number }[];
}

/** A feed in JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/), from which the other formats are made. */
export interface Feed {
  title: string;
  description: string;
  home_page_url: string;
  feed_url: string;
  icon: string;
  language: string;
  /** Newest first, undated last. */
  items: readonly FeedItem[];
}

/** Returns a permanent id (RFC 4151). The domain is the foundation's, which is content, and not the host of the site. */
export const tagOf = (domain: string, kind: "news" | "events" | "blog", id: string): string =>
  `tag:${domain},2026:${kind}/${encodeURIComponent(id)}`;

export const toJsonFeed = (feed: Feed): string =>
  JSON.stringify({ version: "https://jsonfeed.org/version/1.1", ...feed });

const formatOf = ({ feed_url }: Feed, file: string) => feed_url.replace("feed.json", file);

/** Returns the date of the newest entry. The bytes of a feed depend on its entries alone, never on the clock. */
const newestInstant = ({ items }: Feed) => items[0]?.date_published;

const RSS_NAMESPACES = {
  version: "2.0",
  "xmlns:atom": "http://www.w3.org/2005/Atom",
  "xmlns:content": "http://purl.org/rss/1.0/modules/content/",
  "xmlns:dc": "http://purl.org/dc/elements/1.1/",
  "xmlns:media": "http://search.yahoo.com/mrss/",
};

/** Formats a date as in RFC 822 with a four-digit year. A day keeps its date in Dar es Salaam. */
function rssDate(at: string): string {
  if (at.endsWith("Z")) return new Date(at).toUTCString().replace("GMT", "+0000");
  const local = new Date(Date.parse(at) + EAST_AFRICA_OFFSET_MS);
  return local.toUTCString().replace("GMT", "+0300");
}

/** Escapes text for an item's description, which feed readers parse as HTML. */
const asHtml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

function rssItem({ date_published: at, summary, attachments = [], ...item }: FeedItem): string {
  const parts = [
    textElement("title", item.title),
    textElement("link", item.url),
    textElement("guid", item.id, { isPermaLink: "false" }),
    textElement("pubDate", at && rssDate(at)),
    textElement("dc:creator", item.authors?.[0]?.name),
    textElement("dc:language", item.language),
    textElement("description", summary && asHtml(summary)),
    textElement("content:encoded", item.content_html),
    ...item.tags.map((tag) => textElement("category", tag)),
    ...attachments.flatMap(({ url, mime_type: type, size_in_bytes: size }) => [
      xmlElement("media:content", { url, type, medium: "image" }),
      // An enclosure must have a length, so there is none until the picture has been fetched.
      size ? xmlElement("enclosure", { url, type, length: String(size) }) : "",
    ]),
  ];
  return xmlElement("item", {}, parts.join(""));
}

/** Writes a feed as RSS 2.0, https://www.rssboard.org/rss-specification. */
export function toRss(feed: Feed): string {
  const newest = newestInstant(feed);
  const link = (rel: string, type: string, href: string) =>
    xmlElement("atom:link", { rel, type, href });
  const channel = [
    textElement("title", feed.title),
    textElement("link", feed.home_page_url),
    textElement("description", feed.description),
    textElement("language", feed.language),
    textElement("lastBuildDate", newest && rssDate(newest)),
    textElement("ttl", "60"),
    link("self", "application/rss+xml", formatOf(feed, "feed.xml")),
    link("alternate", "application/atom+xml", formatOf(feed, "atom.xml")),
    link("alternate", "application/feed+json", feed.feed_url),
    ...feed.items.map(rssItem),
  ];
  return xmlDocument("rss", RSS_NAMESPACES, [xmlElement("channel", {}, channel.join("\n"))]);
}

/** The date of undated entries, since Atom requires a date for every entry. */
const UNDATED = "1970-01-01T00:00:00Z";

/** Returns a link. Feed readers take the last link of a kind for the page, so the link to the page comes last. */
const atomLink = (rel: string, type: string, href: string, more: Record<string, string> = {}) =>
  xmlElement("link", { rel, type, href, ...more });

function atomEntry({ date_published: at, language, attachments = [], ...item }: FeedItem): string {
  const parts = [
    textElement("title", item.title),
    textElement("id", item.id),
    atomLink("alternate", "text/html", item.url),
    textElement("updated", at ?? UNDATED),
    textElement("published", at),
    ...(item.authors ?? []).map(({ name }) => xmlElement("author", {}, textElement("name", name))),
    textElement("summary", item.summary),
    textElement("content", item.content_html, { type: "html" }),
    ...item.tags.map((term) => xmlElement("category", { term })),
    ...attachments.map(({ url, mime_type: type, size_in_bytes: size }) =>
      atomLink("enclosure", type, url, size ? { length: String(size) } : {}),
    ),
  ];
  return xmlElement("entry", language ? { "xml:lang": language } : {}, parts.join(""));
}

/** Writes a feed as Atom 1.0 (RFC 4287). */
export function toAtom(feed: Feed, author: string): string {
  const atomUrl = formatOf(feed, "atom.xml");
  return xmlDocument("feed", { xmlns: "http://www.w3.org/2005/Atom", "xml:lang": feed.language }, [
    textElement("title", feed.title),
    textElement("subtitle", feed.description),
    textElement("id", atomUrl),
    textElement("updated", newestInstant(feed) ?? UNDATED),
    textElement("icon", feed.icon),
    xmlElement("author", {}, textElement("name", author)),
    atomLink("self", "application/atom+xml", atomUrl),
    atomLink("alternate", "application/rss+xml", formatOf(feed, "feed.xml")),
    atomLink("alternate", "application/feed+json", feed.feed_url),
    atomLink("alternate", "text/html", feed.home_page_url),
    ...feed.items.map(atomEntry),
  ]);
}
