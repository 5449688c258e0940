import { escapeUTF8 as escaped } from "entities";
import { DomUtils, parseDocument } from "htmlparser2";
import type { EventStatus } from "../../../shared/model/event.ts";
import type { StoredEventItem, TicketPrice } from "../../../shared/model/event-item.schema.ts";
import type { SafeHtml } from "../../../shared/model/item-fields.schema.ts";
import { DAY_MS, EAST_AFRICA_OFFSET_MS, MINUTE_MS } from "../../../shared/time.ts";
import { sanitiseHtml } from "../html/sanitise-html.ts";
import { readLinkUrl } from "../text/web-url.ts";
import { dayAt, type ReadDate } from "./dates.ts";
import { readTitle } from "./texts.ts";
import { type Fields, isRecord, readFlag, readLine, readName, unwrapText } from "./values.ts";

type AttendanceMode = NonNullable<StoredEventItem["attendanceMode"]>;

/** In English, as schema.org, and in Kiswahili, whose verbs begin with the class of their subject. The gravest first. */
const STATUSES = {
  cancelled: /^(?:cancell?ed|cancell?ation|calledoff|(?:\p{L}{1,3}me|ku)?(?:futwa|ghairiwa))/u,
  postponed: /^(?:postponed?|deferred|onhold|(?:\p{L}{1,3}me|ku)?(?:ahirishwa|sitishwa))/u,
  movedOnline:
    /^(?:(?:moved|gone|switched)(?:to)?|now|\p{L}{1,3}(?:me|ta)\p{L}*)(?:online|virtual|mtandaoni)/u,
  rescheduled:
    /^(?:rescheduled?|newdate|date(?:has)?changed|tareheimebadili|tarehempya|\p{L}{1,3}me(?:pangwaupya|pangiwatarehe|sogezwa))/u,
  soldOut:
    /^(?:(?:tickets)?soldout|fully?booked|bookedout|full$|(?:tiketi|nafasi)?zime(?:isha|kwisha|jaa|uzwa)|\p{L}{1,3}mejaa$)/u,
} satisfies Record<Exclude<EventStatus, "scheduled">, RegExp>;

const MODES: readonly [AttendanceMode, RegExp][] = [
  ["mixed", /^(?:mixed|hybrid)(?:event)?(?:attendancemode)?$/],
  ["online", /^(?:online|virtual|remote|webinar|mtandaoni)(?:event)?(?:attendancemode)?$/],
  ["offline", /^(?:offline|inperson|onsite|physical)(?:event)?(?:attendancemode)?$/],
];

/** `https://schema.org/EventPostponed` and `This event is postponed!` as `postponed`. */
const lettersOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}]/gu, "")
    .replace(
      /^(?:(?:https?)?schema(?:org)?)?(?:this)?(?:event|tukio(?:hili)?)?(?:is|has(?:been)?)?/,
      "",
    );

/** What the named fields say, as letters; a list may hold several. */
const statedIn = (raw: Fields, names: readonly string[]) =>
  names.flatMap((name) => [raw.get(name)].flat().map((value) => lettersOf(readName(value) ?? "")));

export function readEventStatus(raw: Fields): EventStatus {
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
  const words = typeof name === "string" ? readTitle(name) : null;
  return words ?? (isRecord(value) ? readLine(value.url) : null);
}

const ONLINE =
  /^(?:online|virtual(?:ly)?|webinar|zoom|teams|meet|webex|skype|youtube|facebook|whatsapp|internet|mtandao(?:ni)?)$/;
const BESIDE =
  /^(?:via|by|on|only|live|event|meeting|link|id|\d+|google|microsoft|ms|and|na|kwa|kwenye|kupitia|njia|ya|tu)$/;

