import * as z from "zod";
import { entry, sitePath, slug, text } from "../fields.schema.ts";

const link = entry({ text, link: sitePath });

export const navigationSchema = z.strictObject({
  header: z.array(entry({ text, link: sitePath, highlighted: z.boolean() })).min(1),
  footer: z.array(entry({ id: slug, title: text, links: z.array(link).min(1) })).min(1),
});

/** Status 308: permanent, and the method stays the same. */
export const redirectsSchema = z.strictObject({
  redirects: z.array(entry({ from: sitePath, to: sitePath })),
});
