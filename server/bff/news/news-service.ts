import type { NewsItem } from "../../../shared/model/news-item.schema.ts";
import type { SourceCall, SwrCacheDeps } from "../cache/swr-cache.ts";
import { ITEM_KINDS } from "../items/item-kinds.ts";
import { createItemService, type ItemService } from "../items/item-service.ts";

export interface NewsSource {
  newsList(call: SourceCall): Promise<NewsItem[]>;
  newsBySlug(slug: string, call: SourceCall): Promise<NewsItem | null>;
  newsById(id: string, call: SourceCall): Promise<NewsItem | null>;
}

export type NewsService = ItemService<NewsItem>;

export function createNewsService({
  source,
  ...cache
}: SwrCacheDeps & { source: NewsSource }): NewsService {
  return createItemService({
    ...cache,
    tag: "news",
    kinds: ITEM_KINDS.news,
    source: { list: source.newsList, bySlug: source.newsBySlug, byId: source.newsById },
  });
}
