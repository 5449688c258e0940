import { z } from "zod";
import { EVENT_PERIODS } from "../../shared/contract/site-data.ts";
import { LONGEST_QUERY } from "../../shared/model/search.ts";
import { SEARCH_KINDS } from "../../shared/model/search-kinds.ts";
import { isWrittenDate, startOfDate } from "../../shared/model/written-dates.schema.ts";
import { isSlug, SLUG_RULE } from "../../shared/paths.ts";
import { strictQuery } from "../http/problems.ts";
import { publicShapes } from "./public-items.schema.ts";

/** Returns the schema of a number from 1, in digits only: `0x10`, `1e2` and ` 5` are refused. */
const wholeNumber = (maximum: number, standard: number, description: string) =>
  z
    .string()
    .refine(
      (text) => /^[1-9]\d{0,8}$/.test(text) && Number(text) <= maximum,
      `must be a whole number from 1 to ${maximum}`,
    )
    .transform(Number)
    .default(standard)
    .meta({ type: "integer", minimum: 1, maximum, description, example: 2 });

const limit = wholeNumber(100, 20, "The number of items on a page, from 1 to 100.");
const cursor = z.string().min(1).max(400).optional().meta({
  description:
    "The place to continue from. Take it from links or the Link header of another page of the same list; do not build your own. A list with another filter or sort is another list.",
});
const searchText = z.string().max(LONGEST_QUERY);
const filterText = z.string().trim().min(1).max(150);
const CATEGORY_META = { description: "Only items of this category, ignoring case." };
const TAG_META = { description: "Only items with this tag, ignoring case." };

/** Returns the schema of `fields=`, names separated by commas. The error of an unknown name lists the known names. */
function fieldsParameter(item: z.ZodObject) {
  const known = Object.keys(item.shape);
  return z
    .any()
    .transform((given) =>
      String(given)
        .split(",")
        .map((name) => name.trim()),
    )
    .superRefine((names, context) => {
      const unknown = names.find((name) => !known.includes(name));
      if (unknown === undefined) return;
      const message = `unknown field ${JSON.stringify(unknown.slice(0, 50))}. Choose from ${known.join(", ")}.`;
      context.addIssue({ code: "custom", message });
    })
    .optional()
    .meta({
      type: "array",
      items: { type: "string", enum: known },
      description:
        "The fields of each item to return, separated by commas; by default all fields. In TypeScript, the result is a Pick of the item's type.",
      example: ["slug", "title"],
    });
}

/** The token with which a copy of a list begins. */
const SYNC_START = "start";

/** Reads the number in a sync token. Returns NaN when the text is not a token. */
function readSyncToken(given: string): number {
  if (given === SYNC_START) return 0;
  const text = Buffer.from(given, "base64url").toString();
  return /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
}

export const writeSyncToken = (number: number): string =>
  Buffer.from(String(number)).toString("base64url");

const syncToken = z
  .string()
  .max(30)
  .refine((token) => !Number.isNaN(readSyncToken(token)), `is unknown. Begin with ${SYNC_START}`)
  .transform(readSyncToken)
  .optional()
  .meta({
    description: `Keeps a complete copy of the list. Begin with ${SYNC_START}, read all pages, and store meta.syncToken. Send that token the next time to get the items that changed since then, in the order of ids, and the deleted ones in meta.deleted. It can be combined only with limit, cursor and fields. After 30 days the response is 410: begin again.`,
  });

/** Refuses filters on a list of changes: clients would never hear of an item that leaves the filtered list. */
function withChanges<Shape extends z.ZodRawShape>(query: z.ZodObject<Shape>, narrowing: string[]) {
  return query.superRefine((given: Record<string, unknown>, context) => {
    if (given.syncToken === undefined) return;
    const standards: Record<string, unknown> = { when: "notOver", sort: "source" };
    const [name] = narrowing.filter((one) => {
      const isAll = one === "when" && given.when === "all";
      return given[one] !== undefined && given[one] !== standards[one] && !isAll;
    });
    if (name === undefined) return;
    const message = "cannot be combined with syncToken, which is for the whole list.";
    context.addIssue({ code: "custom", path: [name], message });
  });
}

