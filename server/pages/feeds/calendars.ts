import type { FastifyInstance, FastifyReply } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { z } from "zod";
import type { FeedWords } from "../../../shared/contract/page-renderer.ts";
import { EVENT_PERIODS } from "../../../shared/contract/site-data.ts";
import { fill } from "../../../shared/fill.ts";
import { LANGUAGES, PREFIXES } from "../../../shared/languages.ts";
import type { EventItem } from "../../../shared/model/event-item.schema.ts";
import { eventPlace } from "../../../shared/model/event-place.ts";
import { isSlug, paths, withQuery } from "../../../shared/paths.ts";
import { DAY_MS, EAST_AFRICA_OFFSET_MS } from "../../../shared/time.ts";
import { sendSourceError } from "../../http/problems.ts";
import { readContextOf } from "../../http/request-log.ts";
import { tagOf } from "./feed-formats.ts";
import type { SendText } from "./send-feed.ts";

/** Tells whether an octet of UTF-8 is inside a character. */
const isInside = (octet = 0) => (octet & 0b1100_0000) === 0b1000_0000;

/** Folds a line to at most 75 octets, never inside a character. A continuation begins with a blank (RFC 5545, section 3.1). */
function fold(line: string): string {
  const octets = Buffer.from(line);
  const pieces: string[] = [];
  let start = 0;
  while (start < octets.length) {
    let end = start + (start === 0 ? 75 : 74);
    while (isInside(octets[end])) end -= 1;
    pieces.push(octets.toString("utf8", start, end));
    start = end;
  }
  return pieces.join("\r\n ");
}

/** A line break of any system: `\r\n`, `\n`. */
const LINE_BREAK = /\r\n?|\n/g;
/** The parts of an ISO date that a calendar omits: `-`, `:` and `.000`. */
const NOT_IN_STAMPS = /[-:]|\.\d+/g;

/** Escapes text without control characters as a TEXT value (RFC 5545, section 3.3.11). */
const escapeText = (text: string) =>
  text.replaceAll(/[\\;,]/g, (sign) => `\\${sign}`).replaceAll(LINE_BREAK, "\\n");

/** Formats an instant as `20260718T060000Z`, without fractions of a second. */
const utcStamp = (instantMs: number) =>
  new Date(instantMs).toISOString().replaceAll(NOT_IN_STAMPS, "");

/** Formats the day of an instant in Dar es Salaam as `20260718`, `plusDays` later. */
const dateStamp = (at: string, plusDays = 0) =>
  utcStamp(Date.parse(at) + EAST_AFRICA_OFFSET_MS + plusDays * DAY_MS).slice(0, 8);

type CalendarFields = Readonly<Record<string, string | null | undefined>>;

const linesOf = (fields: CalendarFields): string[] =>
  Object.entries(fields).flatMap(([name, value]) => (value ? [`${name}:${value}`] : []));

type Dated = EventItem & { startsAt: string };

/** Returns true for an event with a readable start; a calendar has no place for any other event. */
const isDated = (event: EventItem): event is Dated => event.startsAt !== null;

/** Returns start and end, both days or both times (RFC 5545, section 3.8.2.2). An end is the first moment after the event. */
function times({ startsAt, startPrecision, endsAt, endPrecision }: Dated): CalendarFields {
  if (startPrecision === "day")
    return {
      "DTSTART;VALUE=DATE": dateStamp(startsAt),
      "DTEND;VALUE=DATE": endsAt && dateStamp(endsAt, 1),
    };
  const start = utcStamp(Date.parse(startsAt));
  const end = utcStamp(Date.parse(endsAt ?? startsAt) + (endPrecision === "day" ? DAY_MS : 0));
  return { DTSTART: start, DTEND: end > start ? end : null };
}

/** The statuses that calendar programs know. The description names every status but `scheduled` in words. */
const STATUSES: Partial<Record<EventItem["status"], string>> = {
  cancelled: "CANCELLED",
  postponed: "TENTATIVE",
};

