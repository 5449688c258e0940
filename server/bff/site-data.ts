import type { Outcome } from "../../shared/contract/answers.ts";
import type { Asker, DataFor } from "../../shared/contract/api-data.ts";
import type { SourcesReport } from "../../shared/contract/sources-report.ts";
import { UpstreamError } from "../upstream/upstream-error.ts";
import type { EventsService } from "./events-service.ts";
import { eventListPage, eventsFeed } from "./events-views.ts";
import type { NewsService } from "./news-service.ts";
import { newsFeed, newsListPage } from "./news-views.ts";
import type { Copy } from "./read-through.ts";

const MINUTE_MS = 60_000;
/** Told to readers when the source did not say when to come back. */
const RETRY_AFTER_SECONDS = 30;

/** Nonsense from the source is 502, silence is 503 (RFC 9110, sections 15.6.3 and 15.6.4). */
function failure(fault: unknown): Outcome<never> {
  const kind = fault instanceof UpstreamError ? fault.kind : "network";
  const retryAfter = fault instanceof UpstreamError ? fault.retryAfterSeconds : null;
  const status = fault instanceof UpstreamError ? (fault.status ?? 0) : 0;
  // A redirect or a refusal where an answer should be is nonsense too; 429 and 5xx ask us to come back.
  const isRefusal = kind === "status" && status < 500 && status !== 429;
  const isNonsense = kind === "shape" || kind === "size" || isRefusal;
  return {
    kind: "unavailable",
    status: isNonsense ? 502 : 503,
    retryAfterSeconds: retryAfter ?? RETRY_AFTER_SECONDS,
  };
}

interface Services {
  news: NewsService;
  events: EventsService;
  sources: () => SourcesReport;
  /** The clock, milliseconds. */
  now: () => number;
}

/**
 * The wall: below it faults keep their detail and reach the asker's log once, above it they are
 * outcomes that hold nothing to leak. The clock is cut to the minute, so that equal data gives equal bytes.
 */
export function createDataFor({ news, events, sources, now }: Services): DataFor {
  const clock = () => Math.floor(now() / MINUTE_MS) * MINUTE_MS;

  return (asker: Asker) => {
    async function answer<T, A>(read: Promise<Copy<T>>, view: (value: T) => A | null) {
      try {
        const copy = await read;
        const data = view(copy.value);
        if (data === null) return { kind: "not-found" } as const;
        const meta = {
          now: new Date(clock()).toISOString(),
          fetchedAt: copy.fetchedAt,
          stale: copy.stale,
        };
        return { kind: "ok", data, meta } as const;
      } catch (fault) {
        return failure(fault);
      }
    }
    const same = <T>(value: T) => value;

    return {
      newsFeed: (query) => answer(news.list(asker), (items) => newsFeed(items, query)),
      eventsFeed: ({ pastPage }) =>
        answer(events.list(asker), (items) => eventsFeed(items, { nowMs: clock(), pastPage })),
      sources: async () => {
        // To the second: what operators look at is never kept.
        const at = new Date(now()).toISOString();
        return { kind: "ok", data: sources(), meta: { now: at, fetchedAt: at, stale: false } };
      },
      newsItem: (slug) => answer(news.bySlug(slug, asker), same),
      event: (slug) => answer(events.bySlug(slug, asker), same),
      newsList: (query) => answer(news.list(asker), (items) => newsListPage(items, query)),
      newsById: (id) => answer(news.byId(id, asker), same),
      eventList: (query) =>
        answer(events.list(asker), (items) => eventListPage(items, { ...query, nowMs: clock() })),
      eventById: (id) => answer(events.byId(id, asker), same),
    };
  };
}
