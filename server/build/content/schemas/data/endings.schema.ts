import * as z from "zod";
import { button, entry, text } from "../fields.schema.ts";

const ending = entry({ title: text, text, actions: z.array(button).length(2) });

/** The last band of a page: what a visitor can do next, different by page. */
export const endingsSchema = z.strictObject({
  article: ending,
  event: ending,
  gallery: ending,
  faq: ending,
  about: ending,
  ourWork: ending,
});