/** Returns the lines of one event. The stamp is the item's, not the clock's, so that polling an equal calendar ends in 304. */
function component(event: Dated, origin: string, words: FeedWords): string[] {
  const url = origin + PREFIXES[words.language] + paths.event(event.slug);
  const place = eventPlace(event, words.event);
  const { status, ticketPrice } = event;
  const statusText = status !== "scheduled" && words.event.statuses[status];
  const { isFree, text: price } = ticketPrice ?? {};
  const ticket = price && fill(words.ticketPrice, { price: isFree ? words.event.free : price });
  const texts = [statusText, event.excerpt, ticket, event.contactInfo, url].filter((text) => text);
  const changedMs = Date.parse(event.updatedAt ?? event.startsAt);
  // The sequence counts seconds since 2020: a whole number that only grows and fits in 31 bits.
  const seconds = Math.floor((changedMs - Date.UTC(2020, 0, 1)) / 1_000);
  const sequence = event.updatedAt === null ? 0 : Math.max(0, seconds);
  return linesOf({
    BEGIN: "VEVENT",
    UID: escapeText(tagOf(words.domain, "events", event.id)),
    DTSTAMP: utcStamp(changedMs),
    "LAST-MODIFIED": event.updatedAt && utcStamp(changedMs),
    SEQUENCE: String(sequence),
    STATUS: STATUSES[status] ?? "CONFIRMED",
    ...times(event),
    SUMMARY: escapeText(event.title),
    DESCRIPTION: escapeText(texts.join("\n\n")),
    LOCATION: place && escapeText(place),
    URL: url,
    // RFC 7986, section 5.10.
    "IMAGE;VALUE=URI;DISPLAY=BADGE;FMTTYPE=image/jpeg": event.image?.url,
    END: "VEVENT",
  });
}

export function toCalendar(options: {
  name: string;
  events: readonly EventItem[];
  origin: string;
  words: FeedWords;
}): string {
  const { name, events, origin, words } = options;
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${escapeText(new URL(origin).hostname)}//Events//${words.language.toUpperCase()}`,
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT6H",
    "X-PUBLISHED-TTL:PT6H",
    ...events.filter(isDated).flatMap((event) => component(event, origin, words)),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join("");
}

/**
 * The `when` filter of `/bff/events`. The default is all events, since a subscriber keeps the events it has seen. Not strict:
 * calendar services add parameters of their own.
 */
const calendarQuery = z.object({ when: z.enum(EVENT_PERIODS).default("all") });

/** The maximum number of events in a calendar. A longer list keeps the events that begin last. */
const MOST_EVENTS = 200;

const startOf = ({ startsAt }: EventItem) => Date.parse(startsAt ?? "") || 0;
const latest = (events: readonly EventItem[]) =>
  events.length <= MOST_EVENTS
    ? events
    : events.toSorted((a, b) => startOf(b) - startOf(a)).slice(0, MOST_EVENTS);

export function addCalendars(instance: FastifyInstance, sendText: SendText): void {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const { dataFor, redirects } = app.siteData;

  for (const language of LANGUAGES) {
    const send = async (
      reply: FastifyReply,
      { events, title, key }: { events: readonly EventItem[]; title?: string; key: string },
    ) => {
      const feedContent = await app.client.feedContent(language);
      const words = feedContent.words(app.content.in(language));
      const origin = app.config.PUBLIC_ORIGIN;
      const text = toCalendar({ name: title ?? words.events, events, origin, words });
      return sendText(reply, { text, type: "text/calendar; charset=utf-8", key });
    };
    const prefix = PREFIXES[language];
    const options = { schema: { querystring: calendarQuery } };
    app.get(`${prefix}/events.ics`, options, async (request, reply) => {
      if (!(await app.admit(reply))) return reply;
      const { when } = request.query;
      const outcome = await dataFor(readContextOf(request, reply)).list("events", {
        when,
        readIn: language,
      });
      if (outcome.kind !== "ok") return sendSourceError(reply, outcome);
      const key = withQuery(`${prefix}/events.ics`, { when });
      return send(reply, { events: latest(outcome.data.items), key });
    });

    const one = `${prefix}/events/:file(^.+\\.ics$)`;
    instance.get<{ Params: { file: string } }>(one, async (request, reply) => {
      const slug = request.params.file.replace(/\.ics$/, "");
      if (!isSlug(slug)) return reply.callNotFound();
      if (!(await app.admit(reply))) return reply;
      const present = redirects.slugOf("events", slug);
      if (present !== slug) return reply.redirect(prefix + paths.eventCalendar(present), 308);
      const outcome = await dataFor(readContextOf(request, reply)).event(slug);
      if (outcome.kind === "unavailable") return sendSourceError(reply, outcome);
      // The page of this URL then reports that there is no such event.
      if (outcome.kind === "not-found" || !isDated(outcome.data)) return reply.callNotFound();
      const key = prefix + paths.eventCalendar(slug);
      return send(reply, { events: [outcome.data], title: outcome.data.title, key });
    });
  }
}
