import { z } from "zod";

export const optionalText = z.string().nullable();

export const httpUrl = z.url({ protocol: /^https?$/ });

declare const safe: unique symbol;

/**
 * HTML that may be rendered as it is: HTML of the source that `server/source/html/sanitise-html.ts` has
 * sanitised, or our own compiled Markdown, which allows no HTML (`server/content/markdown.ts`).
 * Only `client/components/article/rich-text.tsx` renders such HTML.
 */
export type SafeHtml = string & { readonly [safe]: true };

/**
 * Sanitised HTML, or null. The schema checks only for text: `server/source/data-cache.ts` sanitises again
 * any HTML from outside the process. `resources.ts` finds the fields by this very object.
 */
export const safeHtml: z.ZodNullable<z.ZodType<SafeHtml, string>> = z
  .nullable(z.string() as unknown as z.ZodType<SafeHtml, string>)
  .meta({
    description:
      "Sanitised HTML without scripts, styles, forms, ids and classes. Pictures have URLs relative to this site. Null when there is no text.",
    example: "<p>The taps opened before dawn.</p>",
  });

const itemLanguage = z.string().nullable().meta({
  description:
    "A language tag (BCP 47), as the source states it or else as detected from the text; null when uncertain.",
  example: "en",
});

export const datePrecision = z.enum(["day", "time", "unknown", "invalid"]).meta({
  id: "DatePrecision",
  description:
    "The precision of a date. `day` and `time` are valid dates. For `unknown` (missing) and `invalid` (not readable), the date is null.",
  example: "time",
});
export type DatePrecision = z.infer<typeof datePrecision>;

/**
 * A date: UTC for an instant; for a day midnight in Dar es Salaam (`2025-05-20T00:00:00+03:00`), so that the text starts with the
 * local date.
 */
export const dateAt = z.iso.datetime({ offset: true }).nullable().meta({
  description:
    "ISO 8601: UTC for an instant, midnight in Dar es Salaam (+03:00) for a day. Null when unknown.",
  example: "2026-03-22T06:30:00Z",
});

export const updatedAt = dateAt.meta({
  description:
    "The time of the last change in UTC, as the source states it, or else when this site first saw the content.",
  example: "2026-03-22T06:30:00Z",
});

/** A date with its precision; `at` is null when `precision` is `unknown` or `invalid`. */
export interface ItemDate {
  at: z.infer<typeof dateAt>;
  precision: DatePrecision;
}

/** Returns the fields that cards of news and events share, with the examples of one kind. */
export const cardFields = (example: Record<"id" | "slug" | "title" | "excerpt", string>) => ({
  id: z.string().meta({ example: example.id }),
  slug: z.string().meta({ description: "The segment of the item's URLs.", example: example.slug }),
  language: itemLanguage,
  title: z.string().meta({ example: example.title }),
  excerpt: optionalText.meta({
    description: "Short plain text for a card.",
    example: example.excerpt,
  }),
});

export const itemLink = z
  .object({
    id: z.string().meta({ example: "104" }),
    slug: z.string().meta({ example: "handwashing-stations" }),
    title: z.string().meta({ example: "Handwashing stations in twelve schools" }),
  })
  .meta({ id: "ItemLink", description: "A related item." });
export type ItemLink = z.infer<typeof itemLink>;

/** The languages in which an item exists as another item. */
export const translations = z
  .array(
    z
      .object({
        language: z.string().meta({ description: "A language tag (BCP 47).", example: "sw" }),
        slug: z.string().meta({ example: "siku-ya-maji-safi" }),
      })
      .meta({ id: "Translation", description: "The same item in another language." }),
  )
  .meta({
    description:
      "The same item in other languages, as items of their own with slugs of their own. Empty when the source names none.",
  });
export type Translation = z.infer<typeof translations>[number];
