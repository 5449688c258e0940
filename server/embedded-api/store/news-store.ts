import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { jsonColumn } from "./json-column.ts";
import { type RelatedLink, relatedLinkSchema } from "./related-link.ts";
import { storedImageSchema } from "./stored-image.ts";

const names = jsonColumn(z.array(z.string()));

const newsHeadSchema = z.object({
  id: z.number(),
  slug: z.string(),
  title: z.string(),
  excerpt: z.string(),
  summary: z.string().nullable(),
  featured: z.number().transform((flag) => flag === 1),
  image: jsonColumn(storedImageSchema).nullable(),
  categories: names,
  tags: names,
  author: z.string().nullable(),
  source: z.string().nullable(),
  view_count: z.number(),
  /** ISO 8601, UTC. */
  published_at: z.string(),
});
const newsSchema = newsHeadSchema.extend({ content: z.string() });

/** A news item in a list: all but the text. */
export type StoredNewsHead = z.infer<typeof newsHeadSchema>;

export interface StoredNews extends z.infer<typeof newsSchema> {
  relatedNews: RelatedLink[];
  relatedEvents: RelatedLink[];
}

export interface NewsStore {
  /** Newest first. */
  list: () => StoredNewsHead[];
  byId: (id: number) => StoredNews | null;
  bySlug: (slug: string) => StoredNews | null;
}

const HEAD_COLUMNS = `id, slug, title, excerpt, summary, featured, image, categories, tags, author,
  source, view_count, published_at`;

/** Reads news; the statements are prepared once, here. */
export function createNewsStore(db: DatabaseSync): NewsStore {
  const list = db.prepare(`SELECT ${HEAD_COLUMNS} FROM news ORDER BY published_at DESC, id DESC`);
  const byId = db.prepare(`SELECT ${HEAD_COLUMNS}, content FROM news WHERE id = ?`);
  const bySlug = db.prepare(`SELECT ${HEAD_COLUMNS}, content FROM news WHERE slug = ?`);
  const relatedNews = db.prepare(
    `SELECT n.id, n.slug, n.title FROM news_related_news r JOIN news n ON n.id = r.related_id
     WHERE r.news_id = ? ORDER BY r.position`,
  );
  const relatedEvents = db.prepare(
    `SELECT e.id, e.slug, e.title FROM news_related_events r JOIN events e ON e.id = r.related_id
     WHERE r.news_id = ? ORDER BY r.position`,
  );

  const complete = (row: unknown): StoredNews | null => {
    if (row === undefined) return null;
    const news = newsSchema.parse(row);
    return {
      ...news,
      relatedNews: relatedNews.all(news.id).map((link) => relatedLinkSchema.parse(link)),
      relatedEvents: relatedEvents.all(news.id).map((link) => relatedLinkSchema.parse(link)),
    };
  };

  return {
    list: () => list.all().map((row) => newsHeadSchema.parse(row)),
    byId: (id) => complete(byId.get(id)),
    bySlug: (slug) => complete(bySlug.get(slug)),
  };
}
