import type { SafeHtml } from "../../shared/model/safe-html.ts";
import { flowContent } from "./html/html-flow.ts";
import { levelHeadings } from "./html/html-headings.ts";
import { toParagraphs } from "./html/html-paragraphs.ts";
import { applyPolicy } from "./html/html-policy.ts";
import { printContent } from "./html/html-print.ts";
import { parseCleanHtml } from "./html/html-tree.ts";

export interface SanitiseOptions {
  /** The content API's address: images without a host of their own belong there. */
  baseUrl: string;
}

/** In UTF-16 code units. An article is some 20,000; what comes after the limit is cut. */
const maxLength = 500_000;
/**
 * The parser takes seconds over a hundred thousand tags nested in each other; no article has so
 * many.
 */
const maxTags = 20_000;

/**
 * The one way from a source's HTML to a page. The result holds the tags of the allow-list alone, is
 * balanced, reads the same when parsed again, and its headings start at level 2. Text without any
 * markup becomes paragraphs. Nothing to show gives the empty text. Never throws.
 */
export function sanitiseHtml(html: string, { baseUrl }: SanitiseOptions): SafeHtml {
  const source = limitTags(html.slice(0, maxLength)).replace(/\r\n?/g, "\n");
  const isMarkup = /[<&]/.test(source);
  const allowed = isMarkup ? applyPolicy(source, baseUrl) : source;
  const tree = parseCleanHtml(allowed);
  const areLinesBreaks = !tree.hasBlock && !allowed.includes("<br");
  const content = toParagraphs(flowContent(tree, { areLinesBreaks }));
  return printContent(levelHeadings(content)) as SafeHtml;
}

function limitTags(html: string): string {
  let at = -1;
  for (let tags = 0; tags <= maxTags; tags += 1) {
    at = html.indexOf("<", at + 1);
    if (at === -1) return html;
  }
  return html.slice(0, at);
}
