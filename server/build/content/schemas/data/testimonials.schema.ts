import * as z from "zod";
import { altText, button, entry, hero, imageKey, meta, slug, text } from "../fields.schema.ts";

const category = z.enum(["beneficiary", "partner"]);

const testimonial = entry({
  id: slug,
  name: text,
  role: text,
  avatar: imageKey,
  avatarAlt: altText,
  quote: text,
  category,
});

export const testimonialsSchema = z.strictObject({
  meta,
  hero,
  filters: z.array(entry({ value: z.enum(["all", ...category.options]), label: text })).length(3),
  items: z.array(testimonial).min(6),
  shareYourStory: entry({ title: text, text, link: button }),
});
