import { ITEM_RULES } from "../../../server/source/resources.ts";
import { openStore } from "../../../server/store/store.ts";
import type { StoredEventItem } from "../../../shared/model/event-item.schema.ts";
import type { StoredNewsItem } from "../../../shared/model/news-item.schema.ts";

const HOUR_AGO_MS = 3_600_000;

/** Stores items in a data folder the way a run of the site would: the list, and each item by its slug. */
export async function storeItems(
  dataDir: string,
  { news = [], events = [] }: { news?: StoredNewsItem[]; events?: StoredEventItem[] },
): Promise<void> {
  const store = await openStore(dataDir);
  for (const [tag, items] of [
    ["news", news],
    ["events", events],
  ] as const) {
    const { stored } = ITEM_RULES[tag];
    const about = { fetchedAt: Date.now() - HOUR_AGO_MS, shape: stored.digest, changeId: 0 };
    const rows = [
      { key: `${tag} list`, value: JSON.stringify(items), ...about },
      ...items.map((one) => ({
        key: `${tag} slug ${one.slug}`,
        value: JSON.stringify(one),
        ...about,
      })),
    ];
    await store.db.insertInto("sourceResponses").values(rows).execute();
  }
  await store.close();
}
