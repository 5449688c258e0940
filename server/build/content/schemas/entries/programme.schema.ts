import * as z from "zod";
import { altText, entry, imageKey, slug, text } from "../fields.schema.ts";

/** A page below /our-work. */
export const programmeSchema = entry({
  title: text,
  subtitle: text,
  /** For search results. */
  description: text,
  figure: text,
  unit: text,
  image: imageKey,
  imageAlt: altText,
  /** Slugs of projects to point to. */
  projects: z.array(slug),
  order: z.int().positive(),
});

export type ProgrammeFrontMatter = z.infer<typeof programmeSchema>;
