import type { RequestContext } from "../../contract/request-context.ts";
import type { CachedKind } from "../cache/cached-kind.ts";
import {
  type Cached,
  createSwrCache,
  type SourceCall,
  type SwrCacheDeps,
} from "../cache/swr-cache.ts";

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
  /** To be called after a write. */
  invalidate(): void;
}

interface Deps<Item> extends SwrCacheDeps {
  source: ItemSource<Item>;
  kinds: { list: CachedKind<Item[]>; item: CachedKind<Item | null> };
  /** Called with the list at each read: the same array until it was fetched again. */
  onList: (items: readonly Item[]) => void;
}

export function createItemService<Item>({
  source,
  kinds,
  onList,
  ...cache
}: Deps<Item>): ItemService<Item> {
  const lists = createSwrCache<Item[]>({ ...cache, kind: kinds.list });
  const items = createSwrCache<Item | null>({ ...cache, kind: kinds.item });
  return {
    list: async (context) => {
      const cached = await lists.read(kinds.list.name, context, source.list);
      onList(cached.value);
      return cached;
    },
    bySlug: (slug, context) =>
      items.read(`slug:${slug}`, context, (call) => source.bySlug(slug, call)),
    byId: (id, context) => items.read(`id:${id}`, context, (call) => source.byId(id, call)),
    invalidate: () => {
      lists.invalidate();
      items.invalidate();
    },
  };
}
