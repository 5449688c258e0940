import type { Outcome } from "../../shared/contract/site-data.ts";
import type { SourcesReport } from "../../shared/contract/sources-report.schema.ts";
import type { StoredEventItem } from "../../shared/model/event-item.schema.ts";
import type { StoredNewsItem } from "../../shared/model/news-item.schema.ts";
import type { SearchHit, SearchResults } from "../../shared/model/search-results.schema.ts";
import { MINUTE_MS } from "../../shared/time.ts";
import type { PictureViews } from "../pictures/picture-views.ts";
import type { SiteSearch } from "../search/site-search.ts";
import type { RequestContext } from "../upstream/request-context.ts";
import { UpstreamError } from "../upstream/upstream-error.ts";
import type { DataFor } from "./bff-data.ts";
import type { Cached } from "./cache/data-cache.ts";
import { eventListPage, eventsFeed } from "./events/events-views.ts";
import type { ItemService } from "./items/item-service.ts";
import { createItemViews, shownPage } from "./items/item-views.ts";
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

/** Until the site is indexed, which takes about a second. */
const NOT_READY: Outcome<never> = { kind: "unavailable", status: 503, retryAfterSeconds: 1 };

function relatedItems(items: readonly SearchHit[]): SearchResults {
  const total = items.length;
  return {
    items: [...items],
    total,
    page: 1,
    pages: 1,
    counts: [],
    suggestion: null,
    isPartial: false,
  };
}

function notingStandIns(pictures: PictureViews, { onStandIn }: RequestContext): PictureViews {
  const noted = <T>(picture: T | null): T | null => {
    if (picture === null) onStandIn?.();
    return picture;
  };
  return {
    ...pictures,
    card: (picture) => noted(pictures.card(picture)),
    view: (picture) => noted(pictures.view(picture)),
  };
}

interface Services {
  news: ItemService<StoredNewsItem>;
  events: ItemService<StoredEventItem>;
  sources: () => SourcesReport;
  pictures: PictureViews;
  search: SiteSearch;
  /** The clock, milliseconds. */
  now: () => number;
}

/**
 * The boundary to the routes: an error of the source becomes an outcome without its details, which are logged
 * below it. The clock is rounded down to the minute, so that equal data gives equal bytes.
 */
export function createDataFor({ news, events, sources, pictures, search, now }: Services): DataFor {
  const orNull =
    <Stored, Shown>(show: (item: Stored) => Shown) =>
    (item: Stored | null) =>
      item && show(item);
  const clock = () => Math.floor(now() / MINUTE_MS) * MINUTE_MS;

  const found = (data: SearchResults) => {
    const at = new Date(clock()).toISOString();
    return { kind: "ok", data, meta: { now: at, fetchedAt: at, stale: false } } as const;
  };

  return (context: RequestContext) => {
    const shown = notingStandIns(pictures, context);
    const { showNews, showEvent, showWriter } = createItemViews(shown);
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
    return {
      newsFeed: (query) => outcomeOf(news.list(context), (items) => newsFeed(items, query, shown)),
      eventsFeed: ({ pastPage }) =>
        outcomeOf(events.list(context), (items) =>
          eventsFeed(items, { nowMs: clock(), pastPage, pictures: shown }),
        ),
      sources: async () => {
        // The exact time: this report is never cached.
        const at = new Date(now()).toISOString();
        return { kind: "ok", data: sources(), meta: { now: at, fetchedAt: at, stale: false } };
      },
      // Without it a page is whole, so it is not waited for.
      related: async (_url, path) =>
        found(relatedItems(search.isReady() ? search.related(path) : [])),
      search: async (query) => (search.isReady() ? found(search.search(query)) : NOT_READY),
      newsItem: (slug) => outcomeOf(news.bySlug(slug, context), orNull(showNews)),
      event: (slug) => outcomeOf(events.bySlug(slug, context), orNull(showEvent)),
      newsList: (query) =>
        outcomeOf(news.list(context), (items) => shownPage(newsListPage(items, query), showNews)),
      newsById: (id) => outcomeOf(news.byId(id, context), orNull(showNews)),
      eventList: (query) =>
        outcomeOf(events.list(context), (items) =>
          shownPage(eventListPage(items, { ...query, nowMs: clock() }), showEvent),
        ),
      eventById: (id) =>
        outcomeOf(
          events.byId(id, context),
          orNull((stored) => ({ item: showWriter(stored), stored })),
        ),
    };
  };
}
