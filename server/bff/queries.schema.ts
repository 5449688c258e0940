import { z } from "zod";
import { WHEN } from "../../shared/contract/site-data.ts";
import { LONGEST_QUERY, SEARCH_KINDS } from "../../shared/model/search.ts";
import { isWrittenDate, startOfDate } from "../../shared/model/written-dates.schema.ts";
import { isSlug, SLUG_RULE } from "../../shared/paths.ts";
import { strictQuery } from "../http/problems.ts";
import { shapes } from "./public-items.schema.ts";

/** Returns the schema of a number from 1, in digits only: `0x10`, `1e2` and ` 5` are refused. */
const whole = (maximum: number, standard: number, description: string) =>
  z
    .string()
    .refine(
      (text) => /^[1-9]\d{0,8}$/.test(text) && Number(text) <= maximum,
      `must be a whole number from 1 to ${maximum}`,
    )
    .transform(Number)
    .default(standard)
    .meta({ type: "integer", minimum: 1, maximum, description, example: 2 });

const limit = whole(100, 20, "How many items a page holds, 1 to 100.");
const cursor = z.string().min(1).max(400).optional().meta({
  description:
    "Where to continue: take it from links or the Link header of another page of the same list; do not build your own. A list with another filter or sort is another list.",
});
const words = z.string().max(LONGEST_QUERY);
const word = z.string().trim().min(1).max(150);
const OF_CATEGORY = { description: "Of this category alone, upper or lower case." };
const WITH_TAG = { description: "With this tag alone, upper or lower case." };

/** Returns the schema of `fields=`, names separated by commas. The error of an unknown name lists the known names. */
function fieldsOf(item: z.ZodObject) {
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
        "Only these fields of each item, separated by commas; all of them when left out. What is read has these alone: in TypeScript, a Pick of its type.",
      example: ["slug", "title"],
    });
}

/** The token with which a copy of a list begins. */
const SYNC_START = "start";

/** Reads the number in a sync token. Returns NaN when the text is not a token. */
function numberIn(given: string): number {
  if (given === SYNC_START) return 0;
  const text = Buffer.from(given, "base64url").toString();
  return /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
}

export const writeSyncToken = (number: number): string =>
  Buffer.from(String(number)).toString("base64url");

const syncToken = z
  .string()
  .max(30)
  .refine(
    (token) => !Number.isNaN(numberIn(token)),
    `is none that this API gave out; ${SYNC_START} begins`,
  )
  .transform(numberIn)
  .optional()
  .meta({
    description: `For a copy of the whole list that loses nothing: begin with ${SYNC_START}, read all pages, and keep meta.syncToken. Send it the next time, and you get what has changed since then, in the order of ids, and in meta.deleted what is gone. It goes with limit, cursor and fields alone. After 30 days it is 410: begin again.`,
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
    .meta({ description: "In this language alone, such as sw; en finds en-GB too." }),
  q: words
    .refine((text) => /[\p{L}\p{N}]/u.test(text), "must have a letter or a digit")
    .optional()
    .meta({
      description:
        "With all of these words, or words that begin like them, in the texts that the list has; case and diacritics do not matter. /bff/search finds the best first.",
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
        "Changed at this time or later (updatedAt), ISO 8601 such as 2026-06-01; without a zone it is East Africa Time. A best effort: what our source shows late, and what is gone, is in no such list. For a copy that loses nothing, send syncToken.",
    }),
};

export const queries = {
  news: {
    list: withChanges(
      strictQuery({
        limit,
        cursor,
        category: word.optional().meta(OF_CATEGORY),
        tag: word.optional().meta(WITH_TAG),
        ...filters,
        sort: z.enum(["source", "-publishedAt", "publishedAt"]).default("source").meta({
          description:
            "The order: source is that of the content source, the editors' order (the default); -publishedAt is newest first, publishedAt oldest first. Undated items are last.",
        }),
        syncToken,
        fields: fieldsOf(shapes.news.row),
      }),
      ["category", "tag", "language", "q", "updatedSince", "sort"],
    ),
    item: strictQuery({ fields: fieldsOf(shapes.news.item) }),
    view: strictQuery({
      page: whole(9999, 1, "Five items a page, beside the featured one."),
      category: word.nullable().default(null).meta(OF_CATEGORY),
      tag: word.nullable().default(null).meta(WITH_TAG),
    }),
  },
  events: {
    list: withChanges(
      strictQuery({
        when: z.enum(WHEN).default("notOver").meta({
          description:
            "By the server's clock: notOver is what is under way or to come (the default). Each event is in exactly one of upcoming, now and past, and all of them are in all: upcoming starts after now, or has no known date; now is under way until its end, or the end of its last day; past is over.",
        }),
        limit,
        cursor,
        ...filters,
        sort: z.enum(["source", "startsAt", "-startsAt"]).optional().meta({
          description:
            "The order: startsAt is soonest first, the default; -startsAt is latest first, the default of past ones; source is that of the content source, the default of all. Undated events are last.",
        }),
        syncToken,
        fields: fieldsOf(shapes.events.row),
      }),
      ["when", "language", "q", "updatedSince", "sort"],
    ),
    item: strictQuery({ fields: fieldsOf(shapes.events.item) }),
    view: strictQuery({ past: whole(9999, 1, "Which page of the events that are over.") }),
  },
  search: strictQuery({
    q: words.optional().meta({
      description: `What is looked for, ${LONGEST_QUERY} characters at most. All words must be there, or words that begin like them; case and diacritics do not matter. Nothing in it is an operator.`,
      example: "clean water",
    }),
    like: z.string().min(1).max(LONGEST_QUERY).optional().meta({
      description:
        "In place of q: the path of a page, for what else there is to read on its subject.",
      example: "/projects/current/x",
    }),
    kind: z.enum(SEARCH_KINDS).optional().meta({ description: "Results of this kind alone." }),
    limit,
    page: whole(9999, 1, "Which page of the results."),
    lang: z.enum(["en", "sw"]).default("en").meta({
      description:
        "Of pages that exist in English and in Kiswahili, those in this language; where nothing is found, those of the other.",
    }),
  }),
};

const segment = z.string().refine(isSlug, `must be ${SLUG_RULE}`);
export const slugParams = z.object({
  slug: segment.meta({ description: "The item's slug, as lists hold it." }),
});
export const idParams = z.object({ id: segment.meta({ description: "The item's id." }) });
