import type { StoredEventItem } from "../../shared/model/event-item.schema.ts";
import type { StoredNewsItem } from "../../shared/model/news-item.schema.ts";
import type { RawRow, RowNormaliser } from "./content-api-client.ts";
import { chooseDate, readUpdated } from "./fields/dates.ts";
import {
  contactHtml,
  readAttendanceMode,
  readEventStatus,
  readEventTimes,
  readLocation,
  readMap,
  readPrice,
} from "./fields/event-fields.ts";
import {
  firstUsable,
  readCount,
  readFlag,
  readHtml,
  readImage,
  readLanguage,
  readLine,
  readLines,
  readLinks,
  readName,
  readNames,
  readTags,
} from "./fields/values.ts";
import { readHtmlText, type SanitiseOptions } from "./html/sanitise-html.ts";
import { cleanText } from "./text/clean-text.ts";
import { readLinkUrl } from "./text/web-url.ts";

const readPicture = (raw: RawRow, { baseUrl }: SanitiseOptions) =>
  firstUsable(raw, ["image_url", "image", "featured_image"], (value) => readImage(value, baseUrl));

/** Spec sections 3 and 7. Never throws: an unusable field becomes null. */
export const newsNormaliser: RowNormaliser<StoredNewsItem> = {
  source: "news",
  expected: ["excerpt", "image", "categories", "publishedAt"],
  precisionOf: ({ publishedPrecision }) => publishedPrecision,
  // The type is stated so that a field which the schema does not have is an error.
  normalise: (raw, options): StoredNewsItem => {
    const excerpt = firstUsable(raw, ["excerpt", "introduction", "summary"], readLine);
    const category = readNames([raw.get("category")]);
    const published = chooseDate(raw, ["published_at", "publish_date", "createdAt"]);
    const body = readHtml(raw.get("content"), options);
    return {
      id: raw.id,
      slug: raw.slug,
      language: readLanguage(raw, [raw.title, excerpt, body]),
      title: raw.title,
      excerpt,
      summary: readLine(raw.get("summary")),
      body,
      isFeatured: readFlag(raw.get("featured")),
      image: readPicture(raw, options),
      categories: readTags(raw.get("categories")) ?? category ?? [],
      tags: readTags(raw.get("tags")) ?? [],
      author: firstUsable(raw, ["author", "author_name"], readName),
      source: readLine(raw.get("source")),
      publishedAt: published.at,
      publishedPrecision: published.precision,
      updatedAt: readUpdated(raw),
      views: readCount(raw.get("view_count")),
      relatedNews: readLinks(raw.get("related_news"), raw),
      relatedEvents: readLinks(raw.get("related_events")),
    };
  },
};

export const eventNormaliser: RowNormaliser<StoredEventItem> = {
  source: "events",
  expected: ["description", "image", "startsAt", "location"],
  precisionOf: ({ startPrecision }) => startPrecision,
  normalise: (raw, options): StoredEventItem => {
    const { start, end } = readEventTimes({
      start: chooseDate(raw, ["start_date", "date"]),
      end: chooseDate(raw, ["end_date"]),
    });
    const location = firstUsable(raw, ["location", "venue", "location_address"], readLocation);
    const { excerpt, description } = readTexts(raw, options);
    const contactInfo = readLines(raw.get("contact_info"));
    const status = readEventStatus(raw);
    const map = readMap(raw.get("map_embed_url"));
    const registration = raw.get("registration_link");
    return {
      id: raw.id,
      slug: raw.slug,
      language: readLanguage(raw, [raw.title, excerpt, description]),
      title: raw.title,
      excerpt,
      description,
      status,
      attendanceMode: readAttendanceMode(raw, { status, location }),
      image: readPicture(raw, options),
      startsAt: start.at,
      startPrecision: start.precision,
      endsAt: end.at,
      endPrecision: end.precision,
      location,
      venueDetails: readHtml(raw.get("venue_details"), options),
      ticketPrice: readPrice(raw.get("ticket_price")),
      registrationUrl: typeof registration === "string" ? readLinkUrl(registration) : null,
      contactInfo,
      contactHtml: contactHtml(contactInfo, options.baseUrl),
      mapEmbedUrl: map.embedUrl,
      mapLinkUrl: map.linkUrl,
      relatedEvents: readLinks(raw.get("related_events"), raw),
      updatedAt: readUpdated(raw),
    };
  },
};

/** The card takes the first text with words in it, the page the longest; on a tie the description, which is HTML. */
function readTexts(raw: RawRow, options: SanitiseOptions) {
  const [description = null, excerpt = null, summary = null] = [
    "description",
    "excerpt",
    "summary",
  ].map((name) => {
    const given = raw.get(name);
    if (typeof given !== "string") return null;
    // A lone `<b>` in a sentence is shown as it is.
    const isHtml =
      name === "description" || /<\/[a-z][a-z0-9]*\s*>|<(?:br|hr|img|p|li)\b/i.test(given);
    const escaped = given.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
    const html = readHtml(isHtml ? given : escaped, options);
    return html && { html, text: cleanText(readHtmlText(html), { maxLength: 20_000 }) };
  });
  const [page] = [description, excerpt, summary]
    .filter((text) => text !== null)
    .sort((a, b) => b.text.length - a.text.length);
  const card = [excerpt, description, summary].find((text) => text && text.text !== "");
  return { excerpt: card?.text ?? null, description: page?.html ?? null };
}