/** The filters of lists of news and events. No filter has an example, because the page to try the API on would send it. */
const filters = {
  language: z
    .string()
    .refine(
      (tag) => /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(tag),
      "must be a language tag such as en or sw",
    )
    .optional()
    .meta({ description: "Only items in this language, such as sw; en also matches en-GB." }),
  q: searchText
    .refine((text) => /[\p{L}\p{N}]/u.test(text), "must contain a letter or a digit")
    .optional()
    .meta({
      description:
        "Only items that have all of these words, or words that begin with them, in the texts of the list. Case and diacritics are ignored. /bff/search returns the best matches first.",
    }),
  updatedSince: z
    .string()
    // In a query a `+` that was not encoded is a space.
    .transform((text) => text.replace(/ (?=\d\d:?\d\d$)/, "+"))
    .refine(isWrittenDate, "must be a date such as 2026-07-18 or 2026-07-18T09:00:00Z")
    .transform(startOfDate)
    .optional()
    .meta({
      description:
        "Only items that changed at this time or later (updatedAt), in ISO 8601 such as 2026-06-01; without a zone, East Africa Time. A best effort: items that our source shows late, and deleted items, are missing. For a complete copy, use syncToken.",
    }),
};

/** The language of the reader of a view. */
const readerLanguage = z.enum(["en", "sw"]).default("en").meta({
  description:
    "The language of the reader. An item that exists in this language as another item is left out.",
});

export const queries = {
  news: {
    list: withChanges(
      strictQuery({
        limit,
        cursor,
        category: filterText.optional().meta(CATEGORY_META),
        tag: filterText.optional().meta(TAG_META),
        ...filters,
        sort: z.enum(["source", "-publishedAt", "publishedAt"]).default("source").meta({
          description:
            "The order of the items. source is the editors' order at the content source (the default), -publishedAt is newest first, publishedAt is oldest first. Undated items come last.",
        }),
        syncToken,
        fields: fieldsParameter(publicShapes.news.row),
      }),
      ["category", "tag", "language", "q", "updatedSince", "sort"],
    ),
    item: strictQuery({ fields: fieldsParameter(publicShapes.news.item) }),
    view: strictQuery({
      page: wholeNumber(
        9999,
        1,
        "The number of the page, with five items beside the featured one.",
      ),
      category: filterText.nullable().default(null).meta(CATEGORY_META),
      tag: filterText.nullable().default(null).meta(TAG_META),
      lang: readerLanguage,
    }),
  },
  events: {
    list: withChanges(
      strictQuery({
        when: z.enum(EVENT_PERIODS).default("notOver").meta({
          description:
            "The period, by the server's time. notOver is current and upcoming events (the default). Each event is in exactly one of upcoming, now and past, and all of them are in all. An upcoming event starts later, or has no known date. An event is in now until its end, or the end of its last day, and then in past.",
        }),
        limit,
        cursor,
        ...filters,
        sort: z.enum(["source", "startsAt", "-startsAt"]).optional().meta({
          description:
            "The order of the events. startsAt is soonest first (the default), -startsAt is latest first (the default for past events), source is the order of the content source (the default for all). Undated events come last.",
        }),
        syncToken,
        fields: fieldsParameter(publicShapes.events.row),
      }),
      ["when", "language", "q", "updatedSince", "sort"],
    ),
    item: strictQuery({ fields: fieldsParameter(publicShapes.events.item) }),
    view: strictQuery({
      past: wholeNumber(9999, 1, "The number of the page of past events."),
      lang: readerLanguage,
    }),
  },
  search: strictQuery({
    q: searchText.optional().meta({
      description: `The text to search for, at most ${LONGEST_QUERY} characters. Results have all of its words, or words that begin with them. Case and diacritics are ignored, and there are no operators.`,
      example: "clean water",
    }),
    like: z.string().min(1).max(LONGEST_QUERY).optional().meta({
      description: "The path of a page, instead of q, to get further reading on its subject.",
      example: "/projects/current/x",
    }),
    kind: z.enum(SEARCH_KINDS).optional().meta({ description: "Only results of this kind." }),
    limit,
    page: wholeNumber(9999, 1, "The number of the page of results."),
    lang: z.enum(["en", "sw"]).default("en").meta({
      description:
        "The language of pages that exist in English and in Kiswahili. When nothing matches in this language, pages in the other one are returned.",
    }),
  }),
};

const segment = z.string().refine(isSlug, `must be ${SLUG_RULE}`);
export const slugParams = z.object({
  slug: segment.meta({ description: "The slug of the item, as in lists." }),
});
export const idParams = z.object({ id: segment.meta({ description: "The id of the item." }) });
