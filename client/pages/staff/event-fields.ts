import { fields, hints } from "../../../content/words/en/staff.json";
import type { EventItem } from "../../../shared/model/event-item.schema.ts";
import type { DatePrecision } from "../../../shared/model/item-fields.schema.ts";
import { EAST_AFRICA_OFFSET_MS } from "../../../shared/time.ts";
import type { EventForm } from "../../data/event-writes.ts";

/** A text field; its name is that of the draft's field and of its error. */
export interface Field {
  name: string;
  label: string;
  hint?: string;
  /** Rows of a text area; an input without. */
  rows?: number;
  type?: "text" | "url";
}

/** Above the dates. */
export const TITLE: Field = { name: "title", label: fields.title };

/** Below them. */
export const DETAILS: readonly Field[] = [
  { name: "location", label: fields.location },
  { name: "excerpt", label: fields.excerpt, hint: hints.excerpt, rows: 2 },
  { name: "description", label: fields.description, hint: hints.description, rows: 8 },
  { name: "venueDetails", label: fields.venueDetails, rows: 3 },
  { name: "ticketPrice", label: fields.ticketPrice, hint: hints.ticketPrice },
  { name: "registrationUrl", label: fields.registrationUrl, hint: "https://…", type: "url" },
  { name: "contactInfo", label: fields.contactInfo, rows: 3 },
  { name: "mapUrl", label: fields.mapUrl, hint: hints.mapUrl, type: "url" },
  { name: "image.url", label: fields.picture, hint: "https://…", type: "url" },
  { name: "image.alt", label: fields.pictureAlt },
];

/** A date as the two fields of a form, in East Africa Time. */
function dayAndTime(name: string, at: string | null, precision: DatePrecision) {
  if (at === null) return {};
  const local = new Date(Date.parse(at) + EAST_AFRICA_OFFSET_MS).toISOString();
  const time = precision === "time" ? local.slice(11, 16) : "";
  return { [`${name}.day`]: local.slice(0, 10), [`${name}.time`]: time };
}

export type Values = Readonly<Record<string, string | null | undefined>>;

/** The initial values of the fields; empty for a new event. */
export function valuesOf(item: EventItem | null): Values {
  if (item === null) return {};
  const { title, status, location, excerpt, description, venueDetails } = item;
  const { registrationUrl, contactInfo, image } = item;
  return {
    title,
    status,
    location,
    excerpt,
    description,
    venueDetails,
    registrationUrl,
    contactInfo,
    ...dayAndTime("startsAt", item.startsAt, item.startPrecision),
    ...dayAndTime("endsAt", item.endsAt, item.endPrecision),
    ticketPrice: item.ticketPrice?.text,
    mapUrl: item.mapEmbedUrl ?? item.mapLinkUrl,
    "image.url": image?.source ?? image?.url,
    "image.alt": image?.alt,
  };
}

/** The form as the body of `/bff/events`. `item` is the event being edited. */
export function formOf(data: FormData, item: EventItem | null): EventForm {
  const text = (name: string) => String(data.get(name) ?? "").trim();
  const moment = (name: string) => {
    const [day, time] = [text(`${name}.day`), text(`${name}.time`)];
    return time === "" ? day : `${day}T${time}`;
  };
  const url = text("image.url");
  const known = (item?.image?.source ?? item?.image?.url) === url ? item?.image : null;
  const { width = null, height = null } = known ?? {};
  const own = [TITLE, ...DETAILS].filter(({ name }) => !name.startsWith("image."));
  return {
    ...Object.fromEntries(own.map(({ name }) => [name, text(name)])),
    status: text("status"),
    startsAt: moment("startsAt"),
    endsAt: moment("endsAt"),
    image: url === "" ? null : { url, alt: text("image.alt"), width, height },
  };
}
