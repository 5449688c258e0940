import { z } from "zod";
import { LONGEST_QUERY, SEARCH_KINDS } from "../../shared/model/search.ts";
import { isSlug, SLUG_RULE } from "../../shared/paths.ts";
import { publicEvent, publicNews } from "./public-items.schema.ts";

/** A query string: unknown parameters are refused, so that a typing error does not return everything. */
function query<Shape extends z.ZodRawShape>(shape: Shape) {
  const names = Object.keys(shape).join(", ");
  const error = (issue: { code?: string }) =>
    issue.code === "unrecognized_keys" ? `is no parameter here. Choose from ${names}.` : undefined;
  return z.strictObject(shape, { error });
}

/** A number from 1 in digits alone: `0x10`, `1e2` and ` 5` are none. */
const whole = (maximum: number, standard: number, description: string) =>
  z
    .string()
    .refine(
      (text) => /^[1-9]\d{0,8}$/.test(text) && Number(text) <= maximum,
      `must be a whole number from 1 to ${maximum}`,
    )
    .transform(Number)
    .default(standard)
    .meta({
      type: "integer",
      minimum: 1,
      maximum,
      // zod tells no default of what it transforms: the document's is made of this.
      standard,
      description,
      example: 2,
    });

const limit = whole(100, 20, "How many items a page holds, 1 to 100.");
const cursor = z.string().min(1).max(400).optional().meta({
  description:
    "Where to continue: take it from links or the Link header of another page of the same list; do not build your own. A list with another category, tag, when or sort is another list.",
});
const word = z.string().trim().min(1).max(150);
const OF_CATEGORY = { description: "Of this category alone, upper or lower case." };
const WITH_TAG = { description: "With this tag alone, upper or lower case." };

/** The names in `fields=`, separated by commas. The error of an unknown one names those that exist. */
function fieldsOf(item: z.ZodObject) {
  const known = Object.keys(item.shape);
  return z
    .string()
    .min(1, "must name a field, or be left out")
    .max(500)
    .transform((text) => text.split(",").map((name) => name.trim()))
    .superRefine((names, context) => {
      const unknown = names.find((name) => !known.includes(name));
      if (unknown === undefined) return;
      const message = `${JSON.stringify(unknown.slice(0, 50))} is no field here. Choose from ${known.join(", ")}.`;
      context.addIssue({ code: "custom", message });
    })
    .optional()
    .meta({
      description: `Only these fields of each item, separated by commas; all of them when left out. Any of ${known.join(", ")}.`,
      example: "slug,title",
    });
}
const newsFields = fieldsOf(publicNews);
const eventFields = fieldsOf(publicEvent);

export const newsListQuery = query({
  limit,
  cursor,
  category: word.optional().meta(OF_CATEGORY),
  tag: word.optional().meta(WITH_TAG),
  sort: z.enum(["source", "-publishedAt", "publishedAt"]).default("source").meta({
    description:
      "The order: source is that of the content source, the editors' order (the default); -publishedAt is newest first, publishedAt oldest first. Undated items are last.",
  }),
  fields: newsFields,
});

export const eventListQuery = query({
  when: z.enum(["upcoming", "past", "all"]).default("upcoming").meta({
    description: "By the server's clock: still to come (the default), over, or all.",
  }),
  limit,
  cursor,
  sort: z.enum(["source", "startsAt", "-startsAt"]).optional().meta({
    description:
      "The order: startsAt is soonest first, the default of upcoming events; -startsAt is latest first, the default of past ones; source is that of the content source, the default of all. Undated events are last.",
  }),
  fields: eventFields,
});

export const searchQuery = query({
  q: z
    .string()
    .max(LONGEST_QUERY, `must be ${LONGEST_QUERY} characters at most`)
    .optional()
    .meta({
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
    description: "Of pages that exist in English and in Kiswahili, those in this language.",
  }),
});

export const newsItemQuery = query({ fields: newsFields });
export const eventItemQuery = query({ fields: eventFields });

export const newsFeedQuery = query({
  page: whole(9999, 1, "Five items a page, beside the featured one."),
  category: word.nullable().default(null).meta(OF_CATEGORY),
  tag: word.nullable().default(null).meta(WITH_TAG),
});
export const eventsFeedQuery = query({
  past: whole(9999, 1, "Which page of the events that are over."),
});

const segment = z.string().refine(isSlug, `must be ${SLUG_RULE}`);
export const slugParams = z.object({
  slug: segment.meta({ description: "The item's slug, as lists hold it." }),
});
export const idParams = z.object({ id: segment.meta({ description: "The item's id." }) });
