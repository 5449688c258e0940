import { type Feed, type FeedEntry, type FeedImage, newestInstant } from "./feed-model.ts";
import { element, textElement, xmlDocument } from "./xml.ts";

/** Atom requires a date of every entry: one without a date gets the epoch. */
const UNDATED = "1970-01-01T00:00:00Z";

/** Feed readers take the last link of a kind for the page: the page comes last. */
const link = (rel: string, type: string, href: string, more: Record<string, string> = {}) =>
  element("link", { rel, type, href, ...more });

const lengthOf = ({ bytes }: FeedImage): Record<string, string> =>
  bytes === null ? {} : { length: String(bytes) };

function entryOf(entry: FeedEntry, ofFeed: string): string {
  const { url, language, title, summary, html, published, author, categories, image } = entry;
  const parts = [
    textElement("title", title),
    textElement("id", url),
    link("alternate", "text/html", url),
    textElement("updated", published.at ?? UNDATED),
    textElement("published", published.at),
    author === null ? "" : element("author", {}, textElement("name", author)),
    textElement("summary", summary),
    textElement("content", html, { type: "html" }),
    ...categories.map((term) => element("category", { term })),
    image === null ? "" : link("enclosure", image.type, image.url, lengthOf(image)),
  ];
  const own = language === null || language === ofFeed ? {} : { "xml:lang": language };
  return element("entry", own, parts.join(""));
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
    link("self", "application/atom+xml", formats.atom),
    link("alternate", "application/rss+xml", formats.rss),
    link("alternate", "application/feed+json", formats.json),
    link("alternate", "text/html", homeUrl),
    ...entries.map((entry) => entryOf(entry, feed.language)),
  ]);
}
