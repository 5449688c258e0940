import type { NewsItem } from "../../../shared/model/news-item.ts";
import type { RequestContext } from "../../contract/request-context.ts";
import type { CachedValueSchemas } from "../cache/cached-value-schemas.ts";
import {
  type Cached,
  type CacheRules,
  createReadThrough,
  type SourceCall,
} from "../cache/swr-cache.ts";

/** The news half of the source, as the service needs it. */
export interface NewsSource {
  newsList(call: SourceCall): Promise<NewsItem[]>;
  newsBySlug(slug: string, call: SourceCall): Promise<NewsItem | null>;
  newsById(id: string, call: SourceCall): Promise<NewsItem | null>;
}

export interface NewsService {
  list(context: RequestContext): Promise<Cached<NewsItem[]>>;
  /** Null when the source says there is no such item. */
  bySlug(slug: string, context: RequestContext): Promise<Cached<NewsItem | null>>;
  byId(id: string, context: RequestContext): Promise<Cached<NewsItem | null>>;
  /** After a write: what is kept is asked for again before it is served. */
  invalidate(): void;
}

/** News by the source's clock and order. Rejects with the source's fault. */
export function createNewsService(
  deps: CacheRules & { source: NewsSource; shapes: CachedValueSchemas },
): NewsService {
  const { source, shapes, ...cacheRules } = deps;
  const tagged = { tag: "news", ...cacheRules } as const;
  const lists = createReadThrough({ kind: "news", shape: shapes.newsItem.array(), ...tagged });
  const items = createReadThrough<NewsItem | null>({
    kind: "news-item",
    shape: shapes.newsItem,
    ...tagged,
  });
  return {
    list: (context) => lists.read("news", context, (call) => source.newsList(call)),
    bySlug: (slug, context) =>
      items.read(`slug:${slug}`, context, (call) => source.newsBySlug(slug, call)),
    byId: (id, context) => items.read(`id:${id}`, context, (call) => source.newsById(id, call)),
    invalidate: () => {
      lists.invalidate();
      items.invalidate();
    },
  };
}
