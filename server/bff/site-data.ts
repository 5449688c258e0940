import type { Outcome } from "../../shared/contract/outcome.ts";
import type { SourcesReport } from "../../shared/contract/sources-report.schema.ts";
import type { EventItem } from "../../shared/model/event-item.schema.ts";
import type { NewsItem } from "../../shared/model/news-item.schema.ts";
import { MINUTE_MS } from "../../shared/time.ts";
import type { DataFor } from "../contract/bff-data.ts";
import type { RequestContext } from "../contract/request-context.ts";
import { UpstreamError } from "../upstream/upstream-error.ts";
import type { Cached } from "./cache/swr-cache.ts";
import { eventListPage, eventsFeed } from "./events/events-views.ts";
import type { ItemService } from "./items/item-service.ts";
import { newsFeed, newsListPage } from "./news/news-views.ts";

/** Sent when the source gives no Retry-After. */
const RETRY_AFTER_SECONDS = 30;

/** An unusable response is 502, none is 503 (RFC 9110, sections 15.6.3 and 15.6.4). */
function failure(error: unknown): Outcome<never> {
  const kind = error instanceof UpstreamError ? error.kind : "network";
  const retryAfter = error instanceof UpstreamError ? error.retryAfterSeconds : null;
  const status = error instanceof UpstreamError ? (error.status ?? 0) : 0;
  // 429 and 5xx are temporary; a redirect or another error status is not.
  const isPermanent = kind === "status" && status < 500 && status !== 429;
  const isUnusable = kind === "shape" || kind === "size" || isPermanent;
  return {
    kind: "unavailable",
    status: isUnusable ? 502 : 503,
    retryAfterSeconds: retryAfter ?? RETRY_AFTER_SECONDS,
  };
}

interface Services {
  news: ItemService<NewsItem>;
  events: ItemService<EventItem>;
  sources: () => SourcesReport;
  /** The clock, milliseconds. */
  now: () => number;
}

/**
 * The boundary to the routes: an error of the source becomes an outcome without its details, which are logged
 * below it. The clock is rounded down to the minute, so that equal data gives equal bytes.
 */
export function createDataFor({ news, events, sources, now }: Services): DataFor {
  const clock = () => Math.floor(now() / MINUTE_MS) * MINUTE_MS;

  return (context: RequestContext) => {
    async function outcomeOf<T, A>(read: Promise<Cached<T>>, view: (value: T) => A | null) {
      try {
        const cached = await read;
        const data = view(cached.value);
        if (data === null) return { kind: "not-found" } as const;
        const meta = {
          now: new Date(clock()).toISOString(),
          fetchedAt: cached.fetchedAt,
          stale: cached.stale,
        };
        return { kind: "ok", data, meta } as const;
      } catch (error) {
        return failure(error);
      }
    }
    const identity = <T>(value: T) => value;

    return {
      newsFeed: (query) => outcomeOf(news.list(context), (items) => newsFeed(items, query)),
      eventsFeed: ({ pastPage }) =>
        outcomeOf(events.list(context), (items) => eventsFeed(items, { nowMs: clock(), pastPage })),
      sources: async () => {
        // The exact time: this report is never cached.
        const at = new Date(now()).toISOString();
        return { kind: "ok", data: sources(), meta: { now: at, fetchedAt: at, stale: false } };
      },
      newsItem: (slug) => outcomeOf(news.bySlug(slug, context), identity),
      event: (slug) => outcomeOf(events.bySlug(slug, context), identity),
      newsList: (query) => outcomeOf(news.list(context), (items) => newsListPage(items, query)),
      newsById: (id) => outcomeOf(news.byId(id, context), identity),
      eventList: (query) =>
        outcomeOf(events.list(context), (items) =>
          eventListPage(items, { ...query, nowMs: clock() }),
        ),
      eventById: (id) => outcomeOf(events.byId(id, context), identity),
    };
  };
}
