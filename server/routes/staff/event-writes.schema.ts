import { z } from "zod";
import { grouped } from "../../../shared/forms/field.ts";
import { EVENT_STATUSES } from "../../../shared/model/event.ts";
import { tidy } from "../../submissions/forms/form-schema.ts";
import { readWebsite } from "../../submissions/forms/read-address.ts";

const readText = (text: string) => tidy(text.replaceAll(/\r\n?/g, "\n"));
const tooLong = (max: number) => `Use at most ${grouped(max)} characters`;

/** Text that may be left out: missing, null and empty are all null. */
const optional = (max: number, read = readText) =>
  z
    .string("Must be text")
    .transform(read)
    .refine((text) => text.length <= max, tooLong(max))
    .nullish()
    .transform((text) => text || null)
    .meta({ maxLength: max });

/** A picture that we show comes back with all its widths; `src` is enough. */
const readHtml = (text: string) => readText(text.replaceAll(/ (?:srcset|sizes)="[^"]*"/g, ""));

const isWebUrl = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
const readUrl = (text: string) => readWebsite(readText(text));
const url = optional(2048, readUrl).refine(
  (text) => text === null || isWebUrl(text),
  "Enter a URL that begins with https://",
);

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const day = z.iso.date();
const moment = z.iso.datetime({ offset: true, local: true });
/** The years that are read back (`content-api/fields/dates.ts`). */
const isReadableYear = (year: number) => year >= 1900 && year <= 2200;
const isDate = (text: string) =>
  isReadableYear(Number(text.slice(0, 4))) &&
  (DAY.test(text) ? day : moment).safeParse(text).success;
const BAD_DATE = "Enter a date such as 2026-07-18, or a date and a time such as 2026-07-18T09:00";
const DATE_RULE =
  "A day (2026-07-18), or a time of it (2026-07-18T09:00); without a zone it is East Africa Time.";

/** The first or the last moment of a date, milliseconds. */
function instant(text: string, isEnd: boolean): number {
  if (DAY.test(text)) return Date.parse(`${text}T${isEnd ? "23:59:59" : "00:00:00"}+03:00`);
  return Date.parse(/(?:Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}+03:00`);
}

const pixels = z.number().int().min(1).max(20_000).nullish();
const precision = z.enum(["day", "time", "unknown", "invalid"]).nullish();

const asRead = z.unknown().optional().meta({ description: "As it was read: it is not changed." });
/** Fields of an event that nobody writes. */
const readOnly = {
  id: asRead,
  slug: asRead,
  relatedEvents: asRead,
  updatedAt: asRead,
  contactHtml: asRead,
  language: asRead,
  attendanceMode: asRead,
  url: asRead,
  self: asRead,
};

const PICTURE_FIELDS = {
  url: optional(2048, readUrl),
  alt: optional(300),
  width: pixels,
  height: pixels,
  bytes: asRead,
  placeholder: asRead,
  variants: asRead,
  source: asRead,
};

const draftFields = {
  ...readOnly,
  title: z
    .string("Enter a title")
    .transform(readText)
    .refine((text) => text !== "", "Enter a title")
    .refine((text) => text.length <= 200, tooLong(200))
    .meta({ minLength: 1, maxLength: 200 }),
  status: z.enum(EVENT_STATUSES, `Choose ${EVENT_STATUSES.join(", ")}`).default("scheduled"),
  startsAt: z
    .string("Enter when it starts")
    .trim()
    .min(1, "Enter when it starts")
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
  image: z
    .strictObject(PICTURE_FIELDS, "Enter a picture with its url and alt")
    .nullish()
    .refine((image) => !image?.url || isWebUrl(image.url), {
      path: ["url"],
      error: "Enter a URL that begins with https://",
    })
    .transform((image) => {
      if (!image?.url) return null;
      const { url, alt, width = null, height = null } = image;
      return { url, alt: alt ?? "", width, height };
    }),
  ticketPrice: z
    .union(
      [optional(100), z.number().nonnegative().transform(String), priceAsRead()],
      "Enter a price in words, or a number from 0",
    )
    .nullish()
    .transform((price) => price ?? null),
  registrationUrl: url,
  contactInfo: optional(1000),
  mapUrl: url,
  mapEmbedUrl: url,
  mapLinkUrl: url,
};

/** An event as writers send it, in the names of the clean shape. An event as read can be sent back. */
export const eventDraft = z
  .strictObject(draftFields)
  .transform(({ id, slug, relatedEvents, updatedAt, contactHtml, url, self, ...draft }) => draft)
  .transform(({ startPrecision, endPrecision, mapEmbedUrl, mapLinkUrl, ...draft }) => ({
    ...draft,
    mapUrl: draft.mapUrl ?? mapEmbedUrl ?? mapLinkUrl,
    startsAt: startPrecision === "day" ? draft.startsAt.slice(0, 10) : draft.startsAt,
    endsAt: endPrecision === "day" ? (draft.endsAt?.slice(0, 10) ?? null) : draft.endsAt,
  }))
  .superRefine(({ startsAt, endsAt }, context) => {
    if (endsAt !== null && instant(endsAt, true) < instant(startsAt, false)) {
      const message = "The end must not be before the start";
      context.addIssue({ code: "custom", path: ["endsAt"], message });
    }
  })
  .meta({
    id: "EventDraft",
    description:
      "The whole event: what is left out becomes empty. An event as it was read can be sent back. A field that is not listed here is refused and named.",
  });

/** The price as in our own responses. */
function priceAsRead() {
  return z
    .strictObject({
      text: z.string().trim().max(100),
      amount: asRead,
      currency: asRead,
      isFree: asRead,
    })
    .transform(({ text }) => text);
}

const MAX_NAME_LENGTH = 100;

/** The first error of each field, unknown fields among them. */
export function fieldErrors(error: z.ZodError): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const issue of error.issues) {
    const path = issue.path.map(String).join(".");
    if (issue.code === "unrecognized_keys") {
      const fields = Object.entries(path === "" ? draftFields : PICTURE_FIELDS);
      const known = fields.filter(([, field]) => field !== asRead).map(([name]) => name);
      for (const key of issue.keys)
        errors[`${path && `${path}.`}${key}`.slice(0, MAX_NAME_LENGTH)] ??=
          `There is no such field here. Choose from ${known.join(", ")}`;
    } else errors[path || "body"] ??= path === "" ? "Send a JSON object" : issue.message;
  }
  return errors;
}
