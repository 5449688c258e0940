import { decodeXML, escapeUTF8 } from "entities";
import { directionOf } from "../../../shared/languages.ts";
import type { SafeHtml } from "../../../shared/model/item-fields.schema.ts";
import { languageOfScript } from "../text/language.ts";
import { type Block, type Content, readContent, serialiseContent, textOf } from "./content.ts";
import { limitElements, maxLength } from "./limits.ts";
import { applyPolicy, readMediaLink } from "./policy.ts";

export interface SanitiseOptions {
  /** The content API's URL: images without a host of their own belong there. */
  baseUrl: string;
  /** Called for each element that does not come out, though its text may: with the name of its tag. */
  onDropped?: ((tag: string) => unknown) | undefined;
}

/** Scripts that are written from right to left. */
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** A no-break space between two letters comes from word processors; beside a figure or a sign it has a reason. */
const wordSpace = /(?<=\p{L})\u00A0(?=\p{L})/gu;

/** HTML that is safe on a page: allowed tags alone, valid, empty when nothing is visible. Cleaned twice it is the same. Never throws. */
export function sanitiseHtml(
  html: string,
  { baseUrl, onDropped = () => {} }: SanitiseOptions,
): SafeHtml {
  const source = limitElements(html)
    .replace(/\r\n?/g, "\n")
    // An address between angle brackets is no tag.
    .replace(/<(?=(?:[^\s<>"'=/@]+@|https?:\/\/)[^\s<>@]+>)/g, "&lt;");
  const allowed = limitLength(applyPolicy(source, { baseUrl, onDropped }));
  const content = readContent(allowed, onDropped);
  linkFilms(content);
  if (rightToLeft.test(allowed)) markDirections(content);
  levelHeadings(content, []);
  return serialiseContent(content).replace(wordSpace, " ") as SafeHtml;
}

const START_OR_END = /<(?:br|hr|img|p|li)(?:\s[^<>]*)?\/?>|<\/([a-z][a-z0-9]*)\s*>/i;

/** Whether a text that may be either is meant as HTML: `2 < 3`, `<3 Moshi` and "a lone <b> in a sentence" are words. */
export function looksLikeHtml(text: string): boolean {
  const found = START_OR_END.exec(text);
  if (found === null) return false;
  const [, ended] = found;
  return ended === undefined || text.slice(0, found.index).includes(`<${ended}`);
}

/** Never within a tag or an entity. */
const limitLength = (html: string): string =>
  html.length <= maxLength ? html : html.slice(0, maxLength).replace(/<[^>]*$|&\w*$/, "");

const blocksOf = (content: Content) => content.filter((item) => typeof item !== "string");

const textBlocks = (content: Content): Block[] =>
  blocksOf(content).flatMap((block) => {
    const inner = textBlocks(block.content);
    return inner.length > 0 ? inner : /\p{L}/u.test(textOf(block)) ? [block] : [];
  });

/** Where the address of a film or a sound stands alone, as editors paste it, a link to its page takes its place. */
function linkFilms(content: Content): void {
  for (const [at, item] of content.entries()) {
    if (typeof item !== "string") {
      if (item.tag !== "pre") linkFilms(item.content);
    } else if (/^\s*https?:\/\/\S+\s*$/.test(item)) {
      const link = readMediaLink(decodeXML(item.trim()));
      if (link === null) continue;
      const [href, words] = [link.href, link.title].map((text) => escapeUTF8(text ?? ""));
      content[at] = `<a href="${href}" rel="noopener noreferrer">${words}</a>`;
    }
  }
}

/** Where a text has paragraphs in two directions, each says its own, unless the source does. */
function markDirections(content: Content): void {
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

/** Below the `h1` of the page, and none more than one level below the one before, whatever levels the source used. */
function levelHeadings(content: Content, outline: number[]): void {
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

const BLOCK_TAG =
  /<\/?(?:p|h[2-6]|li|tr|t[dh]|d[tdl]|ul|ol|div|pre|hr|br|blockquote|fig\w+|caption)\b[^>]*>/g;

export const readHtmlText = (html: SafeHtml): string =>
  decodeXML(html.replace(BLOCK_TAG, " ").replace(/<[^>]*>/g, ""))
    .replace(/\s+/g, " ")
    .trim();

type Attributes = Readonly<Record<string, string>>;

/** With other attributes of images, unescaped for `change`. Tags are found without a parser: the sanitiser escapes all else. */
export function mapImages(
  html: SafeHtml,
  change: (src: string, given: Attributes) => Attributes,
): SafeHtml {
  return html.replaceAll(/<img ([^>]*)>/g, (tag, list: string) => {
    const pairs = list.matchAll(/([a-z]+)="([^"]*)"/g);
    const given: Attributes = Object.fromEntries(
      Array.from(pairs, ([, name = "", value = ""]) => [name, decodeXML(value)]),
    );
    if (given.src === undefined) return tag;
    const attributes = Object.entries({ ...given, ...change(given.src, given) });
    return `<img${attributes.map(([name, value]) => ` ${name}="${escapeUTF8(value)}"`).join("")}>`;
  }) as SafeHtml;
}
