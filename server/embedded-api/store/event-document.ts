import { z } from "zod";
import { EVENT_STATUSES } from "../../../shared/model/event-status.ts";
import type { StoredItem } from "./item-table.ts";
import { storedImageSchema } from "./stored-image.ts";

const eventFields = {
  title: z.string(),
  status: z.enum(EVENT_STATUSES),
  /** As the date of the item. */
  end_date: z.string().nullable(),
  location: z.string().nullable(),
  excerpt: z.string().nullable(),
  /** HTML. */
  description: z.string().nullable(),
  image: storedImageSchema.nullable(),
  /** Shillings, or free text. */
  ticket_price: z.union([z.number(), z.string()]).nullable(),
};

/** The fields of an event that this API treats in any way; others are stored and sent as they are. */
export const eventDocument = z.looseObject({
  ...eventFields,
  /** Slugs. */
  related_events: z.array(z.string()),
});

/** What a writer decides of an event; see `routes/event-body.ts`. Fields that it does not name stay as they are. */
const eventChange = z.object(eventFields);
export interface EventDraft {
  date: string;
  document: z.infer<typeof eventChange>;
}

export type EventDocument = z.infer<typeof eventDocument>;
export type StoredEvent = StoredItem<EventDocument>;
