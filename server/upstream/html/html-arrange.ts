import { arrangeDescriptionList, arrangeList } from "./html-lists.ts";
import { toBareContent, toParagraphs } from "./html-paragraphs.ts";
import type { Block, Content, Leaf } from "./html-runs.ts";
import { createBlock, flattenContent, trimRun } from "./html-runs.ts";
import { arrangeTable } from "./html-tables.ts";

/**
 * The block of a tag, holding only what a browser leaves inside it; what may not stand there comes
 * before or after it. Parts (`li`, `td`, …) are left for their list or table to settle. An empty
 * block is no block.
 */
export function arrangeBlock(tag: string, content: Content, attributes: string): Content {
  switch (tag) {
    case "p":
      return toParagraphs(content, { attributes, isExplicit: true });
    case "div":
      return attributes === ""
        ? toParagraphs(content)
        : wrap("div", toParagraphs(content), attributes);
    case "blockquote":
      return wrap(tag, toParagraphs(content), attributes);
    case "ul":
    case "ol":
      return arrangeList(tag, content, attributes);
    case "dl":
      return arrangeDescriptionList(content, attributes);
    case "table":
      return arrangeTable(content, attributes);
    case "li":
    case "dd":
    case "td":
    case "th":
    case "figcaption":
      return [createBlock(tag, toBareContent(content), attributes)];
    case "dt":
    case "caption":
      return [createBlock(tag, trimRun(flattenContent(content)), attributes)];
    case "figure":
      return arrangeFigure(content, attributes);
    case "pre":
      return arrangePreformatted(content, attributes);
    case "hr":
      return [createBlock(tag, [])];
    default:
      return /^h[1-6]$/.test(tag)
        ? arrangeHeading(tag, content, attributes)
        : [createBlock(tag, content, attributes)];
  }
}

function wrap(tag: string, content: Content, attributes: string): Block[] {
  return content.length === 0 ? [] : [createBlock(tag, content, attributes)];
}

/** A heading is one line of text. A heading nobody closed ends where the first block begins. */
function arrangeHeading(tag: string, content: Content, attributes: string): Block[] {
  const cut = content.findIndex((item) => item.kind === "block");
  const line = trimRun(onlyLeaves(cut === -1 ? content : content.slice(0, cut)));
  const rest = cut === -1 ? [] : toParagraphs(content.slice(cut));
  if (line.length > 0) return [createBlock(tag, line, attributes), ...rest];
  const [first, ...others] = rest;
  if (first?.tag !== "p") return rest;
  return [createBlock(tag, first.content, attributes), ...others];
}

function arrangeFigure(content: Content, attributes: string): Block[] {
  const at = content.findIndex((item) => item.kind === "block" && item.tag === "figcaption");
  const caption = content[at];
  if (caption?.kind !== "block") return wrap("figure", toBareContent(content), attributes);
  const captionText = wrap("figcaption", caption.content, caption.attributes);
  const before = toBareContent(content.slice(0, at));
  return wrap(
    "figure",
    [...before, ...captionText, ...toBareContent(content.slice(at + 1))],
    attributes,
  );
}

/** Line breaks are kept; those at the start go, since a browser swallows the first one. */
function arrangePreformatted(content: Content, attributes: string): Block[] {
  const leaves = flattenContent(content);
  const first = leaves.findIndex((leaf) => leaf.kind !== "text" || leaf.text.trim() !== "");
  if (first === -1) return [];
  const kept = leaves
    .slice(first)
    .map((leaf, index) =>
      index === 0 ? { ...leaf, text: leaf.text.replace(/^\s*\n/, "") } : leaf,
    );
  return wrap("pre", kept, attributes);
}

function onlyLeaves(content: Content): Leaf[] {
  return content.flatMap((item) => (item.kind === "block" ? [] : [item]));
}