/** `Zoom`, `Online via Google Meet`, `Mtandaoni (Zoom)` or a link, and no other word: a name may begin with one of these. */
function isOnlinePlace(location: string): boolean {
  const words = location.toLowerCase().match(/https?:\/\/\S+|[\p{L}\d]+/gu) ?? [];
  const isOnline = (word: string) =>
    ONLINE.test(word) || (word.startsWith("http") && !/map|goo\.gl/.test(word));
  return words.some(isOnline) && words.every((word) => isOnline(word) || BESIDE.test(word));
}

export function readAttendanceMode(
  raw: Fields,
  { status, location }: Pick<StoredEventItem, "status" | "location">,
): AttendanceMode | null {
  const names = ["event_attendance_mode", "eventAttendanceMode", "attendance_mode", "event_type"];
  const texts = statedIn(raw, names);
  const stated = MODES.find(([, form]) => texts.some((text) => form.test(text)));
  // All are read, so that none is reported as unread.
  const flags = ["is_online", "isOnline", "online", "is_virtual"].map((name) => raw.get(name));
  if (status === "movedOnline") return "online";
  if (stated) return stated[0];
  return flags.some(readFlag) || isOnlinePlace(location ?? "") ? "online" : null;
}

const CURRENCIES: Readonly<Record<string, string>> = {
  ...{ TZS: "TZS", TSH: "TZS", TSHS: "TZS", USD: "USD", US$: "USD", $: "USD" },
  ...{ EUR: "EUR", "€": "EUR", GBP: "GBP", "£": "GBP", KES: "KES", KSH: "KES" },
  ...{ UGX: "UGX", USH: "UGX", RWF: "RWF", ZAR: "ZAR", CHF: "CHF" },
};

const FREE =
  /^(?:free|free (?:entry|entrance|admission|of charge)|no charge|gratis|bure|bila malipo|hakuna kiingilio)[.!]?$/i;

/** `5,000/=` and `5,000/-` are whole shillings. */
const PRICE =
  /^(?<before>[A-Za-z$€£]{0,4})[.:]?\s*(?<number>(?:\d{1,12}|\d{1,3}(?:,\d{3}){1,3})(?:\.\d{1,2})?)(?:\s*\/[=-])?\s*(?<after>[A-Za-z$€£]{0,4})\.?$/;

/** The fields that name the currency of a price, beside it and within its object. */
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

/** `tzs`, `TSh`, `{ code: "TZS" }`. */
export function readCurrency(value: unknown): string | null {
  const { code, name, symbol } = isRecord(value) ? value : { code: value };
  const given = [code, name, symbol].map((text) => readLine(text)?.toUpperCase() ?? "");
  const known = given.map((text) => CURRENCIES[text] ?? (ISO_4217.has(text) ? text : null));
  return known.find((currency) => currency !== null) ?? null;
}

/** `TZS 10,000`, `USD 12.50`. */
function priceText(amount: number, currency: string): string {
  const minimumFractionDigits = Number.isInteger(amount) ? 0 : 2;
  return `${currency} ${amount.toLocaleString("en", { minimumFractionDigits, maximumFractionDigits: 2 })}`;
}

/** One number with or without a currency is an amount; a richer text ("Free; lunch TZS 5,000") has none. 0 is free. */
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

