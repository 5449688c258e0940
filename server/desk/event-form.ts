import type { FastifyInstance } from "fastify";
import type { z } from "zod";
import type { DeskFieldError } from "../../shared/contract/desk.ts";
import type { Language } from "../../shared/languages.ts";
import type { EventItem } from "../../shared/model/event-item.schema.ts";
import type { DatePrecision } from "../../shared/model/item-fields.schema.ts";
import { EAST_AFRICA_OFFSET_MS } from "../../shared/time.ts";
import { eventDraft } from "../bff/event-draft.schema.ts";
import type { Item } from "../embedded-api/documents.ts";
import type { TypedDraft } from "../source/event-writes.ts";
import { readHtmlText } from "../source/html/sanitise-html.ts";
import { cleanText } from "../source/text/clean-text.ts";
import { languageOfItem } from "./entry-own.ts";
import { type DeskFields, isSourceOurs, uploadPath } from "./forms.ts";
import { isParsable, toHtml } from "./markdown.ts";
import { toMarkdown } from "./to-markdown.ts";

/** Splits a date into the two fields of a form, in East Africa Time. */
function dayAndTime(name: string, at: string | null, precision: DatePrecision): DeskFields {
  if (at === null) return {};
  const local = new Date(Date.parse(at) + EAST_AFRICA_OFFSET_MS).toISOString();
  const time = precision === "time" ? local.slice(11, 16) : "";
  return { [`${name}.day`]: local.slice(0, 10), [`${name}.time`]: time };
}

/** The text fields that have the same name in the item, the form and the draft. */
const SAME = [
  "title",
  "location",
  "excerpt",
  "description",
  "venueDetails",
  "registrationUrl",
  "contactInfo",
] as const;

/** The fields of a form whose texts are in the language of the event. */
const IN_A_LANGUAGE: readonly string[] = [
  "title",
  "excerpt",
  "description",
  "venueDetails",
  "image.alt",
  "slug",
];

/** The names of all fields of the form. Any other field in a request is not shown again. */
const NAMES = new Set([
  ...SAME,
  "status",
  "startsAt.day",
  "startsAt.time",
  "endsAt.day",
  "endsAt.time",
  "ticketPrice",
  "mapUrl",
  "image.url",
  "image.alt",
  "image.known",
  "image.size",
  "upload",
  "noPicture",
  "asked",
  "language",
  "slug",
  "twin",
  "version",
  "key",
]);

export const eventFields = (given: DeskFields): DeskFields =>
  Object.fromEntries(Object.entries(given).filter(([name]) => NAMES.has(name)));

/** Returns the short text that staff wrote for an event, or "". Without one, the card shows the description as the excerpt. */
function ownExcerpt({ excerpt, description }: EventItem): string {
  const text = description && cleanText(readHtmlText(description), { maxLength: 20_000 });
  return excerpt === null || excerpt === text ? "" : excerpt;
}

/** Returns the fields of a new translation: everything of the other event that has no language. */
export function eventTranslation(fields: DeskFields, language: Language, twin: string): DeskFields {
  const { key, version, ...others } = fields;
  const kept = Object.entries(others).filter(([name]) => !IN_A_LANGUAGE.includes(name));
  return { ...Object.fromEntries(kept), language, twin };
}

/**
 * Returns the form fields of an event. `image.size` is valid only while the picture's address is `image.known`. `document` is that of
 * the embedded source, which stores the texts as they were typed; null where another system keeps the events.
 */
export async function eventFormFields(
  app: FastifyInstance,
  {
    item,
    version,
    document,
  }: { item: EventItem; version: string; document: Item["document"] | null },
): Promise<DeskFields> {
  const { status, image, description, venueDetails } = item;
  const picture = image?.source ?? image?.url ?? "";
  const textOf = async (text: unknown, html: string | null) =>
    typeof text === "string" ? text : toMarkdown(html ?? "", app.contentApiUrl);
  return {
    ...Object.fromEntries(SAME.map((name) => [name, item[name] ?? ""])),
    excerpt: ownExcerpt(item),
    description: await textOf(document?.markdown, description),
    venueDetails: await textOf(document?.venue_markdown, venueDetails),
    ...(document !== null && { language: languageOfItem({ document }) ?? "", slug: item.slug }),
    version,
    status,
    ...dayAndTime("startsAt", item.startsAt, item.startPrecision),
    ...dayAndTime("endsAt", item.endsAt, item.endPrecision),
    ticketPrice: item.ticketPrice?.text ?? "",
    mapUrl: item.mapEmbedUrl ?? item.mapLinkUrl ?? "",
    "image.url": picture,
    "image.alt": image?.alt ?? "",
    "image.known": picture,
    "image.size": image?.width && image.height ? `${image.width}x${image.height}` : "",
  };
}

function sentDraft(fields: DeskFields, pictureUrl: string) {
  const text = (name: string) => (fields[name] ?? "").trim();
  const moment = (name: string) =>
    [text(`${name}.day`), text(`${name}.time`)].filter(Boolean).join("T");
  const isKnown = pictureUrl === fields["image.known"];
  const [width, height] = isKnown ? text("image.size").split("x").map(Number) : [];
  const size = width && height ? { width, height } : {};
  return {
    ...Object.fromEntries([...SAME, "ticketPrice", "mapUrl"].map((name) => [name, text(name)])),
    status: text("status") || undefined,
    startsAt: moment("startsAt"),
    endsAt: moment("endsAt"),
    image: pictureUrl === "" ? null : { url: pictureUrl, alt: text("image.alt"), ...size },
  };
}

/** Reads the draft from a form, whose texts are Markdown. Length limits apply to the typed text, not to its HTML. */
export async function readDraft(app: FastifyInstance, fields: DeskFields, pictureUrl: string) {
  const read = eventDraft.safeParse(sentDraft(fields, pictureUrl));
  if (!read.success) return { errors: describeErrors(read.error) };
  const { description, venueDetails } = read.data;
  const errors: Record<string, DeskFieldError> = {};
  for (const [name, text] of Object.entries({ description, venueDetails }))
    if (text !== null && !isParsable(text)) errors[name] = { code: "signs" };
  if (Object.keys(errors).length > 0) return { errors };
  const draft: TypedDraft = {
    ...read.data,
    description: description && (await toHtml(description)),
    venueDetails: venueDetails && (await toHtml(venueDetails)),
    typed: { description, venueDetails },
    ...(isSourceOurs(app) && { own: readOwnFields(fields) }),
  };
  return { draft, errors: {} };
}

/** Reads the fields that only the embedded source takes. */
function readOwnFields({ language, slug, twin }: DeskFields): NonNullable<TypedDraft["own"]> {
  const translationOf = twin === "" ? null : Number(twin);
  return {
    language: language || undefined,
    slug: slug || undefined,
    translationOf: twin === undefined ? undefined : translationOf,
  };
}

function describeErrors(error: z.ZodError): Record<string, DeskFieldError> {
  const errors: Record<string, DeskFieldError> = {};
  for (const issue of error.issues) {
    const { code, params } = issue as { code: string; params?: DeskFieldError };
    errors[issue.path.join(".")] ??= params ?? { code };
  }
  return errors;
}

export function pictureUrl(
  app: FastifyInstance,
  { upload, noPicture, "image.url": url = "" }: DeskFields,
) {
  if (upload && isSourceOurs(app)) return app.contentApiUrl + uploadPath(upload);
  return noPicture ? "" : url.trim();
}
