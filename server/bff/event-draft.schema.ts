import { z } from "zod";
import type { FieldError } from "../../shared/contract/form-state.ts";
import { grouped } from "../../shared/forms/field.ts";
import { ticketPrice } from "../../shared/model/event-item.schema.ts";
import { EVENT_STATUSES } from "../../shared/model/event-statuses.ts";
import { datePrecision } from "../../shared/model/item-fields.schema.ts";
import { picture } from "../../shared/model/picture.schema.ts";
import { endOfDate, isWrittenDate, startOfDate } from "../../shared/model/written-dates.schema.ts";
import { fieldErrors, readWebsite, tidy } from "../forms/form-schema.ts";
import type { EventDraft } from "../source/event-writes.ts";
import { publicEvent } from "./public-items.schema.ts";

const readText = (text: string) => tidy(text.replaceAll(/\r\n?/g, "\n"));
/** Returns the error of a long text: a sentence, and a code for pages that show the error in their own language. */
const tooLong = (max: number) => ({
  error: `Use at most ${grouped(max)} characters`,
  params: { code: "tooLong", max },
});

/** Returns the schema of optional text: missing, null and empty all become null. */
const optional = (max: number, read = readText) =>
  z
    .string("Must be text")
    .transform(read)
    .refine((text) => text.length <= max, tooLong(max))
    .nullish()
    .transform((text) => text || null)
    .meta({ maxLength: max });

/** The attributes that we add to a picture: ` srcset="/pictures/a/640.webp 640w"`, ` sizes="46rem"`. */
const OUR_ATTRIBUTES = / (?:srcset|sizes)="[^"]*"/g;

/** Reads HTML without `srcset` and `sizes`, which a picture that we show comes back with: `src` is enough. */
const readHtml = (text: string) => readText(text.replaceAll(OUR_ATTRIBUTES, ""));

const isWebUrl = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
const readUrl = (text: string) => readWebsite(readText(text));
const BAD_URL = { error: "Enter a URL that begins with https://", params: { code: "url" } };
const url = optional(2048, readUrl).refine((text) => text === null || isWebUrl(text), BAD_URL);

/** Returns true for a date within the years that can be read back (`server/source/fields`). */
function isDate(text: string): boolean {
  const year = text.slice(0, 4);
  return isWrittenDate(text) && year >= "1900" && year <= "2200";
}

const BAD_DATE = {
  error: "Enter a date such as 2026-07-18, or a date and a time such as 2026-07-18T09:00",
  params: { code: "date" },
};
const DATE_RULE =
  "A day (2026-07-18), or a time of it (2026-07-18T09:00); without a zone it is East Africa Time.";
const precision = z.enum(datePrecision.options).nullish();

const asRead = z
  .unknown()
  .optional()
  .meta({ description: "Ignored, so that an event can be sent back as it was read." });

/** Returns the schema of the fields that can be written. An object may be sent back as read: its other fields are ignored. */
function writable<Shape extends z.ZodRawShape>(read: z.ZodObject, written: Shape, error?: string) {
  const others = Object.keys(read.shape).filter((name) => !(name in written));
  const shape = { ...Object.fromEntries(others.map((name) => [name, asRead])), ...written };
  return z.strictObject(shape, error).transform((given) => {
    const fields = Object.entries(given).filter(([name]) => name in written);
    return Object.fromEntries(fields) as z.output<z.ZodObject<Shape>>;
  });
}

const pixels = z.number().int().min(1).max(20_000).nullish();
const pictureFields = {
  url: optional(2048, readUrl),
  alt: optional(300),
  width: pixels,
  height: pixels,
};
const image = writable(picture, pictureFields, "Enter a picture with its url and alt")
  .nullish()
  .refine((given) => !given?.url || isWebUrl(given.url), { path: ["url"], ...BAD_URL })
  .transform((given) => {
    if (!given?.url) return null;
    const { url, alt, width = null, height = null } = given;
    return { url, alt: alt ?? "", width, height };
  });

const price = z.union(
  [
    optional(100),
    z.number().nonnegative().transform(String),
    writable(ticketPrice, { text: z.string().trim().max(100) }).transform(({ text }) => text),
  ],
  "Enter a price in words, or a number from 0",
);

const eventFields = {
  title: z
    .string("Enter a title")
    .transform(readText)
    .refine((text) => text !== "", { error: "Enter a title", params: { code: "required" } })
    .refine((text) => text.length <= 200, tooLong(200))
    .meta({ minLength: 1, maxLength: 200 }),
  status: z.enum(EVENT_STATUSES, `Choose ${EVENT_STATUSES.join(", ")}`).default("scheduled"),
  startsAt: z
    .string("Enter when it starts")
    .trim()
    .refine((text) => text !== "", { error: "Enter when it starts", params: { code: "required" } })
    .refine((text) => text === "" || isDate(text), BAD_DATE)
    .meta({ description: DATE_RULE, minLength: 1 }),
  startPrecision: precision,
  endsAt: optional(40)
    .refine((text) => text === null || isDate(text), BAD_DATE)
    .meta({ description: `${DATE_RULE} Not before the start.`, maxLength: 40 }),
  endPrecision: precision,
  location: optional(300),
  venueDetails: optional(2000, readHtml),
  excerpt: optional(1000),
  description: optional(20_000, readHtml),
  image,
  ticketPrice: price.nullish().transform((text) => text ?? null),
  registrationUrl: url,
  contactInfo: optional(1000),
  mapUrl: url,
  mapEmbedUrl: url,
  mapLinkUrl: url,
};

const dayOf = (text: string, precision: string | null | undefined) =>
  precision === "day" ? text.slice(0, 10) : text;

/** The schema of a draft. Writers may send an event back as they read it. */
export const eventDraft: z.ZodType<EventDraft> = writable(publicEvent, eventFields)
  .transform(({ startPrecision, endPrecision, mapUrl, mapEmbedUrl, mapLinkUrl, ...draft }) => ({
    ...draft,
    mapUrl: mapUrl ?? mapEmbedUrl ?? mapLinkUrl,
    startsAt: dayOf(draft.startsAt, startPrecision),
    endsAt: draft.endsAt && dayOf(draft.endsAt, endPrecision),
  }))
  .refine(({ startsAt, endsAt }) => endsAt === null || endOfDate(endsAt) >= startOfDate(startsAt), {
    path: ["endsAt"],
    error: "The end must not be before the start",
    params: { code: "order" },
  })
  .meta({
    id: "EventDraft",
    description:
      "The whole event: fields that are left out become empty. An event can be sent back as it was read. Unknown fields are refused and named.",
  });

/** Returns the errors of a body that is not a valid draft. */
export const draftErrors = (error: z.ZodError): FieldError[] =>
  fieldErrors(error, (path) => Object.keys(path === "" ? eventFields : pictureFields)).map((one) =>
    one.field === "" ? { field: "body", message: "Send a JSON object", code: "format" } : one,
  );
