import { escapeUTF8 as escaped } from "entities";
import { DomUtils, parseDocument } from "htmlparser2";
import type { StoredEventItem, TicketPrice } from "../../../shared/model/event-item.schema.ts";
import type { EventStatus } from "../../../shared/model/event-statuses.ts";
import type { SafeHtml } from "../../../shared/model/item-fields.schema.ts";
import { DAY_MS, EAST_AFRICA_OFFSET_MS, MINUTE_MS } from "../../../shared/time.ts";
import { isRecord } from "../../records.ts";
import { sanitiseHtml } from "../html/sanitise-html.ts";
import { readLinkUrl } from "../text/web-url.ts";
import { dayAt, type ReadDate } from "./dates.ts";
import { readTitle } from "./texts.ts";
import { type RowFields, readFlag, readLine, readName, unwrapText } from "./values.ts";

type AttendanceMode = NonNullable<StoredEventItem["attendanceMode"]>;

/**
 * The forms of each status, most serious first: in English, in the terms of schema.org, and in Kiswahili, whose verbs begin with the
 * class of their subject.
 */
const STATUSES = {
  // `cancelled`, `limeghairiwa`
  cancelled: /^(?:cancell?ed|cancell?ation|calledoff|(?:\p{L}{1,3}me|ku)?(?:futwa|ghairiwa))/u,
  // `postponed`, `limeahirishwa`
  postponed: /^(?:postponed?|deferred|onhold|(?:\p{L}{1,3}me|ku)?(?:ahirishwa|sitishwa))/u,
  // `movedonline`, `nowvirtual`
  movedOnline:
    /^(?:(?:moved|gone|switched)(?:to)?|now|\p{L}{1,3}(?:me|ta)\p{L}*)(?:online|virtual|mtandaoni)/u,
  // `rescheduled`, `tarehempya`
  rescheduled:
    /^(?:rescheduled?|newdate|date(?:has)?changed|tareheimebadili|tarehempya|\p{L}{1,3}me(?:pangwaupya|pangiwatarehe|sogezwa))/u,
  // `soldout`, `tiketizimeisha`
  soldOut:
    /^(?:(?:tickets)?soldout|fully?booked|bookedout|full$|(?:tiketi|nafasi)?zime(?:isha|kwisha|jaa|uzwa)|\p{L}{1,3}mejaa$)/u,
} satisfies Record<Exclude<EventStatus, "scheduled">, RegExp>;

const MODES: readonly [AttendanceMode, RegExp][] = [
  // `MixedEventAttendanceMode`, `hybrid`
  ["mixed", /^(?:mixed|hybrid)(?:event)?(?:attendancemode)?$/],
  // `OnlineEventAttendanceMode`, `webinar`
  ["online", /^(?:online|virtual|remote|webinar|mtandaoni)(?:event)?(?:attendancemode)?$/],
  // `OfflineEventAttendanceMode`, `in person`
  ["offline", /^(?:offline|inperson|onsite|physical)(?:event)?(?:attendancemode)?$/],
];

/** The letters before a status: `httpsschemaorgevent`, `thiseventis`. */
const INTRODUCTION =
  /^(?:(?:https?)?schema(?:org)?)?(?:this)?(?:event|tukio(?:hili)?)?(?:is|has(?:been)?)?/;

/** Reduces a text to letters: `https://schema.org/EventPostponed` and `This event is postponed!` become `postponed`. */
const lettersOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}]/gu, "")
    .replace(INTRODUCTION, "");

/** Returns the values of the named fields, reduced to letters. A field with a list may hold several values. */
const statedIn = (raw: RowFields, names: readonly string[]) =>
  names.flatMap((name) => [raw.get(name)].flat().map((value) => lettersOf(readName(value) ?? "")));

export function readEventStatus(raw: RowFields): EventStatus {
  const flags = ["cancelled", "postponed", "sold_out"].filter((name) =>
    [name, `is_${name}`].some((field) => readFlag(raw.get(field))),
  );
  const stated = statedIn(raw, ["status", "event_status", "eventStatus"]);
  const texts = [...flags.map(lettersOf), ...stated];
  const statuses = Object.keys(STATUSES) as (keyof typeof STATUSES)[];
  return statuses.find((one) => texts.some((text) => STATUSES[one].test(text))) ?? "scheduled";
}

export function readLocation(value: unknown): string | null {
  const name = unwrapText(isRecord(value) ? (value.name ?? value) : value);
  const place = typeof name === "string" ? readTitle(name) : null;
  return place ?? (isRecord(value) ? readLine(value.url) : null);
}

