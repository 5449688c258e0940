import type { SafeHtml } from "../../../shared/model/safe-html.ts";
import { readContent } from "./html-content.ts";
import { markDirections } from "./html-directions.ts";
import { replaceEmbedded } from "./html-embedded.ts";
import { levelHeadings } from "./html-headings.ts";
import { toParagraphs } from "./html-paragraphs.ts";
import { applyPolicy } from "./html-policy.ts";
import { serialiseContent } from "./html-serialise.ts";
import { hasBlock, parseCleanHtml } from "./html-tree.ts";

export interface SanitiseOptions {
  /** The content API's URL: images without a host of their own belong there. */
  baseUrl: string;
  /** Called for each element that does not come out, though its text may: with the name of its tag. */
  onDropped?: ((tag: string) => void) | undefined;
}

/**
 * In UTF-16 code units of what may be shown, without pasted pictures, comments and styles. An article is some 20,000;
 * what comes after the limit is cut.
 */
const maxLength = 500_000;
/** The parser takes seconds for a hundred thousand nested tags; no article has so many. */
const maxTags = 20_000;

/**
 * Makes HTML of the content API safe for a page. The result has allowed tags alone, is balanced and
 * valid, and its headings start at level 2; a second call changes nothing. Text without markup
 * becomes paragraphs. HTML without visible content becomes the empty text. Never throws.
 */
export function sanitiseHtml(
  html: string,
  { baseUrl, onDropped = () => {} }: SanitiseOptions,
): SafeHtml {
  const source = limitTags(html).replace(/\r\n?/g, "\n");
  const isMarkup = /[<&]/.test(source);
  const allowed = limitLength(isMarkup ? applyPolicy(source, { baseUrl, onDropped }) : source);
  const nodes = parseCleanHtml(allowed);
  const areLinesBreaks = !hasBlock(nodes) && !allowed.includes("<br");
  const shown = replaceEmbedded(nodes, onDropped);
  const content = toParagraphs(readContent(shown, { areLinesBreaks }));
  markDirections(content);
  return serialiseContent(levelHeadings(content)) as SafeHtml;
}

/** Never within a tag or an entity. */
function limitLength(html: string): string {
  return html.length <= maxLength ? html : html.slice(0, maxLength).replace(/<[^>]*$|&\w*$/, "");
}

function limitTags(html: string): string {
  let at = -1;
  for (let tags = 0; tags <= maxTags; tags += 1) {
    at = html.indexOf("<", at + 1);
    if (at === -1) return html;
  }
  return html.slice(0, at);
}