/** Maps for a frame: https, the two hosts that the content security policy allows, under any of their names. */
const EMBEDS = Object.entries({
  "www.google.com": /^https:\/\/(?:(?:www|maps)\.)?google\.com(?=\/maps\/embed(?:[/?#]|$))/,
  "www.openstreetmap.org":
    /^https:\/\/(?:www\.)?openstreetmap\.org(?=\/export\/embed\.html(?:[?#]|$))/,
});

/** Reads a URL, or the `src` of a whole `<iframe>` tag. `linkUrl` is any map that is not for a frame. */
export function readMap(value: unknown): { embedUrl: string | null; linkUrl: string | null } {
  const text = typeof value === "string" && value.length <= 10_000 ? value : "";
  const [frame] = DomUtils.getElementsByTagName("iframe", parseDocument(text));
  const url = readLinkUrl(/^\s*</.test(text) ? (frame?.attribs.src ?? "") : text);
  const [host, address] = EMBEDS.find(([, address]) => url !== null && address.test(url)) ?? [];
  if (url === null || address === undefined) return { embedUrl: null, linkUrl: url };
  return { embedUrl: url.replace(address, `https://${host}`), linkUrl: null };
}

/** An end before the start is left out, since one of the two is wrong. A day as an end lasts until its midnight. */
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
    // From one midnight to another, or to 23:59; an end at midnight belongs to the day before.
    if (from % DAY_MS === 0 && (to + MINUTE_MS) % DAY_MS <= MINUTE_MS)
      return { start: dayAt(from), end: dayAt(Math.max(from, to - 1)) };
  }
  return { start, end };
}

/** What stands before and after a word: of "(www.example.org)," or "Email:asha@example.org" the address is linked. */
const START = String.raw`(?<=(?:^|[\s<>"“”„,;|])[([{'‘’«*]{0,9}(?:[\p{L}-]{2,20}:)?)`;
const END = String.raw`(?=[)\]}'’».,:;!?*…]{0,20}(?:[\s<>"“”„,;|]|$))`;

const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?`;
const EMAIL = String.raw`[\p{L}\p{N}\p{M}!#$%&'*+/=?^_{|}~.\x60-]{1,64}@(?:${LABEL}\.){1,5}\p{L}[\p{L}\p{M}]{1,23}`;
/** The first of two sentences without a space between them may end like a domain: a path makes it one, or a usual ending. */
const SITE = String.raw`(?:(?:https?:\/\/|www\.|[a-z\d.-]{1,253}\.[a-z]{2,24}\/)(?:\([^\s()]{1,99}\)|(?!\([^\s()]{1,99}\))[^\s<>"“”„,;|]){0,2048}?|[a-z\d.-]{1,253}\.(?:com|org|net|info|africa|(?:or|co|go|ac|ne)\.tz))`;

/** "9-17", "8:00 – 16:30": never digits of the number before. */
const HOURS = String.raw`(?<![\d+.-])\d{1,2}(?:[:.]\d\d)?[^\S\n]?[-–][^\S\n]?\d{1,2}(?:[:.]\d\d)?(?![\d.-])`;

/** Between two digits of a number, on one line. */
const GAP = String.raw`(?:[^\S\n]|[.()\u2010-\u2015\u200b\u2060-]){0,3}`;
const digits = (count: number | string) => `(?:${GAP}(?!${HOURS})\\d){${count}}`;
/** The zero of "+255 (0)754", which is not dialled after a country code. */
const TRUNK = String.raw`(?:${GAP}\(0\)|${GAP}0(?=${GAP}[1-9]))?`;

/** How many digits follow these country codes, always: what comes then is another number, or hours. */
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
  // As many as there are, and not the 9 of "9am".
  String.raw`${international(OTHERS, "6,12")}(?![^\S\n]?(?:[AaPp][Mm]|h|hrs?|to|hadi)\b)`,
  // In Tanzania.
  String.raw`(?:\((?=\d+\)))?(?<rest>0[2-9]${digits(8)})`,
];
/** Neither a part of a longer number, of a date or of a word. */
const NUMBER = String.raw`(?<![\p{L}\d+]|\d[.-])(?:${NUMBERS.join("|")})(?!\d|[.-]\d{3}|:\d\d)`;

const LINKED = new RegExp(`${START}(?:(?<email>${EMAIL})|(?<site>${SITE}))${END}|${NUMBER}`, "gu");

function hrefOf({ email, site, code, rest = "" }: Readonly<Record<string, string | undefined>>) {
  if (email !== undefined) return `mailto:${email.replaceAll(/[%?#&]/g, encodeURIComponent)}`;
  if (site !== undefined) return readLinkUrl(site);
  return `tel:${code === undefined ? "" : `+${code}`}${rest.replaceAll(/\D/g, "")}`;
}

/** Plain text as HTML in which e-mail addresses, telephone numbers and sites are links: the whole of each, or nothing. */
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
