import { createHash } from "node:crypto";
import { z } from "zod";
import type { DataTag, When } from "../../shared/contract/site-data.ts";
import { eventTiming } from "../../shared/model/event.ts";
import {
  type EventItem,
  type StoredEventItem,
  storedEventItem,
} from "../../shared/model/event-item.schema.ts";
import { type SafeHtml, safeHtml } from "../../shared/model/item-fields.schema.ts";
import {
  type NewsItem,
  type StoredNewsItem,
  storedNewsItem,
} from "../../shared/model/news-item.schema.ts";
import type { PictureViews } from "../pictures/picture-urls.ts";

/** Items as they are cached, and as they are shown: with every picture from this site. */
export interface Items {
  news: { stored: StoredNewsItem; shown: NewsItem };
  events: { stored: StoredEventItem; shown: EventItem };
}

/** By date, undated items last, or as the source sent them. */
export type DateOrder = "source" | "earliest-first" | "latest-first";

/** What a list is narrowed to, its order, and which page of it. */
export interface ListQuery {
  /** News in one category, with one tag; case is ignored. */
  category?: string | null | undefined;
  tag?: string | null | undefined;
  /** Events at a time; all unless given. Each is upcoming, under way or past; one without a date is upcoming. */
  when?: When | undefined;
  /** A tag of BCP 47; `en` finds `en-GB` too. */
  language?: string | undefined;
  /** Words that the texts have, or words that begin like them. */
  q?: string | undefined;
  updatedSince?: number | undefined;
  /** That of the resource unless given. */
  order?: DateOrder | undefined;
  /** How many items a page has; all unless given. */
  limit?: number;
  /** Where to continue: the `next` or `prev` of another page. */
  cursor?: string | undefined;
}

interface Resource<Tag extends DataTag> {
  stored: ReturnType<typeof storedShape<Items[Tag]["stored"]>>;
  dateOf: (item: Items[Tag]["stored"]) => string | null;
  usualOrder: (query: ListQuery) => DateOrder;
  isFound: (item: Items[Tag]["stored"], query: ListQuery, nowMs: number) => boolean;
  /** Fields that `q` is looked for in. */
  texts: readonly (keyof Items[Tag]["stored"])[];
}

/** How the items of a resource are stored. */
function storedShape<Item>(schema: z.ZodObject & z.ZodType<Item>) {
  const fields = Object.entries(schema.shape).map(([name, field]) => {
    if (field instanceof z.ZodNullable) return [name, field.default(null)];
    return [name, field instanceof z.ZodArray ? field.default([]) : field];
  });
  const document = JSON.stringify(z.toJSONSchema(schema));
  return {
    /** A value written under another schema is fetched again, and served until then. */
    digest: createHash("sha256").update(document).digest("base64url").slice(0, 12),
    /** Fields that the release which wrote the value did not have yet are null or an empty list. */
    schema: z.object(Object.fromEntries(fields)) as unknown as z.ZodType<Item>,
    /** Fields of HTML, which is sanitised again when it comes from the store. */
    html: Object.keys(schema.shape).filter((name) => schema.shape[name] === safeHtml),
  };
}

const hasWord = (words: readonly string[], wanted: string | null | undefined) =>
  wanted == null || words.some((word) => word.toLowerCase() === wanted.toLowerCase());

export const RESOURCES: { [Tag in DataTag]: Resource<Tag> } = {
  news: {
    stored: storedShape(storedNewsItem),
    dateOf: ({ publishedAt }) => publishedAt,
    usualOrder: () => "source",
    isFound: ({ categories, tags }, { category, tag }) =>
      hasWord(categories, category) && hasWord(tags, tag),
    texts: ["title", "excerpt", "summary", "body", "categories", "tags", "author", "source"],
  },
  events: {
    stored: storedShape(storedEventItem),
    dateOf: ({ startsAt }) => startsAt,
    usualOrder: ({ when = "all" }) => {
      if (when === "all") return "source";
      return when === "past" ? "latest-first" : "earliest-first";
    },
    isFound: (event, { when = "all" }, nowMs) => {
      const timing = eventTiming(event, nowMs);
      if (when === "all") return true;
      if (when === "notOver") return timing !== "past";
      return when === (timing === "undated" ? "upcoming" : timing);
    },
    texts: ["title", "excerpt", "description", "location", "venueDetails", "contactInfo"],
  },
};

/** An item with every picture from this site. Who changes an event gets its own also when it is broken: it is sent back. */
export function show<Tag extends DataTag>(
  tag: Tag,
  item: Items[Tag]["stored"],
  pictures: PictureViews,
  picture: "view" | "written" = "view",
): Items[Tag]["shown"] {
  const shown: Record<string, unknown> = {
    ...item,
    image: item.image && pictures[picture](item.image),
  };
  for (const name of RESOURCES[tag].stored.html)
    shown[name] &&= pictures.html(shown[name] as SafeHtml);
  return shown as unknown as Items[Tag]["shown"];
}