/** A link or a word: `https://zoom.us/j/1`, `mtandaoni`. */
const LINK_OR_WORD = /https?:\/\/\S+|[\p{L}\d]+/gu;
/** A link to a map: `https://maps.google.com/?q=a`, `https://goo.gl/maps/a`. */
const MAP_LINK = /map|goo\.gl/;
/** A word for an event on the internet: `zoom`, `mtandaoni`. */
const ONLINE =
  /^(?:online|virtual(?:ly)?|webinar|zoom|teams|meet|webex|skype|youtube|facebook|whatsapp|internet|mtandao(?:ni)?)$/;
/** A word that may be beside such a word: `via`, `kupitia`. */
const BESIDE =
  /^(?:via|by|on|only|live|event|meeting|link|id|\d+|google|microsoft|ms|and|na|kwa|kwenye|kupitia|njia|ya|tu)$/;

/**
 * Recognises `Zoom`, `Online via Google Meet`, `Mtandaoni (Zoom)` or a link, with no other words: the name of a real place may begin
 * with one of these words.
 */
function isOnlinePlace(location: string): boolean {
  const terms = location.toLowerCase().match(LINK_OR_WORD) ?? [];
  const isOnline = (word: string) =>
    ONLINE.test(word) || (word.startsWith("http") && !MAP_LINK.test(word));
  return terms.some(isOnline) && terms.every((word) => isOnline(word) || BESIDE.test(word));
}

export function readAttendanceMode(
  raw: RowFields,
  { status, location }: Pick<StoredEventItem, "status" | "location">,
): AttendanceMode | null {
  const names = ["event_attendance_mode", "eventAttendanceMode", "attendance_mode", "event_type"];
  const texts = statedIn(raw, names);
  const stated = MODES.find(([, form]) => texts.some((text) => form.test(text)));
  // All fields are read, so that none of the fields is reported as unread.
  const flags = ["is_online", "isOnline", "online", "is_virtual"].map((name) => raw.get(name));
  if (status === "movedOnline") return "online";
  if (stated) return stated[0];
  return flags.some(readFlag) || isOnlinePlace(location ?? "") ? "online" : null;
}

const CURRENCIES: Readonly<Record<string, string>> = {
  TZS: "TZS",
  TSH: "TZS",
  TSHS: "TZS",
  USD: "USD",
  US$: "USD",
  $: "USD",
  EUR: "EUR",
  "€": "EUR",
  GBP: "GBP",
  "£": "GBP",
  KES: "KES",
  KSH: "KES",
  UGX: "UGX",
  USH: "UGX",
  RWF: "RWF",
  ZAR: "ZAR",
  CHF: "CHF",
};

/** A price of nothing in words: `Free entry`, `Bure`. */
const FREE =
  /^(?:free|free (?:entry|entrance|admission|of charge)|no charge|gratis|bure|bila malipo|hakuna kiingilio)[.!]?$/i;

/** A price. `5,000/=` and `5,000/-` are whole shillings. */
const PRICE =
  /^(?<before>[A-Za-z$€£]{0,4})[.:]?\s*(?<number>(?:\d{1,12}|\d{1,3}(?:,\d{3}){1,3})(?:\.\d{1,2})?)(?:\s*\/[=-])?\s*(?<after>[A-Za-z$€£]{0,4})\.?$/;

/** The fields that name the currency of a price, either beside the price or inside its object. */
export const CURRENCY_FIELDS = [
  "ticket_currency",
  "ticketCurrency",
  "ticket_price_currency",
  "price_currency",
  "priceCurrency",
  "currency",
  "currency_code",
  "currencyCode",
];

const ISO_4217 = new Set(Intl.supportedValuesOf("currency"));

/** Reads a currency: `tzs`, `TSh`, `{ code: "TZS" }`. */
export function readCurrency(value: unknown): string | null {
  const { code, name, symbol } = isRecord(value) ? value : { code: value };
  const given = [code, name, symbol].map((text) => readLine(text)?.toUpperCase() ?? "");
  const known = given.map((text) => CURRENCIES[text] ?? (ISO_4217.has(text) ? text : null));
  return known.find((currency) => currency !== null) ?? null;
}

/** Formats a price: `TZS 10,000`, `USD 12.50`. */
function priceText(amount: number, currency: string): string {
  const minimumFractionDigits = Number.isInteger(amount) ? 0 : 2;
  return `${currency} ${amount.toLocaleString("en", { minimumFractionDigits, maximumFractionDigits: 2 })}`;
}

