import type { BadCursor, EventListQuery, ListPage } from "../../shared/contract/api-data.ts";
import type { EventsFeed } from "../../shared/contract/site-data.ts";
import type { EventCard, EventItem } from "../../shared/model/event-item.ts";
import { eventTiming } from "../../shared/model/event-timing.ts";
import { pageAt } from "./cursor.ts";

/** Spec section 9: "up to 6 upcoming events". */
const UPCOMING_SHOWN = 6;
const PAST_A_PAGE = 6;

function eventCard(item: EventItem): EventCard {
  const { id, slug, title, excerpt, status, image, location, ticketPrice } = item;
  const { startsAt, startPrecision, endsAt, endPrecision } = item;
  return {
    ...{ id, slug, title, excerpt, status, image, location, ticketPrice },
    ...{ startsAt, startPrecision, endsAt, endPrecision },
  };
}

const startMs = (event: EventItem) =>
  event.startsAt === null ? Number.POSITIVE_INFINITY : Date.parse(event.startsAt);

interface ByTiming {
  upcoming: readonly EventItem[];
  now: readonly EventItem[];
  past: readonly EventItem[];
}

/** Upcoming and under way soonest first, past newest first; equal starts keep the source's order. */
function sortByTiming(items: readonly EventItem[], nowMs: number): ByTiming {
  const rows = items.map((item) => {
    return { item, at: startMs(item), timing: eventTiming(item, nowMs) };
  });
  const of = (timing: ReturnType<typeof eventTiming>, sign: 1 | -1) =>
    rows
      .filter((row) => row.timing === timing)
      .sort((a, b) => (a.at === b.at ? 0 : sign * (a.at - b.at)))
      .map(({ item }) => item);
  return { upcoming: of("upcoming", 1), now: of("now", 1), past: of("past", -1) };
}

/** The last sorting of each list: the clock is cut to the minute, and thousands of dates are not read for each reader. */
const sorted = new WeakMap<readonly EventItem[], { nowMs: number; timed: ByTiming }>();

function byTiming(items: readonly EventItem[], nowMs: number): ByTiming {
  const known = sorted.get(items);
  if (known?.nowMs === nowMs) return known.timed;
  const timed = sortByTiming(items, nowMs);
  sorted.set(items, { nowMs, timed });
  return timed;
}

/** The feed's events by the clock `nowMs`. */
export function eventsFeed(
  items: readonly EventItem[],
  { nowMs, pastPage }: { nowMs: number; pastPage: number },
): EventsFeed {
  const { upcoming, now, past } = byTiming(items, nowMs);
  const from = (pastPage - 1) * PAST_A_PAGE;
  return {
    happeningNow: now.map(eventCard),
    upcoming: upcoming.slice(0, UPCOMING_SHOWN).map(eventCard),
    past: past.slice(from, from + PAST_A_PAGE).map(eventCard),
    pastPage,
    pastPages: Math.max(1, Math.ceil(past.length / PAST_A_PAGE)),
  };
}

/** A page of the events that are to come (soonest first), over (newest first), or all (source's order). */
export function eventListPage(
  items: readonly EventItem[],
  query: EventListQuery & { nowMs: number },
): ListPage<EventItem> | BadCursor {
  const chosen = query.when === "all" ? items : byTiming(items, query.nowMs)[query.when];
  const page = pageAt(chosen, query.cursor, query.limit);
  return page ? { ...page, total: chosen.length } : "bad-cursor";
}
