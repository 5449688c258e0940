import { createHash } from "node:crypto";
import { z } from "zod";
import type { DataTag } from "../../shared/contract/data-tags.ts";
import type {
  EventPeriod,
  EventsFeed,
  EventsFeedQuery,
  NewsFeed,
  NewsFeedQuery,
} from "../../shared/contract/site-data.ts";
import type { Language } from "../../shared/languages.ts";
import { eventTiming } from "../../shared/model/event.ts";
import {
  type EventItem,
  eventCard,
  type StoredEventItem,
  storedEventItem,
} from "../../shared/model/event-item.schema.ts";
import { previewOf } from "../../shared/model/first-words.ts";
import {
  type ItemLink,
  type SafeHtml,
  safeHtml,
  type Translation,
} from "../../shared/model/item-fields.schema.ts";
import {
  type NewsItem,
  newsCard,
  type StoredNewsItem,
  storedNewsItem,
} from "../../shared/model/news-item.schema.ts";
import type { PictureViews } from "../pictures/picture-urls.ts";
import { splitWords } from "../search/words.ts";
import { mapImages } from "./html/sanitise-html.ts";

/** The items of each tag as they are cached, and as they are shown, with every picture served from this site. */
export interface Items {
  news: { stored: StoredNewsItem; shown: NewsItem };
  events: { stored: StoredEventItem; shown: EventItem };
}

export type DateOrder = "source" | "earliest-first" | "latest-first";

export interface ListQuery {
  /** The category or tag of news items, ignoring case. */
  category?: string | null | undefined;
  tag?: string | null | undefined;
  /** The time of events; all events by default. Every event is upcoming, under way or past; an event without a date counts as upcoming. */
  when?: EventPeriod | undefined;
  /** A language tag (BCP 47); `en` matches `en-GB` too. */
  language?: string | undefined;
  /** Words or beginnings of words, which `searchItems` looks for. */
  q?: string | undefined;
  updatedSince?: number | undefined;
  /** The order of the items; by default that of the resource. */
  order?: DateOrder | undefined;
  /** The language of the reader: an item that exists in this language as another item is left out. */
  readIn?: Language | undefined;
  limit?: number;
  /** The `next` or `prev` cursor of another page. */
  cursor?: string | undefined;
}

interface ItemRules<Tag extends DataTag> {
  stored: ReturnType<typeof storedShape<Items[Tag]["stored"]>>;
  dateOf: (item: Items[Tag]["stored"]) => string | null;
  usualOrder: (query: ListQuery) => DateOrder;
  matchesQuery: (item: Items[Tag]["stored"], query: ListQuery, nowMs: number) => boolean;
  /** The fields that are searched for `q`. */
  texts: readonly (keyof Items[Tag]["stored"])[];
}

function storedShape<Item>(schema: z.ZodObject & z.ZodType<Item>) {
  const fields = Object.entries(schema.shape).map(([name, field]) => {
    if (field instanceof z.ZodNullable) return [name, field.default(null)];
    return [name, field instanceof z.ZodArray ? field.default([]) : field];
  });
  const document = JSON.stringify(z.toJSONSchema(schema));
  return {
    /** The digest of the schema. A value written under another schema is still served, and fetched again. */
    digest: createHash("sha256").update(document).digest("base64url").slice(0, 12),
    /** The schema of stored values. Fields that did not exist in the release that wrote the value become null or an empty list. */
    schema: z.object(Object.fromEntries(fields)) as unknown as z.ZodType<Item>,
    /** The HTML fields, which are sanitised again when a value comes from the store. */
    html: Object.keys(schema.shape).filter((name) => schema.shape[name] === safeHtml),
  };
}

const includesWord = (names: readonly string[], wanted: string | null | undefined) =>
  wanted == null || names.some((word) => word.toLowerCase() === wanted.toLowerCase());

