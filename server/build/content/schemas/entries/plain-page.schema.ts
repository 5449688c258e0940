import type * as z from "zod";
import { day, entry, text } from "../fields.schema.ts";

export const plainPageSchema = entry({
  title: text,
  subtitle: text,
  /** For search results. */
  description: text,
  updated: day,
});

export type PlainPageFrontMatter = z.infer<typeof plainPageSchema>;
