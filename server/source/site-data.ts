import type { FastifyInstance } from "fastify";
import type { DataTag, Outcome, SiteData } from "../../shared/contract/site-data.ts";
import type { SearchQuery } from "../../shared/model/search.ts";
import type { SearchResults } from "../../shared/model/search-results.schema.ts";
import { MINUTE_MS } from "../../shared/time.ts";
import type { DataState, SourceNote } from "../http/request-log.ts";
import type { PictureViews } from "../pictures/picture-urls.ts";
import { inSlices } from "./content-api-client.ts";
import type { Cached, DataCache } from "./data-cache.ts";
import { unavailable } from "./http/upstream-error.ts";
import type { ItemVersions } from "./item-versions.ts";
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
import {
  type ComparedList,
  neededState,
  type SyncPage,
  type SyncQuery,
  type SyncRefusal,
  syncPage,
} from "./sync-page.ts";

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

/** Reads of those who keep what they read: they wait until the store knows it, where a page does not. */
function readsForPrograms(cache: DataCache, versions: ItemVersions, context: RequestContext) {
  async function itemOf<Tag extends DataTag>(tag: Tag, by: "slug" | "id", name: string) {
    const cached = await cache.item(tag, by, name, context);
    if (cached.value !== null) await versions.noted(cached.value);
    return cached;
  }
  /** A list, of which `q` leaves the items with its words. */
  async function listOf<Tag extends DataTag>(
    tag: Tag,
    query: SyncQuery & Pick<ListQuery, "q">,
  ): Promise<Cached<ComparedList<Tag>>> {
    const cached = await cache.list(tag, context);
    const state = await versions.stateOf(tag, cached.value, neededState(query));
    const { q } = query;
    if (q === undefined) return { ...cached, value: { items: cached.value, state } };
    await inSlices(cached.value, (item) => foldTexts(tag, item), context.signal);
    return { ...cached, value: { items: withWords(cached.value, q), state } };
  }
  return { itemOf, listOf };
}

/** An error of the source becomes an outcome without details. The clock is that of the minute: equal data gives equal bytes. */
export function createDataFor(app: FastifyInstance, cache: DataCache, versions: ItemVersions) {
  const { siteSearch, source, clock } = app;
  const minute = () => Math.floor(clock() / MINUTE_MS) * MINUTE_MS;
  const dated = <Tag extends DataTag>(tag: Tag, stored: Items[Tag]["stored"]) =>
    versions.dated(tag, withPublicLinks(stored, source.hidden));

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
    const { itemOf, listOf } = readsForPrograms(cache, versions, context);
    const pictures = notingStandIns(app.pictures.views, context);
    const showItem = <Tag extends DataTag>(tag: Tag, item: Items[Tag]["stored"]) =>
      show(tag, dated(tag, item), pictures);
    const pageOf = <Tag extends DataTag>(tag: Tag, slug: string) =>
      outcomeOf(cache.item(tag, "slug", slug, context), (item) => showItem(tag, item));
    const ofPages: SiteData = {
      newsFeed: (query) =>
        outcomeOf(cache.list("news", context), (all) => newsFeed(all, query, pictures)),
      eventsFeed: ({ pastPage }) =>
        outcomeOf(cache.list("events", context), (all) =>
          eventsFeed(all, { pastPage, nowMs: minute() }, pictures),
        ),
      newsItem: (slug) => pageOf("news", slug),
      event: (slug) => pageOf("events", slug),
      // Without it a page is whole, so it is not waited for.
      related: async (path) => ok(siteSearch.isReady ? siteSearch.related(path) : [], minute()),
      // The exact time: this report is never cached.
      sources: async () =>
        ok({ breaker: source.breaker(), sources: source.health.read() }, clock()),
    };
    return {
      ...ofPages,
      bySlug: <Tag extends DataTag>(tag: Tag, slug: string) =>
        outcomeOf(itemOf(tag, "slug", slug), (item) => showItem(tag, item)),
      /** With the item as it is cached: a fetched picture is no change of the item. */
      byId: <Tag extends DataTag>(tag: Tag, id: string) =>
        outcomeOf(itemOf(tag, "id", id), (stored) => {
          const picture = tag === "events" ? "written" : "view";
          return { item: show(tag, dated(tag, stored), pictures, picture), stored };
        }),
      list: <Tag extends DataTag>(tag: Tag, query: ListQuery) =>
        outcomeOf(listOf(tag, query), (all) => {
          const items = all.items.map((item) => dated(tag, item));
          const page = listPage(tag, items, { ...query, nowMs: minute() });
          return page && { ...page, items: page.items.map((one) => show(tag, one, pictures)) };
        }),
      /** A page of a list, or of what has changed since a token, with the token for the next time. */
      syncPage: <Tag extends DataTag>(tag: Tag, query: ListQuery & SyncQuery) =>
        outcomeOf<ComparedList<Tag>, SyncPage<Items[Tag]["shown"]> | SyncRefusal>(
          listOf(tag, query),
          ({ items, state }) => {
            const isStoreUp = app.store.fault() === null;
            const compared = { items: items.map((item) => dated(tag, item)), state };
            const page = syncPage(tag, compared, { ...query, nowMs: minute(), isStoreUp });
            if (typeof page === "string") return page;
            return { ...page, items: page.items.map((one) => show(tag, one, pictures)) };
          },
        ),
      search: async (query: SearchQuery): Promise<Outcome<SearchResults>> =>
        (await siteSearch.becomesReady()) ? ok(siteSearch.search(query), minute()) : NOT_READY,
    };
  };
}
