import * as z from "zod";
import { altText, entry, imageKey, sitePath, slug, text } from "../fields.schema.ts";

const listed = {
  title: text,
  /** The title in the lists of current and past projects, where past ones carry their year. */
  listTitle: text,
  /** Link of the list item; null for none. */
  listLink: sitePath.nullable(),
  status: z.enum(["current", "past"]),
  /** An id of project-categories.json. */
  category: slug,
  location: text,
  years: text,
  /** One or two sentences for a card. */
  description: text,
  image: imageKey,
  imageAlt: altText,
  /** Place in the lists, from 1. */
  order: z.int().positive(),
};

/** Projects with a page; the body is the overview. */
const detailed = entry({
  ...listed,
  detail: z.literal(true),
  funder: text,
  duration: text,
  implementationArea: text,
  targetGroup: text,
  focusArea: z.array(text).min(1),
  /** Our Role & Commitment: one or two sentences for each point. */
  role: z.array(text).min(1),
});

const listedOnly = entry({ ...listed, detail: z.literal(false) });

export const projectSchema = z.discriminatedUnion("detail", [detailed, listedOnly], {
  error: "must be true or false",
});

export type ProjectFrontMatter = z.infer<typeof projectSchema>;
