import { z } from "zod";
import type { DataTag } from "../../shared/contract/data-tags.ts";
import { eventCard, eventItem } from "../../shared/model/event-item.schema.ts";
import { httpUrl } from "../../shared/model/item-fields.schema.ts";
import { newsCard, newsItem } from "../../shared/model/news-item.schema.ts";
import { searchHit, searchResults } from "../../shared/model/search-results.schema.ts";
import { paths } from "../../shared/paths.ts";

const meta = z.object({
  now: z.iso.datetime().meta({ description: "The server's time, rounded down to the minute." }),
  fetchedAt: z.iso.datetime().meta({ description: "The time at which the source sent this data." }),
  stale: z
    .boolean()
    .meta({ description: "True when the source is down and the data comes from a cache." }),
});
const outcomeMeta = meta.meta({
  id: "AnswerMeta",
  description: "The age of the data and the server's time, in ISO 8601 UTC.",
});
const total = z.int().nonnegative().meta({ description: "The number of items on all pages." });
const listMeta = meta
  .extend({
    total,
    nextCursor: z.string().nullable().meta({
      description: "The cursor of the next page, as in links.next; null on the last page.",
    }),
    syncToken: z.string().nullable().meta({
      description:
        "Send this token as syncToken the next time, to get the changes since the first of these pages. All pages have the same token. Null while changes cannot be recorded.",
    }),
    deleted: z
      .array(
        z.object({
          id: z.string(),
          slug: z.string(),
          deletedAt: z.iso
            .datetime()
            .meta({ description: "The time at which this site noticed the deletion." }),
        }),
      )
      .meta({
        description:
          "With syncToken, on the first page: the items that were deleted or withdrawn since then. Remove them first; items that have come back are in data.",
      }),
  })
  .meta({ id: "ListMeta" });

const links = z.record(z.string(), z.string().nullable()).meta({
  id: "Links",
  description: "The same item in other formats, as URLs relative to the site.",
});
const listLinks = z
  .object({
    self: z.string(),
    next: z.string().nullable().meta({ description: "The URL of the next page." }),
    prev: z.string().nullable().meta({ description: "The URL of the previous page." }),
    first: z.string(),
  })
  .meta({
    id: "ListLinks",
    description: "Links to the pages of the list, also sent in the Link header.",
  });

export const envelope = <T extends z.ZodType>(data: T) =>
  z.object({ data, meta: outcomeMeta, links });

/** Returns the envelope of a list: `meta.total` counts the items of all pages, `links.next` is the next page. */
export const listEnvelope = <T extends z.ZodType>(item: T, ofList: z.ZodObject = listMeta) =>
  z.object({ data: z.array(item), meta: ofList, links: listLinks });

const addressFields = (page: string, self: string) => ({
  url: httpUrl.meta({
    description: "The absolute URL of the page.",
    example: `https://www.example.org${page}`,
  }),
  self: httpUrl.meta({
    description: "The absolute URL under /bff, which stays when the slug changes.",
    example: `https://www.example.org${self}`,
  }),
});
const newsAddresses = addressFields("/news-events/news/clean-water-day", "/bff/news/id/101");
const eventAddresses = addressFields("/events/wash-forum-bagamoyo", "/bff/events/id/501");

const publicNews = newsItem.extend(newsAddresses).meta({
  id: "NewsItem",
  description:
    "A news item. Every key is always present: missing values are null or an empty list.",
});
export const publicEvent = eventItem.extend(eventAddresses).meta({
  id: "EventItem",
  description: "An event. Every key is always present: missing values are null or an empty list.",
});

const publicNewsCard = newsCard
  .extend(newsAddresses)
  .meta({ id: "NewsCard", description: "The fields of a news card." });
const publicEventCard = eventCard
  .extend(eventAddresses)
  .meta({ id: "EventCard", description: "The fields of an event's card." });

/** The shapes of an item alone, of a row (without the fields that sources send only with an item alone), and of a page of the site. */
export const publicShapes = {
  news: {
    item: publicNews,
    row: publicNews.omit({ body: true, relatedNews: true, relatedEvents: true }).meta({
      id: "NewsRow",
      description:
        "A news item in a list, without the body and related items, which its self URL has.",
    }),
    view: z
      .object({
        featured: publicNewsCard
          .nullable()
          .meta({ description: "The featured item, or else the first item; on page 1 only." }),
        items: z.array(publicNewsCard),
        page: z.int(),
        pages: z.int(),
        total: z.int(),
      })
      .meta({ id: "NewsView", description: "A page of the news as the site shows it." }),
  },
  events: {
    item: publicEvent,
    row: publicEvent.omit({ relatedEvents: true }).meta({
      id: "EventRow",
      description: "An event in a list, without related events, which its self URL has.",
    }),
    view: z
      .object({
        happeningNow: z.array(publicEventCard),
        upcoming: z.array(publicEventCard).meta({ description: "At most six, soonest first." }),
        past: z.array(publicEventCard).meta({ description: "Newest first." }),
        pastPage: z.int(),
        pastPages: z.int(),
      })
      .meta({
        id: "EventsView",
        description: "The events as the site shows them, by the server's time.",
      }),
  },
};

const publicSearchHit = searchHit
  .extend({
    url: httpUrl.meta({
      description: "The absolute URL of the page.",
      example: "https://www.example.org/our-work",
    }),
  })
  .meta({ id: "SearchHit", description: "A page or an item that matches the query." });

const { items: _hits, total: _total, ...aboutResults } = searchResults.shape;
const searchMeta = meta.extend({ total, ...aboutResults }).meta({ id: "SearchMeta" });
export const publicSearchResults = listEnvelope(publicSearchHit, searchMeta);

/** Returns functions that add the absolute URLs of an item: its page, and its URL under `/bff`. */
export function createAddresses(publicOrigin: string) {
  const addressed =
    (pageOf: (slug: string) => string, tag: DataTag) =>
    <Item extends { id: string; slug: string }>(item: Item) => ({
      ...item,
      url: publicOrigin + pageOf(item.slug),
      self: `${publicOrigin}/bff/${tag}/id/${encodeURIComponent(item.id)}`,
    });
  return { news: addressed(paths.newsItem, "news"), events: addressed(paths.event, "events") };
}
