import { toBareContent } from "./html-paragraphs.ts";
import type { Block, Leaf } from "./html-runs.ts";
import { createBlock, isEmptyLeaf, isTag } from "./html-runs.ts";

/** Items alone: a list beside an item goes into that item, anything else becomes an item. */
export function fitList({ tag, content, attributes }: Block): Block[] {
  const items: Block[] = [];
  for (const item of content) {
    const last = items.at(-1);
    if (isTag(item, "li")) items.push(item);
    else if (last && (isTag(item, "ul", "ol") || continuesText(last, item)))
      last.content.push(item);
    else if (item.kind === "block" || !isEmptyLeaf(item)) items.push(createBlock("li", [item]));
  }
  return toList(tag, items, attributes);
}

/** Terms and descriptions alone; anything else describes the term before it. */
export function fitDescriptionList({ content, attributes }: Block): Block[] {
  // A `div` around a pair of term and description has already become a list of its own.
  const flat = content.flatMap((item) => (isTag(item, "dl") ? item.content : [item]));
  const items: Block[] = [];
  for (const item of flat) {
    const last = items.at(-1);
    if (isTag(item, "dt", "dd")) items.push(item);
    else if (isTag(last, "dd")) last.content.push(item);
    else if (item.kind === "block" || !isEmptyLeaf(item)) items.push(createBlock("dd", [item]));
  }
  return toList("dl", items, attributes);
}

function toList(tag: string, items: readonly Block[], attributes: string): Block[] {
  const filled = items
    .map((item) => ({ ...item, content: toBareContent(item.content) }))
    .filter((item) => item.content.length > 0);
  return filled.length === 0 ? [] : [createBlock(tag, filled, attributes)];
}

/** Inline content after inline content belongs to the same item. */
function continuesText(last: Block, item: Leaf | Block): boolean {
  const before = last.content.at(-1);
  return item.kind !== "block" && before !== undefined && before.kind !== "block";
}
