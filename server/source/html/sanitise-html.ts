import { decodeXML, escapeUTF8 } from "entities";
import { Parser } from "htmlparser2";
import { directionOf } from "../../../shared/languages.ts";
import type { SafeHtml } from "../../../shared/model/item-fields.schema.ts";
import { languageOfScript } from "../text/language.ts";
import {
  type Block,
  type HtmlContent,
  readHtmlContent,
  serialiseContent,
  textOf,
} from "./content.ts";
import { limitElements, maxLength } from "./limits.ts";
import { applyPolicy, readMediaLink } from "./policy.ts";

export interface SanitiseOptions {
  /** The content API's URL, which images without a host are resolved against. */
  baseUrl: string;
  /** Called with the tag name of each element that is dropped, even if the text of the element is kept. */
  onDropped?: ((tag: string) => unknown) | undefined;
}

/** The scripts that are written from right to left. */
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
/**
 * A no-break space between two letters, which word processors leave behind. A no-break space beside a digit or a sign is there on
 * purpose.
 */
const wordSpace = /(?<=\p{L})\u00A0(?=\p{L})/gu;

/** The bracket before an address: that of `<asha@example.org>` and of `<https://example.org>`. */
const BEFORE_ADDRESS = /<(?=(?:[^\s<>"'=/@]+@|https?:\/\/)[^\s<>@]+>)/g;

/**
 * Returns HTML that is safe on a page: valid, with allowed tags only, and empty when nothing is visible. Cleaning twice gives the same
 * result. Never throws.
 */
export function sanitiseHtml(
  html: string,
  { baseUrl, onDropped = () => {} }: SanitiseOptions,
): SafeHtml {
  const source = limitElements(html)
    .replace(/\r\n?/g, "\n")
    // An address in angle brackets is not a tag.
    .replace(BEFORE_ADDRESS, "&lt;");
  const allowed = limitLength(applyPolicy(source, { baseUrl, onDropped }));
  const content = readHtmlContent(allowed, onDropped);
  linkFilms(content);
  if (rightToLeft.test(allowed)) markDirections(content);
  levelHeadings(content, []);
  return serialiseContent(content).replace(wordSpace, " ") as SafeHtml;
}

/** The tag of an element without an end, or an end tag: `<br>`, `</p>`. */
const START_OR_END = /<(?:br|hr|img|p|li)(?:\s[^<>]*)?\/?>|<\/([a-z][a-z0-9]*)\s*>/i;

/** Tells whether a text that may be plain or HTML is meant as HTML: `2 < 3`, `<3 Moshi` and "a lone <b> in a sentence" are plain text. */
export function looksLikeHtml(text: string): boolean {
  const found = START_OR_END.exec(text);
  if (found === null) return false;
  const [, ended] = found;
  return ended === undefined || text.slice(0, found.index).includes(`<${ended}`);
}

/** A tag or an entity that is cut off: `<a href=`, `&am`. */
const UNFINISHED = /<[^>]*$|&\w*$/;

/** Cuts a text that is too long, but never inside a tag or an entity. */
const limitLength = (html: string): string =>
  html.length <= maxLength ? html : html.slice(0, maxLength).replace(UNFINISHED, "");

const blocksOf = (content: HtmlContent) => content.filter((item) => typeof item !== "string");

const textBlocks = (content: HtmlContent): Block[] =>
  blocksOf(content).flatMap((block) => {
    const inner = textBlocks(block.content);
    if (inner.length > 0) return inner;
    return /\p{L}/u.test(textOf(block)) ? [block] : [];
  });

/** Replaces the address of a film or a sound that stands alone, as editors paste it, with a link to the page of that film or sound. */
function linkFilms(content: HtmlContent): void {
  for (const [at, item] of content.entries()) {
    if (typeof item !== "string") {
      if (item.tag !== "pre") linkFilms(item.content);
    } else if (/^\s*https?:\/\/\S+\s*$/.test(item)) {
      const link = readMediaLink(decodeXML(item.trim()));
      if (link === null) continue;
      const [href, label] = [link.href, link.title].map((text) => escapeUTF8(text ?? ""));
      content[at] = `<a href="${href}" rel="noopener noreferrer">${label}</a>`;
    }
  }
}

/** Marks each paragraph with its direction if the text has paragraphs in two directions. A direction stated by the source is kept. */
function markDirections(content: HtmlContent): void {
  const blocks = textBlocks(content).map((block) => {
    const language = languageOfScript(textOf(block));
    return { block, language, dir: directionOf(language ?? "") };
  });
  if (new Set(blocks.map(({ dir }) => dir)).size < 2) return;
  for (const { block, language, dir } of blocks) {
    const isStated = (name: string) => block.attributes.includes(` ${name}="`);
    if (language !== null && !isStated("lang")) block.attributes += ` lang="${language}"`;
    if (!isStated("dir")) block.attributes += ` dir="${dir}"`;
  }
}

/** Renumbers headings so that they start below the page's `h1` and never skip a level, whatever levels the source used. */
function levelHeadings(content: HtmlContent, outline: number[]): void {
  for (const block of blocksOf(content)) {
    const level = Number(/^h([1-6])$/.exec(block.tag)?.[1] ?? 0);
    if (level === 0) levelHeadings(block.content, outline);
    else {
      while ((outline.at(-1) ?? 0) >= level) outline.pop();
      outline.push(level);
      block.tag = `h${Math.min(outline.length + 1, 6)}`;
    }
  }
}

/** The tags of blocks in clean HTML: `<p>`, `</li>`. */
const BLOCK_TAG =
  /<\/?(?:p|h[2-6]|li|tr|t[dh]|d[tdl]|ul|ol|div|pre|hr|br|blockquote|fig\w+|caption)\b[^>]*>/g;

export const readHtmlText = (html: SafeHtml): string =>
  decodeXML(html.replace(BLOCK_TAG, " ").replace(/<[^>]*>/g, ""))
    .replace(/\s+/g, " ")
    .trim();

type Attributes = Readonly<Record<string, string>>;

/** Changes the attributes of images; `change` receives unescaped values. */
export function mapImages(
  html: SafeHtml,
  change: (src: string, given: Attributes) => Attributes,
): SafeHtml {
  if (!html.includes("<img ")) return html;
  let mapped = "";
  let end = 0;
  const parser = new Parser({
    onopentag(tag, given) {
      if (tag !== "img" || given.src === undefined) return;
      const attributes = Object.entries({ ...given, ...change(given.src, given) });
      const written = attributes.map(([name, value]) => ` ${name}="${escapeUTF8(value)}"`);
      mapped += `${html.slice(end, parser.startIndex)}<img${written.join("")}>`;
      end = parser.endIndex + 1;
    },
  });
  parser.end(html);
  return (mapped + html.slice(end)) as SafeHtml;
}
