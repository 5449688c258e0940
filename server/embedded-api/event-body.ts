import { z } from "zod";
import { EVENT_STATUSES } from "../../shared/model/event.ts";
import { endOfDate, isWrittenDate, startOfDate } from "../../shared/model/written-dates.schema.ts";
import type { Draft } from "./documents.ts";
import { optionalText, problemsAsMessage, requiredText } from "./fields.ts";

/** By which events are sorted: a day as it is (`2026-09-24`), a time as an instant in UTC. */
const sortDate = (text: string) =>
  text.includes("T") ? `${new Date(startOfDate(text)).toISOString().slice(0, 19)}Z` : text;

const isWebUrl = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

const date = z
  .string("is required, as text")
  .trim()
  .refine(
    (text) => text === "" || isWrittenDate(text),
    "is not a date (use 2026-09-24 or 2026-09-24T09:00:00+03:00)",
  )
  .nullish();

const webUrl = optionalText(2048).refine(
  (text) => text === null || isWebUrl(text),
  "is not an http or https address",
);

const imageObject = z.object({
  public_url: z.string().trim(),
  alt: z.string().max(300).nullish(),
  width: z.number().positive().nullish(),
  height: z.number().positive().nullish(),
});

const image = z
  .union([z.string().trim(), imageObject])
  .nullish()
  .transform((value) => (typeof value === "object" && value?.public_url === "" ? null : value))
  .refine((value) => {
    const url = typeof value === "object" ? value?.public_url : value;
    // Seeded images have a path on this API's own host.
    return !url || /^\/(?!\/)/.test(url) || isWebUrl(url);
  }, "is not an http or https address");

const price = z.union(
  [z.number().nonnegative(), z.string().trim().max(100)],
  "is neither a number nor a short text",
);

const names = {
  title: requiredText(200),
  status: z.enum(EVENT_STATUSES, `is none of ${EVENT_STATUSES.join(", ")}`).nullish(),
  start_date: date,
  date,
  end_date: date,
  location: optionalText(300),
  venue: optionalText(300),
  location_address: optionalText(300),
  venue_details: optionalText(2000),
  excerpt: optionalText(1000),
  description: optionalText(20_000),
  summary: optionalText(20_000),
  image_url: image,
  image,
  featured_image: image,
  ticket_price: price.nullish(),
  registration_link: webUrl,
  contact_info: optionalText(1000),
  map_embed_url: webUrl,
};

const startOf = ({ start_date, date }: { start_date?: unknown; date?: unknown }) =>
  String(start_date || date || "");

const eventBody = z
  .object(names)
  .refine((body) => isWrittenDate(startOf(body)), {
    path: ["start_date"],
    error: "is required, as text",
    when: ({ value }) => z.object({ start_date: date, date }).safeParse(value).success,
    abort: true,
  })
  .refine(
    ({ end_date, ...body }) => !end_date || endOfDate(end_date) >= startOfDate(startOf(body)),
    { path: ["end_date"], error: "is before start_date" },
  );

/** The names that a body may use. It may use any that a response uses, so that a response can be sent back. */
export const EVENT_FIELDS: ReadonlySet<string> = new Set(Object.keys(names));

const LABELS = { date: "start_date", image_url: "image", featured_image: "image" };

/** Reads the body of a create or an update; both are the whole event, a missing field is empty. */
export function readEventBody(body: unknown): { draft: Draft | null; message: string } {
  const read = eventBody.safeParse(body);
  if (!read.success) return { draft: null, message: problemsAsMessage(read.error.issues, LABELS) };
  const given = { ...read.data, status: read.data.status ?? "scheduled" };
  const fields = Object.entries(given).filter(
    ([, value]) => value !== null && value !== undefined && value !== "",
  );
  return {
    draft: { date: sortDate(startOf(read.data)), document: Object.fromEntries(fields) },
    message: "",
  };
}
