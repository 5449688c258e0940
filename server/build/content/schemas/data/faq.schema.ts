import * as z from "zod";
import { button, entry, hero, meta, slug, text } from "../fields.schema.ts";

export const faqSchema = z.strictObject({
  meta,
  hero,
  items: z
    .array(entry({ id: slug, question: text, answer: text, more: button.exactOptional() }))
    .min(8),
  contact: entry({ text, link: button }),
});
