import { z } from "zod";
import { anything, rowIdentity } from "./row-identity.ts";

/**
 * One news item as the source sends it. Only its identity is required; any other field may hold
 * anything.
 */
export const rawNewsItem = z.object({
  ...rowIdentity,
  excerpt: anything,
  introduction: anything,
  summary: anything,
  content: anything,
  featured: anything,
  image_url: anything,
  image: anything,
  featured_image: anything,
  categories: anything,
  category: anything,
  tags: anything,
  author: anything,
  author_name: anything,
  source: anything,
  published_at: anything,
  publish_date: anything,
  createdAt: anything,
  view_count: anything,
  related_news: anything,
  related_events: anything,
});

export type RawNewsItem = z.infer<typeof rawNewsItem>;
