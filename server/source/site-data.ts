import type { FastifyInstance } from "fastify";
import type { DataTag, Outcome, SiteData } from "../../shared/contract/site-data.ts";
import type { SearchQuery } from "../../shared/model/search.ts";
import type { SearchResults } from "../../shared/model/search-results.schema.ts";
import { MINUTE_MS } from "../../shared/time.ts";
import type { DataState, SourceNote } from "../http/request-log.ts";
import type { PictureViews } from "../pictures/picture-urls.ts";
import type { FirstSeen } from "./changes.ts";
import { inSlices } from "./content-api-client.ts";
import type { Cached, DataCache } from "./data-cache.ts";
import { unavailable } from "./http/upstream-error.ts";
import {
  eventsFeed,
  foldTexts,
  type Items,
  type ListQuery,
  listPage,
  newsFeed,
  show,
  withPublicLinks,
  withWords,
} from "./resources.ts";

/** The signal aborts when the client disconnects or a time limit passes. */
export interface RequestContext {
  requestId: string;
  traceparent: string | undefined;
  signal: AbortSignal;
  onData?: (state: DataState) => void;
  onSource?: ((note: SourceNote) => void) | undefined;
  /** A picture is left out since there is none, or none now. */
  onStandIn?: () => void;
  /** The result itself holds nothing of it. */
  onError: (error: unknown) => void;
}

/** The queries of pages, and those of `/bff` that no page makes. */
export type BffData = ReturnType<ReturnType<typeof createDataFor>>;

const NOT_READY: Outcome<never> = { kind: "unavailable", status: 503, retryAfterSeconds: 1 };

/** A result at a time, in milliseconds: of this process itself, unless it is `read` from the source. */
function ok<T>(data: T, ms: number, read?: { fetchedAt: string; stale: boolean }) {
  const now = new Date(ms).toISOString();
  return { kind: "ok", data, meta: { now, fetchedAt: now, stale: false, ...read } } as const;
}

function notingStandIns(pictures: PictureViews, { onStandIn }: RequestContext): PictureViews {
  const noting =
    <Given, T>(view: (given: Given) => T | null) =>
    (given: Given) => {
      const picture = view(given);
      if (picture === null) onStandIn?.();
      return picture;
    };
  return { ...pictures, card: noting(pictures.card), view: noting(pictures.view) };
}

/** An error of the source becomes an outcome without details. The clock is that of the minute: equal data gives equal bytes. */
export function createDataFor(app: FastifyInstance, cache: DataCache, seen: FirstSeen) {
  const { siteSearch, source, clock } = app;
  const minute = () => Math.floor(clock() / MINUTE_MS) * MINUTE_MS;
  const dated = <Tag extends DataTag>(tag: Tag, stored: Items[Tag]["stored"]) =>
    seen.dated(tag, withPublicLinks(stored, source.hidden));

  async function outcomeOf<T, A>(
    read: Promise<Cached<T>>,
    view: (value: NonNullable<T>) => A | null,
  ): Promise<Outcome<A>> {
    try {
      const { value, ...cached } = await read;
      const data = value == null ? null : view(value);
      return data === null ? { kind: "not-found" } : ok(data, minute(), cached);
    } catch (error) {
      return unavailable(error);
    }
  }

  return (context: RequestContext) => {
    const pictures = notingStandIns(app.pictures.views, context);
    const bySlug = <Tag extends DataTag>(tag: Tag, slug: string) =>
      outcomeOf(cache.item(tag, "slug", slug, context), (stored) =>
        show(tag, dated(tag, stored), pictures),
      );
    /** A list, of which `q` leaves the items with its words. */
    async function listWith<Tag extends DataTag>(tag: Tag, q: string | undefined) {
      const cached = await cache.list(tag, context);
      if (q === undefined) return cached;
      await inSlices(cached.value, (item) => foldTexts(tag, item), context.signal);
      return { ...cached, value: withWords(cached.value, q) };
    }
    const ofPages: SiteData = {
      newsFeed: (query) =>
        outcomeOf(cache.list("news", context), (all) => newsFeed(all, query, pictures)),
      eventsFeed: ({ pastPage }) =>
        outcomeOf(cache.list("events", context), (all) =>
          eventsFeed(all, { pastPage, nowMs: minute() }, pictures),
        ),
      newsItem: (slug) => bySlug("news", slug),
      event: (slug) => bySlug("events", slug),
      // Without it a page is whole, so it is not waited for.
      related: async (path) => ok(siteSearch.isReady ? siteSearch.related(path) : [], minute()),
      // The exact time: this report is never cached.
      sources: async () =>
        ok({ breaker: source.breaker(), sources: source.health.read() }, clock()),
    };
    return {
      ...ofPages,
      bySlug,
      /** With the item as it is cached: a fetched picture is no change of the item. */
      byId: <Tag extends DataTag>(tag: Tag, id: string) =>
        outcomeOf(cache.item(tag, "id", id, context), (stored) => ({
          item: show(tag, dated(tag, stored), pictures, tag === "events" ? "written" : "view"),
          stored,
        })),
      /** `not-found` when the cursor is not one of this list. */
      list: <Tag extends DataTag>(tag: Tag, query: ListQuery) =>
        outcomeOf(listWith(tag, query.q), (all) => {
          const items = all.map((item) => dated(tag, item));
          const page = listPage(tag, items, { ...query, nowMs: minute() });
          return page && { ...page, items: page.items.map((one) => show(tag, one, pictures)) };
        }),
      search: async (query: SearchQuery): Promise<Outcome<SearchResults>> =>
        (await siteSearch.becomesReady()) ? ok(siteSearch.search(query), minute()) : NOT_READY,
    };
  };
}
