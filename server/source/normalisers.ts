import type { StoredEventItem } from "../../shared/model/event-item.schema.ts";
import type { ItemLink } from "../../shared/model/item-fields.schema.ts";
import type { StoredNewsItem } from "../../shared/model/news-item.schema.ts";
import { isRecord } from "../records.ts";
import { chooseDate, readUpdated } from "./fields/dates.ts";
import {
  CURRENCY_FIELDS,
  contactHtml,
  readAttendanceMode,
  readCurrency,
  readEventStatus,
  readEventTimes,
  readLocation,
  readMap,
  readPrice,
} from "./fields/event-fields.ts";
import {
  readRichText,
  readSummary,
  readTitle,
  readWordLines,
  readWords,
  type TextOptions,
} from "./fields/texts.ts";
import {
  firstUsable,
  readCount,
  readFlag,
  readImage,
  readLanguage,
  readLine,
  readLinks,
  readName,
  readNames,
  readTags,
  readTranslations,
} from "./fields/values.ts";
import { readHtmlText } from "./html/sanitise-html.ts";
import type { RawRow, ReadOptions, RowNormaliser } from "./row-normaliser.ts";
import { cleanText } from "./text/clean-text.ts";
import { readLinkUrl } from "./text/web-url.ts";

const readPicture = (raw: RawRow, { baseUrl }: TextOptions) =>
  firstUsable(raw, ["image_url", "image", "featured_image"], (value) => readImage(value, baseUrl));

/** The maximum number of related rows read, more than any item has. */
const MAX_RELATED = 200;

/** Reads the related rows that are public, as far as the rows tell. `self` is excluded from a list of its own kind. */
function readRelated(
  raw: RawRow,
  field: "related_news" | "related_events",
  { isPublic, self }: ReadOptions & { self?: RawRow },
): ItemLink[] {
  const given = raw.get(field);
  const source = field === "related_news" ? "news" : "events";
  const rows = Array.isArray(given) ? given.slice(0, MAX_RELATED).filter(isRecord) : [];
  const shown = rows.filter((row) => isPublic({ get: (name) => row[name] }, source));
  return readLinks(shown, self, readTitle);
}

/** The normaliser of spec sections 3 and 7. Never throws: an unusable field becomes null. */
export const newsNormaliser: RowNormaliser<StoredNewsItem> = {
  source: "news",
  expected: ["excerpt", "image", "categories", "publishedAt"],
  precisionOf: ({ publishedPrecision }) => publishedPrecision,
  // The return type is explicit, so that a field which the schema does not have is an error.
  normalise: (raw, options): StoredNewsItem => {
    const stated = firstUsable(raw, ["excerpt", "introduction", "summary"], readWords);
    const excerpt = stated ?? readSummary(raw.get("content"));
    const category = readNames([raw.get("category")]);
    const published = chooseDate(raw, ["published_at", "publish_date", "createdAt"]);
    const body = readRichText(raw, "content", options);
    const language = readLanguage(raw, [raw.title, excerpt, body]);
    return {
      id: raw.id,
      slug: raw.slug,
      language,
      title: raw.title,
      excerpt,
      summary: readWords(raw.get("summary")),
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
      relatedNews: readRelated(raw, "related_news", { ...options, self: raw }),
      relatedEvents: readRelated(raw, "related_events", options),
      translations: readTranslations(raw.get("translations"), { slug: raw.slug, language }),
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
    const contactInfo = readWordLines(raw.get("contact_info"));
    const status = readEventStatus(raw);
    const map = readMap(raw.get("map_embed_url"));
    const currency = firstUsable(raw, CURRENCY_FIELDS, readCurrency);
    const registration = raw.get("registration_link");
    const language = readLanguage(raw, [raw.title, excerpt, description]);
    return {
      id: raw.id,
      slug: raw.slug,
      language,
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
      venueDetails: readRichText(raw, "venue_details", options),
      ticketPrice: readPrice(raw.get("ticket_price"), currency),
      registrationUrl: typeof registration === "string" ? readLinkUrl(registration) : null,
      contactInfo,
      contactHtml: contactHtml(contactInfo, options.baseUrl),
      mapEmbedUrl: map.embedUrl,
      mapLinkUrl: map.linkUrl,
      relatedEvents: readRelated(raw, "related_events", { ...options, self: raw }),
      translations: readTranslations(raw.get("translations"), { slug: raw.slug, language }),
      updatedAt: readUpdated(raw),
    };
  },
};

/**
 * Reads the texts of an event. The card takes the first text with words in it; the page takes the longest text, or the description
 * (which is HTML) on a tie.
 */
function readTexts(raw: RawRow, options: TextOptions) {
  const [description = null, excerpt = null, summary = null] = [
    "description",
    "excerpt",
    "summary",
  ].map((name) => {
    const html = readRichText(raw, name, { ...options, isPlain: name !== "description" });
    return html && { html, text: cleanText(readHtmlText(html), { maxLength: 20_000 }) };
  });
  const [page] = [description, excerpt, summary]
    .filter((text) => text !== null)
    .sort((a, b) => b.text.length - a.text.length);
  const card = [excerpt, description, summary].find((text) => text && text.text !== "");
  return { excerpt: card?.text ?? null, description: page?.html ?? null };
}
