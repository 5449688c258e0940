import type { EventItem, EventStatus } from "../../../shared/model/event-item.ts";
import type { SafeHtml } from "../../../shared/model/safe-html.ts";
import { atOnce } from "../in-slices.ts";
import { readWebAddress } from "../web-address.ts";
import { datedFirst } from "./dated-first.ts";
import type { RawEvent } from "./events.schema.ts";
import { rawEvent } from "./events.schema.ts";
import { firstUsable, usedAliases } from "./fields/first-usable.ts";
import { readFlag } from "./fields/read-count.ts";
import { chooseDate } from "./fields/read-date.ts";
import { readEventEnd } from "./fields/read-event-end.ts";
import { readEventText, readHtml } from "./fields/read-html.ts";
import { readImage } from "./fields/read-image.ts";
import { readLinks } from "./fields/read-links.ts";
import { readMap } from "./fields/read-map.ts";
import { readPrice } from "./fields/read-price.ts";
import { readLine, readLines } from "./fields/read-text.ts";
import type { ListRead, ReadOptions, SingleRead } from "./read-answers.ts";
import { readItem, readList } from "./read-answers.ts";
import type { Normalised } from "./reading.ts";

/**
 * Specification sections 3 and 7. Throws `UpstreamError` of kind `shape` when the answer holds no
 * list.
 */
export function* eventListSteps(
  json: unknown,
  options: ReadOptions,
): Generator<void, ListRead<EventItem>> {
  const read = yield* readList(json, { ...eventReader, ...options });
  return { ...read, items: datedFirst(read.items, (item) => item.startsAt) };
}

/** The same at one go. */
export const normaliseEventList = (json: unknown, options: ReadOptions): ListRead<EventItem> =>
  atOnce(eventListSteps(json, options));

/**
 * Item null when the answer is empty. Throws `UpstreamError` of kind `shape` when it is no usable
 * item.
 */
export function normaliseEventAnswer(json: unknown, options: ReadOptions): SingleRead<EventItem> {
  return readItem(json, { ...eventReader, ...options });
}

/** Never throws: whatever a field holds, it is clean or absent. */
function normaliseEvent(raw: RawEvent, { baseUrl }: { baseUrl: string }): Normalised<EventItem> {
  const start = chooseDate(raw, ["start_date", "date"]);
  const end = readEventEnd(start, chooseDate(raw, ["end_date"]));
  const location = firstUsable(raw, ["location", "venue", "location_address"], readLine);
  const image = firstUsable(raw, ["image_url", "image", "featured_image"], (value) =>
    readImage(value, baseUrl),
  );
  const { excerpt, description } = readTexts(raw, baseUrl);
  const updated = chooseDate(raw, [
    "updated_at",
    "updatedAt",
    "modified_at",
    "createdAt",
    "created_at",
  ]);
  const map = readMap(raw.map_embed_url);
  const item: EventItem = {
    id: raw.id,
    slug: raw.slug,
    title: raw.title,
    excerpt: excerpt.value,
    description: description.value,
    status: readStatus(raw),
    image: image.value,
    startsAt: start.at,
    startPrecision: start.precision,
    endsAt: end.at,
    endPrecision: end.precision,
    location: location.value,
    venueDetails: readHtml(raw.venue_details, baseUrl),
    ticketPrice: readPrice(raw.ticket_price),
    registrationUrl: readRegistration(raw.registration_link),
    contactInfo: readLines(raw.contact_info),
    mapEmbedUrl: map.embedUrl,
    mapLinkUrl: map.linkUrl,
    relatedEvents: readLinks(raw.related_events, raw),
    updatedAt: updated.at === null ? null : toUtc(updated.at),
  };
  return {
    item,
    used: usedAliases({ excerpt, description, image, start, end, location, updated }),
  };
}

const eventReader = { source: "events", schema: rawEvent, normalise: normaliseEvent } as const;

/**
 * The card takes the first text with words in it, the page the longest; on a tie the description.
 */
function readTexts(raw: RawEvent, baseUrl: string) {
  const texts = {
    excerpt: readEventText(raw.excerpt, "excerpt", baseUrl),
    description: readEventText(raw.description, "description", baseUrl),
    summary: readEventText(raw.summary, "summary", baseUrl),
  };
  const excerpt = firstUsable(
    texts,
    ["excerpt", "description", "summary"],
    (found) => found?.text || null,
  );
  const longest = Math.max(...Object.values(texts).map((found) => found?.text.length ?? 0));
  const description = firstUsable(
    texts,
    ["description", "excerpt", "summary"],
    (found): SafeHtml | null =>
      found !== null && found.text.length === longest ? found.html : null,
  );
  return { excerpt, description };
}

function readStatus(raw: RawEvent): EventStatus {
  const isSaid = [raw.status, raw.event_status].some((status) =>
    /^(?:https?:\/\/schema\.org\/)?(?:event)?cancell?ed$/i.test(readLine(status) ?? ""),
  );
  return isSaid || readFlag(raw.cancelled) || readFlag(raw.is_cancelled)
    ? "cancelled"
    : "scheduled";
}

function readRegistration(value: unknown): string | null {
  return typeof value === "string" ? readWebAddress(value) : null;
}

function toUtc(at: string): string {
  return new Date(at).toISOString().replace(".000Z", "Z");
}