/**
 * Reads a price. A single number, with or without a currency, is an amount; a longer text ("Free; lunch TZS 5,000") has no amount. 0 is
 * free.
 */
export function readPrice(given: unknown, ofRow: string | null = null): TicketPrice | null {
  const [value] = [given].flat();
  if (!isRecord(value)) return readAmount(value, ofRow);
  const own = CURRENCY_FIELDS.map((name) => readCurrency(value[name]));
  const amount = [value.amount, value.value, value.price].find((one) => one !== undefined);
  return readAmount(amount, own.find((currency) => currency !== null) ?? ofRow);
}

function readAmount(value: unknown, named: string | null): TicketPrice | null {
  if (typeof value === "number" && !(value >= 0 && value < 1e12)) return null;
  const text = typeof value === "number" ? String(value) : readLine(value);
  if (text === null) return null;
  if (FREE.test(text)) {
    const word = /^free[.!]?$/i.test(text) ? "Free" : text;
    return { text: word, amount: 0, currency: named, isFree: true };
  }
  const { before = "", number, after = "" } = PRICE.exec(text)?.groups ?? {};
  const isBare = before === "" && after === "";
  const currency = isBare ? named : CURRENCIES[(before || after).toUpperCase()];
  if (number === undefined || (before && after) || currency === undefined)
    return { text, amount: null, currency: null, isFree: false };
  const amount = Number(number.replaceAll(",", ""));
  if (amount === 0) return { text: "Free", amount, currency, isFree: true };
  const shown = isBare && currency !== null ? priceText(amount, currency) : text;
  return { text: shown, amount, currency, isFree: false };
}

