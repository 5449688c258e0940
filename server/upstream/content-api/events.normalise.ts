import type { StoredEventItem } from "../../../shared/model/event-item.schema.ts";
import type { SafeHtml } from "../../../shared/model/item-fields.schema.ts";
import type { SanitiseOptions } from "../html/sanitise-html.ts";
import { readLinkUrl } from "../web-url.ts";
import { contactHtml } from "./fields/contact-html.ts";
import { chooseDate } from "./fields/dates.ts";
import {
  readAttendanceMode,
  readEventStatus,
  readEventTimes,
  readLocation,
  readMap,
  readPrice,
} from "./fields/event-fields.ts";
import { readLanguage } from "./fields/language.ts";
import {
  firstUsable,
  readEventText,
  readHtml,
  readImage,
  readLines,
  readLinks,
  usedAliases,
} from "./fields/values.ts";
import type { Normalised } from "./read-report.ts";
import type { RawRow } from "./read-responses.ts";

/** Spec sections 3 and 7. Never throws: an unusable field becomes null. */
function normaliseEvent(raw: RawRow, options: SanitiseOptions): Normalised<StoredEventItem> {
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
  const updated = chooseDate(raw, [
    "updated_at",
    "updatedAt",
    "modified_at",
    "createdAt",
    "created_at",
  ]);
  const contactInfo = readLines(raw.get("contact_info"));
  const status = readEventStatus(raw);
  const map = readMap(raw.get("map_embed_url"));
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
    registrationUrl: readRegistration(raw.get("registration_link")),
    contactInfo,
    contactHtml: contactHtml(contactInfo, baseUrl),
    mapEmbedUrl: map.embedUrl,
    mapLinkUrl: map.linkUrl,
    relatedEvents: readLinks(raw.get("related_events"), raw),
    updatedAt: updated.at === null ? null : toUtc(updated.at),
  };
  return {
    item,
    used: usedAliases({ excerpt, description, image, start, end, location, updated }),
  };
}

export const eventParser = {
  source: "events",
  normalise: normaliseEvent,
  expected: ["description", "image", "start", "location"],
  precisionOf: ({ startPrecision }: StoredEventItem) => startPrecision,
} as const;

/**
 * The card takes the first text with words in it, the page the longest; on a tie the description.
 */
function readTexts(raw: RawRow, options: SanitiseOptions) {
  const texts = new Map(
    ["excerpt", "description", "summary"].map((name) => [
      name,
      readEventText(raw.get(name), name, options),
    ]),
  );
  const excerpt = firstUsable(
    texts,
    ["excerpt", "description", "summary"],
    (found) => found?.text || null,
  );
  const longest = Math.max(...[...texts.values()].map((found) => found?.text.length ?? 0));
  const description = firstUsable(
    texts,
    ["description", "excerpt", "summary"],
    (found): SafeHtml | null => (found?.text.length === longest ? found.html : null),
  );
  return { excerpt, description };
}

function readRegistration(value: unknown): string | null {
  return typeof value === "string" ? readLinkUrl(value) : null;
}

function toUtc(at: string): string {
  return new Date(at).toISOString().replace(".000Z", "Z");
}
