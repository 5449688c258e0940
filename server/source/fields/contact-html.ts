import type { SafeHtml } from "../../../shared/model/item-fields.schema.ts";
import { sanitiseHtml } from "../html/sanitise-html.ts";
import { readLinkUrl } from "../text/web-url.ts";

/** What stands between two digits of a number, on one line. */
const GAP = String.raw`(?:[^\S\n]|[.()\u2010-\u2015\u200b\u2060-]){0,3}`;
const digits = (count: number | string) => `(?:${GAP}\\d){${count}}`;
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

const FORMS = [
  ...Object.entries(LENGTHS).map(([codes, count]) => international(codes, count)),
  // As many as there are, and not the 9 of "9am".
  String.raw`${international(OTHERS, "6,12")}(?![^\S\n]?(?:[ap]m|h|hrs?|to|hadi)\b)`,
  // Numbers in Tanzania.
  String.raw`(?:\((?=\d+\)))?0[2-9]${digits(8)}`,
];
/** Neither a part of a longer number, of a date or of a word. */
const NUMBER = new RegExp(
  String.raw`(?<![\p{L}\d+]|\d[.-])(?:${FORMS.join("|")})(?!\d|[.-]\d{3}|:\d\d)`,
  "giu",
);
/** "9-17", "8:00 – 16:30": never digits of the number before. */
const HOURS =
  /(?<![\d+.-])(\d{1,2}(?:[:.]\d\d)?[^\S\n]?[-–][^\S\n]?\d{1,2}(?:[:.]\d\d)?(?![\d.-]))/;

/** A word without the signs around it; of a pair of brackets both or none are outside. */
const WORD = /^([([{'‘’«*]*(?:[\p{L}-]{2,20}:(?!\/\/))?)(.*?)([)\]}'’».,:;!?*…]*)$/u;
const BETWEEN_WORDS = /([\s<>"“”„,;|]+)/;
const LONGEST_WORD = 2048;

const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?`;
const EMAIL = new RegExp(
  String.raw`^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_{|}~.\x60-]{1,64}@(?:${LABEL}\.){1,5}\p{L}[\p{L}\p{M}]{1,23}$`,
  "u",
);
/** The first of two sentences without a space between them may end like a domain: a path makes it one, or a usual ending. */
const SITE =
  /^(?:https?:\/\/|www\.|[a-z\d.-]+\.[a-z]{2,24}\/|[a-z\d.-]+\.(?:com|org|net|info|africa|(?:or|co|go|ac|ne)\.tz)$)/;

function hrefOf(word: string): string | null {
  if (EMAIL.test(word)) return `mailto:${word.replaceAll(/[%?#&]/g, encodeURIComponent)}`;
  return SITE.test(word) ? readLinkUrl(word) : null;
}

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

const link = (href: string, text: string) => `<a href="${escaped(href)}">${escaped(text)}</a>`;

/** A word with its link; null without one. */
function linkWord(text: string): string | null {
  if (text.length > LONGEST_WORD) return null;
  const [, before = "", found = "", rest = ""] = WORD.exec(text) ?? [];
  // "https://example.org/a_(b)".
  const isOpen = found.includes("(") && rest.startsWith(")");
  const [word, after] = isOpen ? [`${found})`, rest.slice(1)] : [found, rest];
  const href = hrefOf(word);
  return href && escaped(before) + link(href, word) + escaped(after);
}

/** Text whose telephone numbers are links. What is escaped holds no digits. */
const linkNumbers = (text: string): string =>
  text
    .split(HOURS)
    .map(escaped)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(NUMBER, linkNumber)))
    .join("");

function linkNumber(number: string, ...found: unknown[]): string {
  const { code, rest = number } = found.at(-1) as Record<string, string | undefined>;
  return link(`tel:${code === undefined ? "" : `+${code}`}${rest.replaceAll(/\D/g, "")}`, number);
}

/** Plain text as HTML in which e-mail addresses, telephone numbers and sites are links: the whole of each, or nothing. */
export function contactHtml(text: string | null, baseUrl: string): SafeHtml | null {
  if (text === null) return null;
  let html = "";
  let plain = "";
  for (const part of text.split(BETWEEN_WORDS)) {
    const linked = linkWord(part);
    if (linked === null) plain += part;
    else {
      html += linkNumbers(plain) + linked;
      plain = "";
    }
  }
  return sanitiseHtml(html + linkNumbers(plain), { baseUrl }) || null;
}