/** The maps that can be embedded: https only, on the two hosts that the content security policy allows, under any of their names. */
const EMBEDS = Object.entries({
  // `https://maps.google.com/maps/embed?pb=a`, `https://www.google.com/maps/embed/v1/place`
  "www.google.com": /^https:\/\/(?:(?:www|maps)\.)?google\.com(?=\/maps\/embed(?:[/?#]|$))/,
  // `https://openstreetmap.org/export/embed.html`, `https://www.openstreetmap.org/export/embed.html?bbox=1`
  "www.openstreetmap.org":
    /^https:\/\/(?:www\.)?openstreetmap\.org(?=\/export\/embed\.html(?:[?#]|$))/,
});

/** Reads a map from a URL or a whole `<iframe>` tag. `linkUrl` is set for a map that cannot be embedded. */
export function readMap(value: unknown): { embedUrl: string | null; linkUrl: string | null } {
  const text = typeof value === "string" && value.length <= 10_000 ? value : "";
  const [frame] = DomUtils.getElementsByTagName("iframe", parseDocument(text));
  const url = readLinkUrl(/^\s*</.test(text) ? (frame?.attribs.src ?? "") : text);
  const [host, address] = EMBEDS.find(([, address]) => url !== null && address.test(url)) ?? [];
  if (url === null || address === undefined) return { embedUrl: null, linkUrl: url };
  return { embedUrl: url.replace(address, `https://${host}`), linkUrl: null };
}

/**
 * Reads the start and end of an event. Drops an end before the start, since one of the two must be wrong. An end given as a day lasts
 * until midnight.
 */
export function readEventTimes({ start, end }: { start: ReadDate; end: ReadDate }) {
  if (start.at === null || end.at === null) return { start, end };
  const isDay = end.precision === "day";
  const startMs = Date.parse(start.at);
  const endMs = Date.parse(end.at) + (isDay ? DAY_MS : 0);
  if (endMs < startMs + (isDay ? 1 : 0))
    return { start, end: { ...end, at: null, precision: "unknown" as const } };
  const asWritten = ({ offsetMinutes }: ReadDate) => offsetMinutes * MINUTE_MS;
  for (const offsetOf of [asWritten, () => EAST_AFRICA_OFFSET_MS]) {
    const from = startMs + offsetOf(start);
    const to = endMs + offsetOf(end);
    // The event lasts from one midnight to another, or to 23:59. An end at midnight belongs to the day before.
    if (from % DAY_MS === 0 && (to + MINUTE_MS) % DAY_MS <= MINUTE_MS)
      return { start: dayAt(from), end: dayAt(Math.max(from, to - 1)) };
  }
  return { start, end };
}

/**
 * The characters allowed before and after a linked address: in "(www.example.org)," and "Email:asha@example.org" only the address is
 * linked.
 */
const START = String.raw`(?<=(?:^|[\s<>"“”„,;|])[([{'‘’«*]{0,9}(?:[\p{L}-]{2,20}:)?)`;
const END = String.raw`(?=[)\]}'’».,:;!?*…]{0,20}(?:[\s<>"“”„,;|]|$))`;

const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?`;
const EMAIL = String.raw`[\p{L}\p{N}\p{M}!#$%&'*+/=?^_{|}~.\x60-]{1,64}@(?:${LABEL}\.){1,5}\p{L}[\p{L}\p{M}]{1,23}`;
/**
 * The address of a site. A sentence end without a space after it may look like a domain, so a bare domain needs a path or a common
 * ending.
 */
const SITE = String.raw`(?:(?:https?:\/\/|www\.|[a-z\d.-]{1,253}\.[a-z]{2,24}\/)(?:\([^\s()]{1,99}\)|(?!\([^\s()]{1,99}\))[^\s<>"“”„,;|]){0,2048}?|[a-z\d.-]{1,253}\.(?:com|org|net|info|africa|(?:or|co|go|ac|ne)\.tz))`;

/** Opening hours such as "9-17" or "8:00 – 16:30", which must not become digits of the number before them. */
const HOURS = String.raw`(?<![\d+.-])\d{1,2}(?:[:.]\d\d)?[^\S\n]?[-–][^\S\n]?\d{1,2}(?:[:.]\d\d)?(?![\d.-])`;

/** The characters allowed between two digits of a number, on one line. */
const GAP = String.raw`(?:[^\S\n]|[.()\u2010-\u2015\u200b\u2060-]){0,3}`;
const digits = (count: number | string) => `(?:${GAP}(?!${HOURS})\\d){${count}}`;
/** The zero in "+255 (0)754", which is not dialled after a country code. */
const TRUNK = String.raw`(?:${GAP}\(0\)|${GAP}0(?=${GAP}[1-9]))?`;

/** The fixed number of digits after these country codes. Any further digits are another number, or hours. */
const LENGTHS: Readonly<Record<string, number>> = {
  "255|254|256|250|258|260|265|243|27|31|33|34|41|61": 9,
  "1|44|91": 10,
  "257|45|47|65": 8,
};
const OTHERS = `(?!${Object.keys(LENGTHS).join("|")})[1-9]\\d{0,2}`;

const international = (code: string, count: number | string) =>
  String.raw`(?:\((?=\+?\d+\)))?(?:\+\(?|00|(?=255))(?<code>${code})${TRUNK}(?<rest>${digits(count)})`;

const NUMBERS = [
  ...Object.entries(LENGTHS).map(([codes, count]) => international(codes, count)),
  // As many digits as there are, but not the 9 of "9am".
  String.raw`${international(OTHERS, "6,12")}(?![^\S\n]?(?:[AaPp][Mm]|h|hrs?|to|hadi)\b)`,
  // Numbers within Tanzania.
  String.raw`(?:\((?=\d+\)))?(?<rest>0[2-9]${digits(8)})`,
];
/** A telephone number that is not part of a longer number, a date or a word. */
const NUMBER = String.raw`(?<![\p{L}\d+]|\d[.-])(?:${NUMBERS.join("|")})(?!\d|[.-]\d{3}|:\d\d)`;

const LINKED = new RegExp(`${START}(?:(?<email>${EMAIL})|(?<site>${SITE}))${END}|${NUMBER}`, "gu");

function hrefOf({ email, site, code, rest = "" }: Readonly<Record<string, string | undefined>>) {
  if (email !== undefined) return `mailto:${email.replaceAll(/[%?#&]/g, encodeURIComponent)}`;
  if (site !== undefined) return readLinkUrl(site);
  return `tel:${code === undefined ? "" : `+${code}`}${rest.replaceAll(/\D/g, "")}`;
}

/**
 * Turns plain text into HTML in which e-mail addresses, telephone numbers and sites are links. Each is linked as a whole, or not at
 * all.
 */
export function contactHtml(text: string | null, baseUrl: string): SafeHtml | null {
  if (text === null) return null;
  let html = "";
  let end = 0;
  for (const { 0: found, index, groups = {} } of text.matchAll(LINKED)) {
    const href = hrefOf(groups);
    if (href === null) continue;
    html += `${escaped(text.slice(end, index))}<a href="${escaped(href)}">${escaped(found)}</a>`;
    end = index + found.length;
  }
  return sanitiseHtml(html + escaped(text.slice(end)), { baseUrl }) || null;
}
