import { z } from "zod";
import { EVENT_STATUSES } from "../../../shared/model/event-status.ts";
import type { EventDraft } from "../store/event-document.ts";
import { optionalText, requiredText } from "./body-text.ts";
import { endOf, readDate } from "./event-date.ts";
import { problemsAsMessage } from "./problems.ts";

const date = z
  .string("is required, as text")
  .transform(readDate)
  .refine((text) => text !== null, "is not a date (use 2026-09-24 or 2026-09-24T09:00:00+03:00)");

const webUrl = optionalText(2048).refine(
  (text) => text === null || isWebUrl(text),
  "is not an http or https address",
);

const image = z
  .union([
    z.string(),
    z.object({
      public_url: z.string(),
      alt: z.string().max(300).nullish(),
      width: z.number().positive().nullish(),
      height: z.number().positive().nullish(),
    }),
  ])
  .nullish()
  .transform((value) => {
    const from = typeof value === "string" ? { public_url: value } : value;
    if (from === null || from === undefined || from.public_url.trim() === "") return null;
    const { public_url: url, alt = "", width = null, height = null } = { ...from };
    return { url: url.trim(), alt: alt ?? "", width, height };
  })
  // Seeded images have a path on this API's own host.
  .refine((value) => value === null || /^\/(?!\/)/.test(value.url) || isWebUrl(value.url), {
    error: "is not an http or https address",
  });

const eventBodySchema = z
  .object({
    title: requiredText(200),
    status: z.enum(EVENT_STATUSES, `is none of ${EVENT_STATUSES.join(", ")}`).nullish(),
    start_date: date,
    end_date: date.nullish(),
    location: optionalText(300),
    venue_details: optionalText(2000),
    excerpt: optionalText(1000),
    description: optionalText(20_000),
    image,
    ticket_price: z
      .union(
        [z.number().nonnegative(), z.string().trim().max(100)],
        "is neither a number nor a short text",
      )
      .nullish(),
    registration_link: webUrl,
    contact_info: optionalText(1000),
    map_embed_url: webUrl,
  })
  .refine(({ start_date: start, end_date: end }) => !isBefore(end ?? null, start), {
    path: ["end_date"],
    error: "is before start_date",
  });

/** The names a body may use for one field; the first with a value counts. */
const ALIASES = {
  start_date: ["start_date", "date"],
  location: ["location", "venue", "location_address"],
  description: ["description", "summary"],
  image: ["image_url", "image", "featured_image"],
} as const;

/** Reads the body of a create or an update; both are the whole event, a missing field is empty. */
export function readEventBody(
  body: unknown,
): { ok: true; draft: EventDraft } | { ok: false; message: string } {
  const read = eventBodySchema.safeParse(withTidyNames(body));
  if (!read.success) return { ok: false, message: problemsAsMessage(read.error.issues) };
  const { start_date: date, end_date, status, ticket_price: price, ...rest } = read.data;
  if (date === null) return { ok: false, message: "start_date is required." };
  const document = {
    ...rest,
    status: status ?? ("scheduled" as const),
    end_date: end_date ?? null,
    ticket_price: price === undefined || price === "" ? null : price,
  };
  return { ok: true, draft: { date, document } };
}

function withTidyNames(body: unknown): unknown {
  const fields = z.record(z.string(), z.unknown()).safeParse(body);
  if (!fields.success) return body;
  const tidy = Object.entries(ALIASES).map(([name, aliases]) => [
    name,
    aliases
      .map((alias) => fields.data[alias])
      .find((value) => value !== null && value !== "" && value !== undefined),
  ]);
  return { ...fields.data, ...Object.fromEntries(tidy) };
}

function isBefore(end: string | null, start: string | null): boolean {
  return end !== null && start !== null && endOf(end) < Date.parse(start);
}

function isWebUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
