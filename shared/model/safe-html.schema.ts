import { z } from "zod";
import type { SafeHtml } from "./safe-html.ts";

/**
 * Sanitised HTML, or null. The schema checks that it is text; what comes from outside the process is
 * sanitised again by `server/bff/cache/cached-item.ts`, which finds the fields by this very object.
 */
export const safeHtml: z.ZodNullable<z.ZodType<SafeHtml, string>> = z
  .nullable(z.string() as unknown as z.ZodType<SafeHtml, string>)
  .meta({
    description:
      "Clean HTML: no scripts, styles, forms, ids or classes. Its pictures are on this site: resolve their URLs against this one. Null when there is none.",
    example: "<p>The taps opened before dawn.</p>",
  });
