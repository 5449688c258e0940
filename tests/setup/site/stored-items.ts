import { openCacheStore } from "../../../server/bff/cache/cache-store.ts";
import { ITEM_KINDS } from "../../../server/bff/items/item-kinds.ts";
import type { StoredEventItem } from "../../../shared/model/event-item.schema.ts";
import type { StoredNewsItem } from "../../../shared/model/news-item.schema.ts";

const HOUR_AGO_MS = 3_600_000;

/** Leaves items in a data folder as a run of the site would: the list, and each item by its slug. */
export function storeItems(
  dataDir: string,
  { news = [], events = [] }: { news?: StoredNewsItem[]; events?: StoredEventItem[] },
): void {
  const kinds = [ITEM_KINDS.news, ITEM_KINDS.events];
  const store = openCacheStore({
    dataDir,
    kinds: kinds.flatMap(({ list, item }) => [list, item]),
    policy: { maxEntries: 100, maxBytes: 10_000_000 },
    now: Date.now,
    onDiskError: (error) => {
      throw error;
    },
    onUnreadable: ({ kind }) => {
      throw new Error(`${kind} cannot be read`);
    },
  });
  const about = {
    fetchedAtMs: Date.now() - HOUR_AGO_MS,
    isInvalidated: false,
    isOutdated: false,
  };
  for (const [kind, items] of [
    ["news", news],
    ["events", events],
  ] as const) {
    const { list, item } = ITEM_KINDS[kind];
    store.set(`${list.name} ${list.name}`, { ...about, value: items, json: JSON.stringify(items) });
    for (const value of items)
      store.set(`${item.name} slug:${value.slug}`, {
        ...about,
        value,
        json: JSON.stringify(value),
      });
  }
  store.close();
}
