import type { EventsFeed } from "../../../shared/contract/feeds.schema.ts";
import { eventTiming } from "../../../shared/model/event.ts";
import {
  eventCard as cardSchema,
  type EventCard,
  type StoredEventItem,
} from "../../../shared/model/event-item.schema.ts";
import type { PictureViews } from "../../pictures/picture-views.ts";
import type { BadCursor, EventListQuery, ListPage } from "../bff-data.ts";
import { byDate, numberedPage, pageAtCursor } from "../items/list-pages.ts";

/** Spec section 9: "up to 6 upcoming events". */
const UPCOMING_LIMIT = 6;
const PAST_PER_PAGE = 6;

const eventCard = (item: StoredEventItem, pictures: PictureViews): EventCard =>
  cardSchema.parse({ ...item, image: item.image && pictures.card(item.image) });

const startMs = (event: StoredEventItem) =>
  event.startsAt === null ? Number.POSITIVE_INFINITY : Date.parse(event.startsAt);

interface ByTiming {
  upcoming: readonly StoredEventItem[];
  now: readonly StoredEventItem[];
  past: readonly StoredEventItem[];
}

/** Upcoming and current events soonest first, past ones newest first; equal starts keep the source's order. */
function sortByTiming(items: readonly StoredEventItem[], nowMs: number): ByTiming {
  const rows = items.map((item) => ({
    item,
    at: startMs(item),
    timing: eventTiming(item, nowMs),
  }));
  const of = (timing: ReturnType<typeof eventTiming>, sign: 1 | -1) =>
    rows
      .filter((row) => row.timing === timing)
      .sort((a, b) => (a.at === b.at ? 0 : sign * (a.at - b.at)))
      .map(({ item }) => item);
  return { upcoming: of("upcoming", 1), now: of("now", 1), past: of("past", -1) };
}

/** The last result for each list: the clock is rounded down to the minute, so requests of one minute share it. */
const sortedByList = new WeakMap<
  readonly StoredEventItem[],
  { nowMs: number; byTiming: ByTiming }
>();

function byTiming(items: readonly StoredEventItem[], nowMs: number): ByTiming {
  const known = sortedByList.get(items);
  if (known?.nowMs === nowMs) return known.byTiming;
  const sorted = sortByTiming(items, nowMs);
  sortedByList.set(items, { nowMs, byTiming: sorted });
  return sorted;
}

/** The feed's events at the time `nowMs`. */
export function eventsFeed(
  items: readonly StoredEventItem[],
  { nowMs, pastPage, pictures }: { nowMs: number; pastPage: number; pictures: PictureViews },
): EventsFeed {
  const cards = (events: readonly StoredEventItem[]) =>
    events.map((event) => eventCard(event, pictures));
  const { upcoming, now, past } = byTiming(items, nowMs);
  const shown = numberedPage(past, { page: pastPage, pageSize: PAST_PER_PAGE });
  return {
    happeningNow: cards(now),
    upcoming: cards(upcoming.slice(0, UPCOMING_LIMIT)),
    past: cards(shown.items),
    pastPage,
    pastPages: shown.pages,
  };
}

function inOrder(
  items: readonly StoredEventItem[],
  { when, order, nowMs }: EventListQuery & { nowMs: number },
): readonly StoredEventItem[] {
  const found = when === "all" ? items : byTiming(items, nowMs)[when];
  if (order === undefined) return found;
  if (order !== "source") return byDate(found, order, (item) => item.startsAt);
  const isFound = new Set(found);
  return items.filter((item) => isFound.has(item));
}

/** A page of upcoming events (soonest first), past ones (newest first), or all (source order), or in another order. */
export function eventListPage(
  items: readonly StoredEventItem[],
  query: EventListQuery & { nowMs: number },
): ListPage<StoredEventItem> | BadCursor {
  const list = ["events", query.when, query.order];
  return pageAtCursor(inOrder(items, query), { ...query, list });
}
