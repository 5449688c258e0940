import type { FastifyInstance } from "fastify";
import type { DataTag } from "../../shared/contract/data-tags.ts";
import type { Outcome, SiteData } from "../../shared/contract/site-data.ts";
import type { SearchQuery } from "../../shared/model/search.ts";
import type { SearchResults } from "../../shared/model/search-results.schema.ts";
import { MINUTE_MS } from "../../shared/time.ts";
import type { ReadContext } from "../http/read-context.ts";
import type { PictureViews } from "../pictures/picture-urls.ts";
import type { Cached, DataCache } from "./data-cache.ts";
import { unavailable } from "./http/upstream-error.ts";
import { inSlices } from "./in-slices.ts";
import type { ItemVersions } from "./item-versions.ts";
import {
  eventsFeed,
  foldTexts,
  type Items,
  type ListQuery,
  listPage,
  newsFeed,
  searchItems,
  toShown,
  withPublicLinks,
} from "./resources.ts";
import {
  type ComparedList,
  neededState,
  type SyncPage,
  type SyncQuery,
  type SyncRefusal,
  syncPage,
} from "./sync-page.ts";

/** The queries of pages, and the additional queries of `/bff` that no page makes. */
export type BffData = ReturnType<ReturnType<typeof createDataFor>>;

const NOT_READY: Outcome<never> = { kind: "unavailable", status: 503, retryAfterSeconds: 1 };

/** Returns a result with its time in milliseconds. The data is from this process itself, unless it was `read` from the source. */
function ok<T>(data: T, ms: number, read?: { fetchedAt: string; stale: boolean }) {
  const now = new Date(ms).toISOString();
  return { kind: "ok", data, meta: { now, fetchedAt: now, stale: false, ...read } } as const;
}

function reportStandIns(pictures: PictureViews, { onStandIn }: ReadContext): PictureViews {
  const noting =
    <Given, T>(view: (given: Given) => T | null) =>
    (given: Given) => {
      const picture = view(given);
      if (picture === null) onStandIn?.();
      return picture;
    };
  return { ...pictures, card: noting(pictures.card), view: noting(pictures.view) };
}

/** Returns the reads for clients that keep a copy. Unlike a page, these reads wait until the store knows the version of an item. */
function readsForPrograms(cache: DataCache, versions: ItemVersions, context: ReadContext) {
  async function readItem<Tag extends DataTag>(tag: Tag, by: "slug" | "id", name: string) {
    const cached = await cache.readItem(tag, by, name, context);
    if (cached.value !== null) await versions.noted(cached.value);
    return cached;
  }
  /** Reads a list, narrowed by `q` to the items that have its words. */
  async function readList<Tag extends DataTag>(
    tag: Tag,
    query: SyncQuery & Pick<ListQuery, "q">,
  ): Promise<Cached<ComparedList<Tag>>> {
    const cached = await cache.readAndIndex(tag, context);
    const state = await versions.stateOf(tag, cached.value, neededState(query));
    const { q } = query;
    if (q === undefined) return { ...cached, value: { items: cached.value, state } };
    await inSlices(cached.value, (item) => foldTexts(tag, item), context.signal);
    return { ...cached, value: { items: searchItems(cached.value, q), state } };
  }
  return { readItem, readList };
}

/**
 * Creates the queries of a request. An error of the source becomes an outcome without details. The time is rounded down to the minute,
 * so that equal data gives equal bytes.
 */
export function createDataFor(app: FastifyInstance, cache: DataCache, versions: ItemVersions) {
  const { siteSearch, source, clock } = app;
  const minute = () => Math.floor(clock() / MINUTE_MS) * MINUTE_MS;
  const dated = <Tag extends DataTag>(tag: Tag, stored: Items[Tag]["stored"]) =>
    versions.dated(tag, withPublicLinks(stored, source.hidden));

  async function toOutcome<T, A>(
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

  return (context: ReadContext) => {
    const { language = "en" } = context;
    const { readItem, readList } = readsForPrograms(cache, versions, context);
    const pictures = reportStandIns(app.pictures.views, context);
    const showItem = <Tag extends DataTag>(tag: Tag, item: Items[Tag]["stored"]) =>
      toShown(tag, dated(tag, item), pictures);
    const pageOf = <Tag extends DataTag>(tag: Tag, slug: string) =>
      toOutcome(cache.readItem(tag, "slug", slug, context), (item) => showItem(tag, item));
    const ofPages: SiteData = {
      newsFeed: (query) =>
        toOutcome(cache.readAndIndex("news", context), (all) =>
          newsFeed(all, { language, ...query }, pictures),
        ),
      eventsFeed: (query) =>
        toOutcome(cache.readAndIndex("events", context), (all) =>
          eventsFeed(all, { language, ...query, nowMs: minute() }, pictures),
        ),
      newsItem: (slug) => pageOf("news", slug),
      event: (slug) => pageOf("events", slug),
      content: async ({ language, ...query }) => {
        const data = app.content.in(language).select(query);
        return data === null ? { kind: "not-found" } : ok(data, minute());
      },
      // A page is complete without related items, so the page does not wait for the search index.
      related: async (path) => ok(siteSearch.isReady ? siteSearch.related(path) : [], minute()),
      // This report is never cached, so it has the exact time.
      sources: async () =>
        ok({ breaker: source.breaker(), sources: source.health.read() }, clock()),
    };
    return {
      ...ofPages,
      bySlug: <Tag extends DataTag>(tag: Tag, slug: string) =>
        toOutcome(readItem(tag, "slug", slug), (item) => showItem(tag, item)),
      /** Returns the shown item together with the cached one, because a newly fetched picture is not a change of the item. */
      byId: <Tag extends DataTag>(tag: Tag, id: string) =>
        toOutcome(readItem(tag, "id", id), (stored) => {
          const picture = tag === "events" ? "written" : "view";
          return { item: toShown(tag, dated(tag, stored), pictures, picture), stored };
        }),
      list: <Tag extends DataTag>(tag: Tag, query: ListQuery) =>
        toOutcome(readList(tag, query), (all) => {
          const items = all.items.map((item) => dated(tag, item));
          const page = listPage(tag, items, { ...query, nowMs: minute() });
          return page && { ...page, items: page.items.map((one) => toShown(tag, one, pictures)) };
        }),
      /** Returns a page of a list, or of the changes since a token, with the token for the next synchronisation. */
      syncPage: <Tag extends DataTag>(tag: Tag, query: ListQuery & SyncQuery) =>
        toOutcome<ComparedList<Tag>, SyncPage<Items[Tag]["shown"]> | SyncRefusal>(
          readList(tag, query),
          ({ items, state }) => {
            const isStoreUp = app.store.fault() === null;
            const compared = { items: items.map((item) => dated(tag, item)), state };
            const page = syncPage(tag, compared, { ...query, nowMs: minute(), isStoreUp });
            if (typeof page === "string") return page;
            return { ...page, items: page.items.map((one) => toShown(tag, one, pictures)) };
          },
        ),
      search: async (query: SearchQuery): Promise<Outcome<SearchResults>> =>
        (await siteSearch.becomesReady()) ? ok(siteSearch.search(query), minute()) : NOT_READY,
    };
  };
}
