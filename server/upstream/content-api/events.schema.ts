import { z } from "zod";
import { anything, rowIdentity } from "./row-identity.ts";

/** One event as the source sends it. Only its identity is required; any other field may hold anything. */
export const rawEvent = z.object({
  ...rowIdentity,
  start_date: anything,
  date: anything,
  end_date: anything,
  location: anything,
  venue: anything,
  location_address: anything,
  venue_details: anything,
  excerpt: anything,
  description: anything,
  summary: anything,
  image_url: anything,
  image: anything,
  featured_image: anything,
  ticket_price: anything,
  registration_link: anything,
  contact_info: anything,
  map_embed_url: anything,
  related_events: anything,
  status: anything,
  event_status: anything,
  cancelled: anything,
  is_cancelled: anything,
  updated_at: anything,
  updatedAt: anything,
  modified_at: anything,
  createdAt: anything,
  created_at: anything,
});

export type RawEvent = z.infer<typeof rawEvent>;
