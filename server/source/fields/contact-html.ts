import { escapeUTF8 as escaped } from "entities";
import type { SafeHtml } from "../../../shared/model/item-fields.schema.ts";
import { sanitiseHtml } from "../html/sanitise-html.ts";
import { readLinkUrl } from "../text/web-url.ts";

/** What stands before and after a word: of "(www.example.org)," or "Email:asha@example.org" the address is linked. */
const START = String.raw`(?<=(?:^|[\s<>"“”„,;|])[([{'‘’«*]{0,9}(?:[\p{L}-]{2,20}:)?)`;
const END = String.raw`(?=[)\]}'’».,:;!?*…]{0,20}(?:[\s<>"“”„,;|]|$))`;

const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?`;
const EMAIL = String.raw`[\p{L}\p{N}\p{M}!#$%&'*+/=?^_{|}~.\x60-]{1,64}@(?:${LABEL}\.){1,5}\p{L}[\p{L}\p{M}]{1,23}`;
/** The first of two sentences without a space between them may end like a domain: a path makes it one, or a usual ending. */
const SITE = String.raw`(?:(?:https?:\/\/|www\.|[a-z\d.-]{1,253}\.[a-z]{2,24}\/)(?:\([^\s()]{1,99}\)|(?!\([^\s()]{1,99}\))[^\s<>"“”„,;|]){0,2048}?|[a-z\d.-]{1,253}\.(?:com|org|net|info|africa|(?:or|co|go|ac|ne)\.tz))`;

/** "9-17", "8:00 – 16:30": never digits of the number before. */
const HOURS = String.raw`(?<![\d+.-])\d{1,2}(?:[:.]\d\d)?[^\S\n]?[-–][^\S\n]?\d{1,2}(?:[:.]\d\d)?(?![\d.-])`;

/** What stands between two digits of a number, on one line. */
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
  // Numbers in Tanzania.
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
