import { z } from "zod";
import type { StoredItem } from "./item-table.ts";
import { storedImageSchema } from "./stored-image.ts";

/** The fields of a news item that this API treats in any way; others are stored and sent as they are. */
export const newsDocument = z.looseObject({
  title: z.string(),
  excerpt: z.string(),
  /** HTML. */
  content: z.string(),
  image: storedImageSchema.nullable(),
  categories: z.array(z.string()),
  author: z.string().nullable(),
  /** Slugs. */
  related_news: z.array(z.string()),
  related_events: z.array(z.string()),
});

export type StoredNews = StoredItem<z.infer<typeof newsDocument>>;
