import type { StoredEventItem } from "../../shared/model/event-item.schema.ts";
import type { EventDraft } from "../bff/event-draft.schema.ts";
import { contactHtml } from "./fields/contact-html.ts";
import { chooseDate, readUpdated } from "./fields/dates.ts";
import {
  readAttendanceMode,
  readEventStatus,
  readEventTimes,
  readLocation,
  readMap,
  readPrice,
} from "./fields/event-fields.ts";
import {
  firstUsable,
  isRecord,
  readHtml,
  readId,
  readImage,
  readLanguage,
  readLines,
  readLinks,
} from "./fields/values.ts";
import { readHtmlText, type SanitiseOptions } from "./html/sanitise-html.ts";
import { type RawRow, readItem } from "./read-responses.ts";
import { cleanText } from "./text/clean-text.ts";
import { readLinkUrl } from "./text/web-url.ts";

/** Spec sections 3 and 7. Never throws: an unusable field becomes null. */
function normaliseEvent(raw: RawRow, options: SanitiseOptions) {
  const { baseUrl } = options;
  const { start, end } = readEventTimes({
    start: chooseDate(raw, ["start_date", "date"]),
    end: chooseDate(raw, ["end_date"]),
  });
  const location = firstUsable(raw, ["location", "venue", "location_address"], readLocation);
  const image = firstUsable(raw, ["image_url", "image", "featured_image"], (value) =>
    readImage(value, baseUrl),
  );
  const { excerpt, description } = readTexts(raw, options);
  const updated = readUpdated(raw);
  const contactInfo = readLines(raw.get("contact_info"));
  const status = readEventStatus(raw);
  const map = readMap(raw.get("map_embed_url"));
  const registration = raw.get("registration_link");
  const item: StoredEventItem = {
    id: raw.id,
    slug: raw.slug,
    language: readLanguage(raw, [raw.title, excerpt.value, description.value]),
    title: raw.title,
    excerpt: excerpt.value,
    description: description.value,
    status,
    attendanceMode: readAttendanceMode(raw, { status, location: location.value }),
    image: image.value,
    startsAt: start.at,
    startPrecision: start.precision,
    endsAt: end.at,
    endPrecision: end.precision,
    location: location.value,
    venueDetails: readHtml(raw.get("venue_details"), options),
    ticketPrice: readPrice(raw.get("ticket_price")),
    registrationUrl: typeof registration === "string" ? readLinkUrl(registration) : null,
    contactInfo,
    contactHtml: contactHtml(contactInfo, baseUrl),
    mapEmbedUrl: map.embedUrl,
    mapLinkUrl: map.linkUrl,
    relatedEvents: readLinks(raw.get("related_events"), raw),
    updatedAt: updated.at,
  };
  return { item, used: { excerpt, description, image, start, end, location, updated } };
}

export const eventParser = {
  source: "events",
  normalise: normaliseEvent,
  expected: ["description", "image", "start", "location"],
  precisionOf: ({ startPrecision }: StoredEventItem) => startPrecision,
} as const;

/**
 * The card takes the first text with words in it, the page the longest; on a tie the description. `description` is HTML;
 * the two short ones are plain text unless they clearly are HTML: a lone `<b>` in a sentence is shown as it is.
 */
function readTexts(raw: RawRow, options: SanitiseOptions) {
  const texts = ["description", "excerpt", "summary"].flatMap((alias) => {
    const given = raw.get(alias);
    if (typeof given !== "string") return [];
    const isHtml =
      alias === "description" || /<\/[a-z][a-z0-9]*\s*>|<(?:br|hr|img|p|li)\b/i.test(given);
    const escaped = given.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
    const html = readHtml(isHtml ? given : escaped, options);
    if (html === null) return [];
    return [{ alias, html, text: cleanText(readHtmlText(html), { maxLength: 20_000 }) }];
  });
  const [page] = texts.toSorted((a, b) => b.text.length - a.text.length);
  const card = ["excerpt", "description", "summary"]
    .flatMap((alias) => texts.filter((text) => text.alias === alias))
    .find(({ text }) => text !== "");
  return {
    excerpt: { value: card?.text ?? null, alias: card?.alias ?? null },
    description: { value: page?.html ?? null, alias: page?.alias ?? null },
  };
}

/** A numeric price as a number: the source then knows that 0 is free. */
const priceOf = (text: string | null) =>
  text !== null && /^\d{1,9}(?:\.\d{1,2})?$/.test(text) ? Number(text) : text;

/** The path alone for an image of the embedded source, whose port changes with every start. */
function storedUrl(url: string, baseUrl: string): string {
  const base = new URL(baseUrl);
  const isOwn = base.hostname === "127.0.0.1" && new URL(url).origin === base.origin;
  return isOwn ? new URL(url).pathname : url;
}

/** The draft as the source names its fields (spec section 3). The whole event: a null field becomes empty. */
export function eventBody(draft: EventDraft, baseUrl: string): Record<string, unknown> {
  return {
    title: draft.title,
    status: draft.status,
    start_date: draft.startsAt,
    end_date: draft.endsAt,
    location: draft.location,
    venue_details: draft.venueDetails,
    excerpt: draft.excerpt,
    description: draft.description,
    featured_image: draft.image && {
      public_url: storedUrl(draft.image.url, baseUrl),
      alt: draft.image.alt,
      width: draft.image.width,
      height: draft.image.height,
    },
    ticket_price: priceOf(draft.ticketPrice),
    registration_link: draft.registrationUrl,
    contact_info: draft.contactInfo,
    map_embed_url: draft.mapUrl,
  };
}

/** The id in a response of the source, whatever else it holds. */
export function idInResponse(json: unknown): string | null {
  if (!isRecord(json)) return null;
  return readId(isRecord(json.data) ? json.data.id : json.id);
}

/** The event in a response of the source; null when there is no usable one. */
export function eventInResponse(json: unknown, baseUrl: string): StoredEventItem | null {
  try {
    return readItem(json, { ...eventParser, baseUrl }).item;
  } catch {
    return null;
  }
}
