import { z } from "zod";
import { eventItem } from "../../../shared/model/event-item.schema.ts";
import { newsItem } from "../../../shared/model/news-item.schema.ts";
import { isSlug, SLUG_RULE } from "../../contract/slug.ts";
import { fieldsOf } from "./selected-fields.ts";

/** A query string: unknown parameters are refused, so that a typing error does not return everything. */
function query<Shape extends z.ZodRawShape>(shape: Shape) {
  const names = Object.keys(shape).join(", ");
  const error = (issue: { code?: string }) =>
    issue.code === "unrecognized_keys" ? `is no parameter here. Choose from ${names}.` : undefined;
  return z.strictObject(shape, { error });
}

const limit = z.coerce.number().int().min(1).max(100).default(20).meta({
  description: "How many items a page holds, 1 to 100.",
  example: 2,
});
const cursor = z.string().min(1).max(400).optional().meta({
  description:
    "Where to go on: taken from links or the Link header of another page, never made up.",
});
const word = z.string().trim().min(1).max(150);
const category = word.meta({ description: "Of this category alone, upper or lower case." });
const tag = word.meta({ description: "With this tag alone, upper or lower case." });

const newsFieldsParameter = fieldsOf(newsItem);
const eventFieldsParameter = fieldsOf(eventItem);

export const newsListQuery = query({
  limit,
  cursor,
  category: category.optional(),
  tag: tag.optional(),
  fields: newsFieldsParameter,
});

export const eventListQuery = query({
  when: z.enum(["upcoming", "past", "all"]).default("upcoming").meta({
    description: "By the server's clock: still to come (the default), over, or all.",
  }),
  limit,
  cursor,
  fields: eventFieldsParameter,
});

export const newsItemQuery = query({ fields: newsFieldsParameter });
export const eventItemQuery = query({ fields: eventFieldsParameter });

const page = z.coerce.number().int().min(1).max(9999).default(1);
export const newsFeedQuery = query({
  page: page.meta({ description: "Five items a page, beside the featured one." }),
  category: category.nullable().default(null),
  tag: tag.nullable().default(null),
});
export const eventsFeedQuery = query({
  past: page.meta({ description: "Which page of the events that are over." }),
});

const segment = z.string().refine(isSlug, `must be ${SLUG_RULE}`);
export const slugParams = z.object({
  slug: segment.meta({ description: "The item's slug, as lists hold it." }),
});
export const idParams = z.object({ id: segment.meta({ description: "The item's id." }) });
