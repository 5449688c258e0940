import { z } from "zod";
import { grouped } from "../../shared/forms/field.ts";
import { EVENT_STATUSES } from "../../shared/model/event-statuses.ts";
import { endOfDate, isWrittenDate, startOfDate } from "../../shared/model/written-dates.schema.ts";
import { type Draft, utcSeconds } from "./documents.ts";

/** Returns the schema of trimmed text, where a line break counts as one character, as in a browser's form. */
const text = (max: number, error: string, min = 0) =>
  z
    .string(error)
    .overwrite((given) => given.replace(/\r\n?/g, "\n").trim())
    .min(min, error)
    .max(max, `is longer than ${grouped(max)} characters`);

const requiredText = (max: number) => text(max, "is required", 1);

/** Returns the schema of a text that may be missing, null or empty, all of which become null. */
const optionalText = (max: number) =>
  text(max, "must be text")
    .nullish()
    .transform((given) => given || null);

/** The names of fields in messages: the labels of the contact form, which a visitor may see, and the usual name of an alias. */
const LABELS: Readonly<Record<string, string>> = {
  name: "Full Name",
  email: "Email Address",
  phoneNumber: "Phone Number",
  subject: "Subject",
  message: "Message",
  date: "start_date",
  image_url: "image",
  featured_image: "image",
};

/**
 * Returns the body as parsed by the schema. Throws one sentence for all issues: `title is required; start_date is not a
 * date`. Never quotes a value.
 */
export function parseBody<Body>(schema: z.ZodType<Body>, body: unknown): Body {
  const { data, error } = schema.safeParse(body);
  if (!error) return data;
  const texts = error.issues.map(({ path, message }) => {
    const field = path.map(String).join(".");
    return field === "" ? "The body must be a JSON object" : `${LABELS[field] ?? field} ${message}`;
  });
  throw Object.assign(new Error(`${[...new Set(texts)].join("; ")}.`), { statusCode: 422 });
}

export const contactBody = z.object({
  name: requiredText(100),
  // An address may have the letters of any script, as in the forms.
  email: requiredText(254).pipe(
    z.string().regex(z.regexes.unicodeEmail, "is not a complete e-mail address"),
  ),
  phoneNumber: optionalText(30),
  subject: requiredText(150),
  message: requiredText(5000),
});

const isWebUrl = (given: string) => /^https?:\/\//i.test(given) && URL.canParse(given);
const NO_WEB_URL = "must be an http or https address";

const date = z
  .string("is required, as text")
  .trim()
  .refine(
    (given) => given === "" || isWrittenDate(given),
    "is not a date (use 2026-09-24 or 2026-09-24T09:00:00+03:00)",
  )
  .nullish();

const webUrl = optionalText(2048).refine((url) => url === null || isWebUrl(url), NO_WEB_URL);

// Seeded images have a path on this API's own host.
const imageUrl = z
  .string()
  .trim()
  .refine((url) => url === "" || /^\/(?!\/)/.test(url) || isWebUrl(url), NO_WEB_URL);
const image = z
  .union([imageUrl, z.looseObject({ public_url: imageUrl })], NO_WEB_URL)
  .nullish()
  .transform((given) => (typeof given === "object" && given?.public_url === "" ? null : given));

const price = z.union(
  [z.number().nonnegative(), z.string().trim().max(100)],
  "must be a number or a short text",
);

/** A text in HTML. The desk limits its texts as typed, and the HTML of such a text is longer. */
const html = optionalText(200_000);

/** A slug as this API makes one of a title: small letters and digits of ASCII, with single hyphens between words. */
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const MAX_SLUG = 80;

export const isPlainSlug = (text: string): boolean => text.length <= MAX_SLUG && SLUG.test(text);

/** The names that a body may use: every name that a response uses, so that a client can send a response back. */
const eventFields = {
  title: requiredText(200),
  status: z.enum(EVENT_STATUSES, `must be one of ${EVENT_STATUSES.join(", ")}`).nullish(),
  start_date: date,
  date,
  end_date: date,
  location: optionalText(300),
  venue: optionalText(300),
  location_address: optionalText(300),
  venue_details: html,
  excerpt: optionalText(1000),
  description: html,
  summary: optionalText(20_000),
  image_url: image,
  image,
  featured_image: image,
  ticket_price: price.nullish(),
  registration_link: webUrl,
  contact_info: optionalText(1000),
  map_embed_url: webUrl,
  // The texts as typed at the desk, which also sends them as HTML.
  markdown: optionalText(20_000),
  venue_markdown: optionalText(2000),
  language: optionalText(35),
  slug: z.string().refine(isPlainSlug, "must be small letters, digits and hyphens").nullish(),
  translation_of: z.int().positive().nullish(),
};

/** The fields that stay as they are when a body does not have them. */
const STICKY = new Set(["language", "slug", "translation_of"]);

/** Tells whether a field becomes empty when a body does not have it. */
export const isEmptiedField = (name: string) =>
  Object.hasOwn(eventFields, name) && !STICKY.has(name);

/** An event as sent. `twin` is the id of the event that this one translates: null ends a pair, undefined leaves it as it is. */
export interface EventBody extends Draft {
  twin: number | null | undefined;
}

const startOf = ({ start_date, date }: { start_date?: unknown; date?: unknown }) =>
  String(start_date || date || "");

/** Returns the date by which events are sorted: a day as it is (`2026-09-24`), a time as an instant in UTC. */
const sortDate = (start: string) => (start.includes("T") ? utcSeconds(startOfDate(start)) : start);

/** The body of a create or an update. Both have the whole event, and a missing field is empty. */
export const eventBody = z
  .object(eventFields)
  .refine((body) => startOf(body) !== "", { path: ["start_date"], error: "is required, as text" })
  .refine(
    ({ end_date, ...body }) => !end_date || !(endOfDate(end_date) < startOfDate(startOf(body))),
    { path: ["end_date"], error: "is before start_date" },
  )
  .transform(({ slug, translation_of: twin, ...body }): EventBody => {
    const given = { ...body, status: body.status ?? "scheduled" };
    const fields = Object.entries(given).filter(([, value]) => value != null && value !== "");
    const document = Object.fromEntries(fields);
    return { date: sortDate(startOf(body)), document, slug: slug ?? undefined, twin };
  });
