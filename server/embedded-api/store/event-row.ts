import { z } from "zod";
import { jsonColumn } from "./json-column.ts";
import type { RelatedLink } from "./related-link.ts";
import { storedImageSchema } from "./stored-image.ts";

/** One row of the events table, tidy: one name for one thing. */
export const eventRowSchema = z.object({
  id: z.number(),
  slug: z.string(),
  title: z.string(),
  status: z.enum(["scheduled", "cancelled"]),
  /** An instant (ISO 8601, UTC) or a day of Dar es Salaam (`2026-09-24`). */
  starts_at: z.string(),
  ends_at: z.string().nullable(),
  location: z.string().nullable(),
  venue_details: z.string().nullable(),
  excerpt: z.string().nullable(),
  /** HTML. */
  description: z.string().nullable(),
  image: jsonColumn(storedImageSchema).nullable(),
  /** Shillings, or free text. */
  ticket_price: jsonColumn(z.union([z.number(), z.string()])).nullable(),
  registration_link: z.string().nullable(),
  contact_info: z.string().nullable(),
  map_embed_url: z.string().nullable(),
  version: z.number(),
  updated_at: z.string(),
});

export type StoredEventRow = z.infer<typeof eventRowSchema>;

export interface StoredEvent extends StoredEventRow {
  relatedEvents: RelatedLink[];
}

/** What a writer decides; the store adds the rest. */
export type EventDraft = Omit<StoredEventRow, "id" | "slug" | "version" | "updated_at">;
