import { fitDescriptionList, fitList } from "./html-lists.ts";
import { toBareContent, toParagraphs } from "./html-paragraphs.ts";
import type { Block, Content } from "./html-runs.ts";
import { createBlock, flattenContent, isTag, trimRun } from "./html-runs.ts";
import { fitTable } from "./html-tables.ts";

/**
 * The block with the content that a browser leaves in it; what may not stand there comes before or
 * after it. An empty block is left out. Parts (`li`, `td`, …) are left for their list or table.
 */
export function fitBlock(block: Block): Content {
  const { tag, content, attributes } = block;
  switch (tag) {
    case "p":
      return toParagraphs(content, { attributes, isExplicit: true });
    case "div":
      return attributes === "" ? toParagraphs(content) : refill(block, toParagraphs(content));
    case "blockquote":
      return refill(block, toParagraphs(content));
    case "ul":
    case "ol":
      return fitList(block);
    case "dl":
      return fitDescriptionList(block);
    case "table":
      return fitTable(block);
    case "li":
    case "dd":
    case "td":
    case "th":
    case "figcaption":
      return [{ ...block, content: toBareContent(content) }];
    case "dt":
    case "caption":
      return [{ ...block, content: trimRun(flattenContent(content)) }];
    case "figure":
      return fitFigure(block);
    case "pre":
      return fitPreformatted(block);
    case "hr":
      return [createBlock(tag, [])];
    default:
      return /^h[1-6]$/.test(tag) ? fitHeading(block) : [block];
  }
}

function refill(block: Block, content: Content): Block[] {
  return content.length === 0 ? [] : [{ ...block, content }];
}

/** A heading is one line of text. Without an end tag it ends where the first block begins. */
function fitHeading(heading: Block): Block[] {
  const { content } = heading;
  const firstBlock = content.findIndex((item) => item.kind === "block");
  const end = firstBlock === -1 ? content.length : firstBlock;
  const line = trimRun(flattenContent(content.slice(0, end)));
  const rest = toParagraphs(content.slice(end));
  if (line.length > 0) return [{ ...heading, content: line }, ...rest];
  const [first, ...others] = rest;
  return isTag(first, "p") ? [{ ...heading, content: first.content }, ...others] : rest;
}

function fitFigure(figure: Block): Block[] {
  const { content } = figure;
  const at = content.findIndex((item) => isTag(item, "figcaption"));
  const caption = content[at];
  if (!isTag(caption, "figcaption")) return refill(figure, toBareContent(content));
  const before = toBareContent(content.slice(0, at));
  const after = toBareContent(content.slice(at + 1));
  return refill(figure, [...before, ...refill(caption, caption.content), ...after]);
}

/** Line breaks are kept, except at the start, where a browser drops the first one. */
function fitPreformatted(block: Block): Block[] {
  const leaves = flattenContent(block.content);
  const start = leaves.findIndex((leaf) => leaf.kind !== "text" || leaf.text.trim() !== "");
  const [first, ...others] = start === -1 ? [] : leaves.slice(start);
  if (first === undefined) return [];
  return refill(block, [{ ...first, text: first.text.replace(/^\s*\n/, "") }, ...others]);
}
