import type { SafeHtml } from "../../../../shared/model/safe-html.ts";
import { sanitiseHtml } from "../../html/sanitise-html.ts";
import { readLinkUrl } from "../../web-url.ts";
import { phoneParts } from "./phone-numbers.ts";

/** A word without the signs around it; of a pair of brackets both or none are outside. */
const WORD = /^([([{'‘’«*]*(?:[\p{L}-]{2,20}:(?!\/\/))?)(.*?)([)\]}'’».,:;!?*…]*)$/u;
const BETWEEN_WORDS = /([\s<>"“”„,;|]+)/;
const LONGEST_WORD = 2048;

const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?`;
const EMAIL = new RegExp(
  String.raw`^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_{|}~.\x60-]{1,64}@(?:${LABEL}\.){1,5}\p{L}[\p{L}\p{M}]{1,23}$`,
  "u",
);
/** Of two sentences without a space between them the first may end like a domain: a path makes it one, or a usual ending. */
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

const linkNumbers = (text: string) =>
  phoneParts(text)
    .map(({ text, dialled }) => (dialled === null ? escaped(text) : link(`tel:${dialled}`, text)))
    .join("");

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