export const ITEM_RULES: { [Tag in DataTag]: ItemRules<Tag> } = {
  news: {
    stored: storedShape(storedNewsItem),
    dateOf: ({ publishedAt }) => publishedAt,
    usualOrder: () => "source",
    matchesQuery: ({ categories, tags }, { category, tag }) =>
      includesWord(categories, category) && includesWord(tags, tag),
    texts: ["title", "excerpt", "summary", "body", "categories", "tags", "author", "source"],
  },
  events: {
    stored: storedShape(storedEventItem),
    dateOf: ({ startsAt }) => startsAt,
    usualOrder: ({ when = "all" }) => {
      if (when === "all") return "source";
      return when === "past" ? "latest-first" : "earliest-first";
    },
    matchesQuery: (event, { when = "all" }, nowMs) => {
      const timing = eventTiming(event, nowMs);
      if (when === "all") return true;
      if (when === "notOver") return timing !== "past";
      return when === (timing === "undated" ? "upcoming" : timing);
    },
    texts: ["title", "excerpt", "description", "location", "venueDetails", "contactInfo"],
  },
};

/** Removes links to items that are not public yet, or no longer public, because the titles of such links would reveal the items. */
export function withPublicLinks<Item extends Items[DataTag]["stored"]>(
  item: Item,
  hidden: Readonly<Record<DataTag, ReadonlySet<string>>>,
): Item {
  const publicOf = (links: readonly ItemLink[], tag: DataTag) =>
    links.filter(({ id, slug }) => !hidden[tag].has(id) && !hidden[tag].has(slug));
  if (hidden.news.size === 0 && hidden.events.size === 0) return item;
  const tag = "relatedNews" in item ? "news" : "events";
  const shown = {
    ...item,
    relatedEvents: publicOf(item.relatedEvents, "events"),
    translations: item.translations.filter(({ slug }) => !hidden[tag].has(slug)),
  };
  if (!("relatedNews" in item)) return shown;
  return { ...shown, relatedNews: publicOf(item.relatedNews, "news") };
}

/**
 * Returns an item with every picture served from this site. The editor of an event gets its picture even if broken, because the form
 * sends the picture back.
 */
export function toShown<Tag extends DataTag>(
  tag: Tag,
  item: Items[Tag]["stored"],
  pictures: PictureViews,
  picture: "view" | "written" = "view",
): Items[Tag]["shown"] {
  const shown: Record<string, unknown> = {
    ...item,
    image: item.image && pictures[picture](item.image),
  };
  for (const name of ITEM_RULES[tag].stored.html)
    shown[name] &&= mapImages(shown[name] as SafeHtml, pictures.attributes);
  return shown as unknown as Items[Tag]["shown"];
}

/** Returns the translation of an item into a language; undefined when the item names none, or is in this language itself. */
export const translationInto = (
  { language, translations }: Pick<Items[DataTag]["stored"], "language" | "translations">,
  wanted: Language,
): Translation | undefined =>
  isInLanguage(language, wanted)
    ? undefined
    : translations.find((one) => isInLanguage(one.language, wanted));

/** Leaves out the items that a list has in the language of the reader, too, as other items. */
function withoutTwins<Item extends Items[DataTag]["stored"]>(
  items: readonly Item[],
  language: Language,
): readonly Item[] {
  if (items.every(({ translations }) => translations.length === 0)) return items;
  const listed = new Set(items.map(({ slug }) => slug));
  return items.filter((item) => !listed.has(translationInto(item, language)?.slug ?? ""));
}

/** The number of news items beside the featured one. Spec section 9: "Featured news plus up to 5 others". */
const OTHERS_PER_PAGE = 5;
/** The number of upcoming events. Spec section 9: "up to 6 upcoming events". */
const UPCOMING_LIMIT = 6;
const PAST_PER_PAGE = 6;

export function newsFeed(
  all: readonly StoredNewsItem[],
  { page, language, ...narrowed }: NewsFeedQuery,
  pictures: PictureViews,
): NewsFeed {
  const card = (item: StoredNewsItem) =>
    newsCard.parse({
      ...item,
      excerpt: previewOf(item.excerpt, item.body),
      image: item.image && pictures.card(item.image),
    });
  const items = selectItems("news", all, { ...narrowed, readIn: language, nowMs: 0 });
  const featured = items.find((item) => item.isFeatured) ?? items[0] ?? null;
  const others = items.filter((item) => item !== featured);
  const shown = slicePage(others, page, OTHERS_PER_PAGE);
  return {
    featured: page === 1 && featured ? card(featured) : null,
    items: shown.items.map(card),
    page,
    pages: shown.pages,
    total: items.length,
  };
}

