import type { FastifyInstance } from "fastify";
import { LANGUAGES, type Language, PREFIXES } from "../../../shared/languages.ts";
import type { EventItem } from "../../../shared/model/event-item.schema.ts";
import { isSlug } from "../../../shared/paths.ts";
import { sendSourceError } from "../../http/problems.ts";
import { requestContextOf } from "../../http/request-context.ts";
import type { SendText } from "./feeds.ts";
import { isDated, toCalendar } from "./icalendar.ts";

const TYPE = "text/calendar; charset=utf-8";
/** The most events a calendar takes; of a longer list those that begin last. */
const MOST_EVENTS = 200;

function latest(events: readonly EventItem[]): readonly EventItem[] {
  if (events.length <= MOST_EVENTS) return events;
  const startMs = ({ startsAt }: EventItem) => (startsAt === null ? 0 : Date.parse(startsAt));
  const dated = events.map((event) => [startMs(event), event] as const);
  return dated
    .sort(([a], [b]) => b - a)
    .slice(0, MOST_EVENTS)
    .map(([, event]) => event);
}

/** Events for calendars, in each language: all of them to subscribe to, and a single one to save. */
export function addCalendars(app: FastifyInstance, sendText: SendText): void {
  const origin = app.config.PUBLIC_ORIGIN;
  const { dataFor } = app.siteData;
  const { feedContent } = app.client;

  const addAll = (language: Language) =>
    app.get(`${PREFIXES[language]}/events.ics`, async (request, reply) => {
      if (!(await app.admit(reply))) return reply;
      const outcome = await dataFor(requestContextOf(request, reply)).list("events", {});
      if (outcome.kind !== "ok") return sendSourceError(reply, outcome);
      const { words } = await feedContent(language);
      const events = latest(outcome.data.items);
      const text = toCalendar({ name: words.events, events, origin, words });
      return sendText(reply, { text, type: TYPE });
    });

  const addOne = (language: Language) => {
    const path = `${PREFIXES[language]}/events/:file(^.+\\.ics$)`;
    app.get<{ Params: { file: string } }>(path, async (request, reply) => {
      const slug = request.params.file.replace(/\.ics$/, "");
      if (!isSlug(slug)) return reply.callNotFound();
      const outcome = await dataFor(requestContextOf(request, reply)).event(slug);
      if (outcome.kind === "unavailable") return sendSourceError(reply, outcome);
      // The page of this URL then reports that there is no such event.
      if (outcome.kind === "not-found" || !isDated(outcome.data)) return reply.callNotFound();
      const { words } = await feedContent(language);
      const { title: name } = outcome.data;
      const text = toCalendar({ name, events: [outcome.data], origin, words });
      return sendText(reply, { text, type: TYPE });
    });
  };

  for (const language of LANGUAGES) {
    addAll(language);
    addOne(language);
  }
}
