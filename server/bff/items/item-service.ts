import { storedEventItem } from "../../../shared/model/event-item.schema.ts";
import { storedNewsItem } from "../../../shared/model/news-item.schema.ts";
import type { RequestContext } from "../../upstream/request-context.ts";
import { type CachedKind, cachedKinds } from "../cache/cached-kind.ts";
import type { Cached, DataCache } from "../cache/data-cache.ts";
import type { SourceCall } from "../cache/entry-loader.ts";

/** The kinds under which the items of a data tag are cached. */
export const ITEM_KINDS = {
  news: cachedKinds({ list: "news", item: "news-item" }, storedNewsItem),
  events: cachedKinds({ list: "events", item: "event-item" }, storedEventItem),
};

/** What a service reads; a single item is null when the source does not have it. */
export interface ItemSource<Item> {
  list(call: SourceCall): Promise<Item[]>;
  bySlug(slug: string, call: SourceCall): Promise<Item | null>;
  byId(id: string, call: SourceCall): Promise<Item | null>;
}

/** Cached items in the order of the source. Rejects with the error of the source. */
export interface ItemService<Item> {
  list(context: RequestContext): Promise<Cached<Item[]>>;
  bySlug(slug: string, context: RequestContext): Promise<Cached<Item | null>>;
  byId(id: string, context: RequestContext): Promise<Cached<Item | null>>;
}

interface Deps<Item> {
  cache: DataCache;
  source: ItemSource<Item>;
  kinds: { list: CachedKind<Item[]>; item: CachedKind<Item | null> };
  /** Called with the list at each read: the same array until it was fetched again. */
  onList: (items: readonly Item[]) => void;
}

export function createItemService<Item>({
  cache,
  source,
  kinds: { list, item },
  onList,
}: Deps<Item>): ItemService<Item> {
  return {
    list: async (context) => {
      const query = { kind: list, key: list.name, context, fetchValue: source.list };
      const cached = await cache.read(query);
      onList(cached.value);
      return cached;
    },
    bySlug: (slug, context) => {
      const fetchValue = (call: SourceCall) => source.bySlug(slug, call);
      return cache.read({ kind: item, key: `slug:${slug}`, context, fetchValue });
    },
    byId: (id, context) => {
      const fetchValue = (call: SourceCall) => source.byId(id, call);
      return cache.read({ kind: item, key: `id:${id}`, context, fetchValue });
    },
  };
}
