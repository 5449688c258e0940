import type { Asker } from "../../shared/contract/api-data.ts";
import type { NewsItem } from "../../shared/model/news-item.ts";
import type { CopyShapes } from "./copy-shapes.ts";
import { type Copy, createReadThrough, type Keeping, type SourceCall } from "./read-through.ts";

/** The news half of the source, as the service needs it. */
export interface NewsSource {
  newsList(call: SourceCall): Promise<NewsItem[]>;
  newsBySlug(slug: string, call: SourceCall): Promise<NewsItem | null>;
  newsById(id: string, call: SourceCall): Promise<NewsItem | null>;
}

export interface NewsService {
  list(asker: Asker): Promise<Copy<NewsItem[]>>;
  /** Null when the source says there is no such item. */
  bySlug(slug: string, asker: Asker): Promise<Copy<NewsItem | null>>;
  byId(id: string, asker: Asker): Promise<Copy<NewsItem | null>>;
  /** After a write: what is kept is asked for again before it is served. */
  doubt(): void;
}

/** News by the source's clock and order. Rejects with the source's fault. */
export function createNewsService(
  deps: Keeping & { source: NewsSource; shapes: CopyShapes },
): NewsService {
  const { source, shapes, ...keeping } = deps;
  const tagged = { tag: "news", ...keeping } as const;
  const lists = createReadThrough({ kind: "news", shape: shapes.newsItem.array(), ...tagged });
  const items = createReadThrough<NewsItem | null>({
    kind: "news-item",
    shape: shapes.newsItem,
    ...tagged,
  });
  return {
    list: (asker) => lists.read("news", asker, (call) => source.newsList(call)),
    bySlug: (slug, asker) =>
      items.read(`slug:${slug}`, asker, (call) => source.newsBySlug(slug, call)),
    byId: (id, asker) => items.read(`id:${id}`, asker, (call) => source.newsById(id, call)),
    doubt: () => {
      lists.doubt();
      items.doubt();
    },
  };
}