export function eventsFeed(
  all: readonly StoredEventItem[],
  { pastPage, nowMs, language }: EventsFeedQuery & { nowMs: number },
  pictures: PictureViews,
): EventsFeed {
  const card = (event: StoredEventItem) =>
    eventCard.parse({
      ...event,
      excerpt: previewOf(event.excerpt, event.description),
      image: event.image && pictures.card(event.image),
    });
  // Events without a date are left out, because the page shows the date of each event.
  const events = (when: "now" | "upcoming" | "past") =>
    selectItems("events", all, { when, nowMs, readIn: language }).filter(
      ({ startsAt }) => startsAt !== null,
    );
  const past = slicePage(events("past"), pastPage, PAST_PER_PAGE);
  return {
    happeningNow: events("now").map(card),
    upcoming: events("upcoming").slice(0, UPCOMING_LIMIT).map(card),
    past: past.items.map(card),
    pastPage,
    pastPages: past.pages,
  };
}

const slicePage = <Item>(items: readonly Item[], page: number, pageSize: number) => ({
  items: items.slice((page - 1) * pageSize, page * pageSize),
  pages: Math.max(1, Math.ceil(items.length / pageSize)),
});

/**
 * The form of a cursor: after (>) or before (<) an item, the item's index in case the item is gone, the digest of the list, and the
 * sync token of the first page. A cursor by item keeps its place when rows are added.
 */
const CURSOR = /^([<>])(\d{1,9}) ([\w-]{8})(?: @(\d{1,16}))? (.+)$/;

function readCursor(cursor: string) {
  const text = Buffer.from(cursor, "base64url").toString();
  const [, side, index, list, token, id = ""] = CURSOR.exec(text) ?? [];
  return {
    side,
    index: Number(index),
    list,
    token: token === undefined ? null : Number(token),
    id,
  };
}

/** Returns the sync token of the first page that a cursor belongs to; null where there was none. */
export const tokenOfCursor = (cursor: string | undefined): number | null =>
  cursor === undefined ? null : readCursor(cursor).token;

/** Compares ids, the order in which changes are listed. This order is stable whatever happens to the items. */
export const byId = (one: { id: string }, other: { id: string }): number =>
  one.id < other.id ? -1 : Number(one.id > other.id);

/** Returns the bounds of the page at a cursor; null for a cursor of another list or a forged cursor. */
function boundsOf(
  items: readonly { id: string }[],
  { cursor, list, limit, isById }: { cursor: string; list: string; limit: number; isById: boolean },
) {
  const { side, index, id, ...itsOwn } = readCursor(cursor);
  if (itsOwn.list !== list) return null;
  if (isById) {
    const next = items.findIndex((item) => byId(item, { id }) > (side === ">" ? 0 : -1));
    const at = next < 0 ? items.length : next;
    return side === ">" ? { from: at, to: at + limit } : { from: Math.max(0, at - limit), to: at };
  }
  const found = items.findIndex((item) => item.id === id);
  if (side === ">") {
    // If the item is gone, the items after the missing one have moved up by one.
    const from = found >= 0 ? found + 1 : Math.max(0, index - 1);
    return { from, to: from + limit };
  }
  const to = Math.min(found >= 0 ? found : index, items.length);
  return { from: Math.max(0, to - limit), to };
}

interface Place {
  nowMs: number;
  /** The sync token of the first page; null where there is none. */
  token?: number | null;
  /** The token since which the items changed, given only if the items are changes, sorted by id. */
  changedSince?: number | undefined;
}

