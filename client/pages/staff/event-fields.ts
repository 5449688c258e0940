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
  isRequired?: boolean;
}

export const FIELDS_BEFORE_DATES: readonly Field[] = [
  { name: "title", label: fields.title, isRequired: true },
];

export const FIELDS_AFTER_DATES: readonly Field[] = [
  { name: "location", label: fields.location },
  { name: "excerpt", label: fields.excerpt, hint: hints.excerpt, rows: 2 },
  {
    name: "description",
    label: fields.description,
    hint: hints.description,
    rows: 8,
  },
  { name: "venueDetails", label: fields.venueDetails, rows: 3 },
  { name: "ticketPrice", label: fields.ticketPrice, hint: hints.ticketPrice },
  { name: "registrationUrl", label: fields.registrationUrl, hint: "https://…", type: "url" },
  { name: "contactInfo", label: fields.contactInfo, rows: 3 },
  {
    name: "mapUrl",
    label: fields.mapUrl,
    hint: hints.mapUrl,
    type: "url",
  },
  { name: "image.url", label: fields.picture, hint: "https://…", type: "url" },
  { name: "image.alt", label: fields.pictureAlt },
];

/** A date as the two fields of a form, in East Africa Time. */
function dayAndTime(at: string | null, precision: DatePrecision): { day: string; time: string } {
  if (at === null) return { day: "", time: "" };
  const local = new Date(Date.parse(at) + EAST_AFRICA_OFFSET_MS).toISOString();
  return { day: local.slice(0, 10), time: precision === "time" ? local.slice(11, 16) : "" };
}

/** The initial values of the fields; empty for a new event. */
export function valuesOf(item: EventItem | null): Readonly<Record<string, string>> {
  if (item === null) return {};
  const start = dayAndTime(item.startsAt, item.startPrecision);
  const end = dayAndTime(item.endsAt, item.endPrecision);
  return {
    title: item.title,
    status: item.status,
    "startsAt.day": start.day,
    "startsAt.time": start.time,
    "endsAt.day": end.day,
    "endsAt.time": end.time,
    location: item.location ?? "",
    excerpt: item.excerpt ?? "",
    description: item.description ?? "",
    venueDetails: item.venueDetails ?? "",
    ticketPrice: item.ticketPrice?.text ?? "",
    registrationUrl: item.registrationUrl ?? "",
    contactInfo: item.contactInfo ?? "",
    mapUrl: item.mapEmbedUrl ?? item.mapLinkUrl ?? "",
    "image.url": item.image?.source ?? item.image?.url ?? "",
    "image.alt": item.image?.alt ?? "",
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
  const size = (item?.image?.source ?? item?.image?.url) === url ? item?.image : null;
  return {
    title: text("title"),
    status: text("status"),
    startsAt: moment("startsAt"),
    endsAt: moment("endsAt"),
    location: text("location"),
    excerpt: text("excerpt"),
    description: text("description"),
    venueDetails: text("venueDetails"),
    ticketPrice: text("ticketPrice"),
    registrationUrl: text("registrationUrl"),
    contactInfo: text("contactInfo"),
    mapUrl: text("mapUrl"),
    image:
      url === ""
        ? null
        : { url, alt: text("image.alt"), width: size?.width ?? null, height: size?.height ?? null },
  };
}
