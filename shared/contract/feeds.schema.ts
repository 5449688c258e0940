import { z } from "zod";
import { eventCard } from "../model/event-item.schema.ts";
import { newsCard } from "../model/news-item.schema.ts";

/** One page of the news feed: spec section 2, "Shows a featured news item ... up to 5 more". */
export const newsFeed = z
  .object({
    featured: newsCard
      .nullable()
      .meta({ description: "The flagged item, else the first; on page 1." }),
    items: z.array(newsCard),
    page: z.int(),
    pages: z.int(),
    total: z.int(),
  })
  .meta({ description: "A page of the news as the site shows it." });
export type NewsFeed = z.infer<typeof newsFeed>;

/** Events by the server's clock: under way, to come, and over. */
export const eventsFeed = z
  .object({
    happeningNow: z.array(eventCard),
    upcoming: z.array(eventCard).meta({ description: "At most six, soonest first." }),
    past: z.array(eventCard).meta({ description: "Newest first." }),
    pastPage: z.int(),
    pastPages: z.int(),
  })
  .meta({
    description: "The events as the site shows them, by the server's clock.",
  });
export type EventsFeed = z.infer<typeof eventsFeed>;