/** Returns the page at a cursor, with the cursors of its neighbours where there are any; null for a cursor of another list. */
export function listPage<Tag extends DataTag>(
  tag: Tag,
  all: readonly Items[Tag]["stored"][],
  { limit = Number.POSITIVE_INFINITY, cursor, ...given }: ListQuery & Place,
) {
  const { nowMs, token = null, changedSince, ...query } = given;
  const { category, tag: word, when, language, q, updatedSince, order } = query;
  const filters = [category, word, language, q].map((one) => one?.toLowerCase());
  const name = JSON.stringify([tag, ...filters, when, updatedSince, order, changedSince]);
  const list = createHash("sha256").update(name).digest("base64url").slice(0, 8);
  const items = selectItems(tag, all, { ...query, nowMs });
  const isById = changedSince !== undefined;
  const bounds =
    cursor === undefined
      ? { from: 0, to: limit }
      : boundsOf(items, { cursor, list, limit, isById });
  if (bounds === null) return null;
  const { from, to } = bounds;
  const page = items.slice(from, to);
  const [first, last] = [page[0] ?? items.at(-1), page.at(-1)];
  const end = from + page.length;
  const writeCursor = (side: "<" | ">", index: number, { id }: { id: string }) => {
    const about = token === null ? list : `${list} @${token}`;
    return Buffer.from(`${side}${index} ${about} ${id}`).toString("base64url");
  };
  return {
    items: page,
    next: last && end < items.length ? writeCursor(">", end, last) : null,
    prev: first && from > 0 ? writeCursor("<", from, first) : null,
    total: items.length,
  };
}

/** Returns the items that match a query, in its order. Undated items come last, and equal dates keep their order. */
function selectItems<Tag extends DataTag>(
  tag: Tag,
  all: readonly Items[Tag]["stored"][],
  { nowMs, readIn, ...query }: ListQuery & { nowMs: number },
): Items[Tag]["stored"][] {
  const { matchesQuery, usualOrder, dateOf } = ITEM_RULES[tag];
  const readable = readIn === undefined ? all : withoutTwins(all, readIn);
  const items = readable.filter((item) => {
    if (!matchesQuery(item, query, nowMs) || !isInLanguage(item.language, query.language))
      return false;
    return isChangedSince(item.updatedAt, query.updatedSince);
  });
  const order = query.order ?? usualOrder(query);
  if (order === "source") return items;
  const sign = order === "earliest-first" ? 1 : -1;
  const rank = (item: Items[Tag]["stored"]) => {
    const date = dateOf(item);
    return date === null ? Number.MAX_VALUE : sign * Date.parse(date);
  };
  return items.sort((a, b) => rank(a) - rank(b));
}

const isInLanguage = (language: string | null, wanted: string | undefined) =>
  wanted === undefined || `${language}-`.toLowerCase().startsWith(`${wanted.toLowerCase()}-`);

/** Tells whether an item may have changed since a time. An item without a time of change counts as changed. */
const isChangedSince = (updatedAt: string | null, since: number | undefined) =>
  since === undefined || updatedAt === null || Date.parse(updatedAt) >= since;

/** The folded words of cached items: each word once, with a space before it. */
const foldedTexts = new WeakMap<Items[DataTag]["stored"], string>();

/** Folds the texts of an item for `searchItems`, once per item, because folding a list of long texts takes too long for each request. */
export function foldTexts<Tag extends DataTag>(tag: Tag, item: Items[Tag]["stored"]): void {
  if (foldedTexts.has(item)) return;
  const text = ITEM_RULES[tag].texts.flatMap((name) => item[name]).join(" ");
  const terms = new Set(splitWords(text.replaceAll(/<[^<>]*>/g, " ")));
  foldedTexts.set(item, ` ${[...terms].join(" ")}`);
}

/** Returns the items in which every word of `q` is a word or the beginning of one. The texts must have been folded before. */
export function searchItems<Item extends Items[DataTag]["stored"]>(
  items: readonly Item[],
  q: string,
): Item[] {
  const wanted = splitWords(q);
  return items.filter((item) => {
    const folded = foldedTexts.get(item) ?? "";
    return wanted.every((word) => folded.includes(` ${word}`));
  });
}
