import type { FastifyInstance } from "fastify";
import site from "../../../content/site.json" with { type: "json" };
import type { EventItem } from "../../../shared/model/event-item.schema.ts";
import type { DataRouteDeps } from "../../contract/route-deps.ts";
import { isSlug } from "../../contract/slug.ts";
import { sendCacheableText } from "../../http/cache/send-cacheable-text.ts";
import { requestContextOf } from "../../http/request-context.ts";
import { sendSourceError } from "../../http/source-errors.ts";
import { isDated, toCalendar } from "../../syndication/icalendar.ts";

const TYPE = "text/calendar; charset=utf-8";
/** The most events a calendar takes; of a longer list those that begin last. */
const MOST_EVENTS = 200;
const ALL_EVENTS = { when: "all", limit: Number.MAX_SAFE_INTEGER, cursor: null } as const;

function latest(events: readonly EventItem[]): readonly EventItem[] {
  if (events.length <= MOST_EVENTS) return events;
  const startMs = ({ startsAt }: EventItem) => (startsAt === null ? 0 : Date.parse(startsAt));
  const dated = events.map((event) => [startMs(event), event] as const);
  return dated
    .sort(([a], [b]) => b - a)
    .slice(0, MOST_EVENTS)
    .map(([, event]) => event);
}

/** Events for calendars: all of them to subscribe to, and a single one to save. */
export async function calendarRoutes(app: FastifyInstance, deps: DataRouteDeps): Promise<void> {
  const { publicOrigin: origin, dataFor } = deps;

  app.get("/events.ics", async (request, reply) => {
    const outcome = await dataFor(requestContextOf(request, reply)).eventList(ALL_EVENTS);
    if (outcome.kind !== "ok" || outcome.data === "bad-cursor")
      return sendSourceError(reply, outcome);
    const name = `Events of ${site.identity.name}`;
    const text = toCalendar({ name, events: latest(outcome.data.items), origin });
    return sendCacheableText(reply, { text, type: TYPE });
  });

  app.get<{ Params: { file: string } }>("/events/:file(^.+\\.ics$)", async (request, reply) => {
    const slug = request.params.file.replace(/\.ics$/, "");
    if (!isSlug(slug)) return reply.callNotFound();
    const outcome = await dataFor(requestContextOf(request, reply)).event(slug);
    if (outcome.kind === "unavailable") return sendSourceError(reply, outcome);
    // The page of this URL then reports that there is no such event.
    if (outcome.kind === "not-found" || !isDated(outcome.data)) return reply.callNotFound();
    const text = toCalendar({ name: outcome.data.title, events: [outcome.data], origin });
    return sendCacheableText(reply, { text, type: TYPE });
  });
}
