import type { NewsItem } from "../../../shared/model/news-item.ts";
import type { CachedValueSchemas } from "../cache/cached-value-schemas.ts";
import type { SourceCall, SwrCacheDeps } from "../cache/swr-cache.ts";
import { createItemService, type ItemService } from "../items/item-service.ts";

export interface NewsSource {
  newsList(call: SourceCall): Promise<NewsItem[]>;
  newsBySlug(slug: string, call: SourceCall): Promise<NewsItem | null>;
  newsById(id: string, call: SourceCall): Promise<NewsItem | null>;
}

export type NewsService = ItemService<NewsItem>;

export function createNewsService({
  source,
  schemas,
  ...cache
}: SwrCacheDeps & { source: NewsSource; schemas: CachedValueSchemas }): NewsService {
  return createItemService({
    ...cache,
    tag: "news",
    schema: schemas.newsItem,
    source: { list: source.newsList, bySlug: source.newsBySlug, byId: source.newsById },
  });
}
