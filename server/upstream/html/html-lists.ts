import { toBareContent } from "./html-paragraphs.ts";
import type { Block, Content, Leaf } from "./html-runs.ts";
import { createBlock, isEmptyLeaf } from "./html-runs.ts";

/**
 * A list of items alone: a list nested beside an item goes into it, anything else becomes an item.
 */
export function arrangeList(tag: string, content: Content, attributes: string): Block[] {
  const items = content.reduce<Block[]>((found, item) => {
    const last = found.at(-1);
    const isNested = item.kind === "block" && (item.tag === "ul" || item.tag === "ol");
    if (item.kind === "block" && item.tag === "li") found.push(item);
    else if (last && (isNested || continues(last, item))) last.content.push(item);
    else if (item.kind === "block" || !isEmptyLeaf(item)) found.push(createBlock("li", [item]));
    return found;
  }, []);
  const filled = settleItems(items);
  return filled.length === 0 ? [] : [createBlock(tag, filled, attributes)];
}

/** Terms and descriptions alone; what is neither describes the term before it. */
export function arrangeDescriptionList(content: Content, attributes: string): Block[] {
  const items: Block[] = [];
  for (const item of unwrapLists(content)) {
    const last = items.at(-1);
    if (item.kind === "block" && (item.tag === "dt" || item.tag === "dd")) items.push(item);
    else if (last?.tag === "dd") last.content.push(item);
    else if (item.kind === "block" || !isEmptyLeaf(item)) items.push(createBlock("dd", [item]));
  }
  const filled = settleItems(items);
  return filled.length === 0 ? [] : [createBlock("dl", filled, attributes)];
}

/** Items made here are not yet trimmed; for the others this changes nothing. */
function settleItems(items: readonly Block[]): Block[] {
  return items
    .map((item) => ({ ...item, content: toBareContent(item.content) }))
    .filter((item) => item.content.length > 0);
}

/** Loose text after loose text is still the same item. */
function continues(last: Block, item: Leaf | Block): boolean {
  const before = last.content.at(-1);
  return item.kind !== "block" && before !== undefined && before.kind !== "block";
}

/** A `div` around a pair of term and description has already been made a list of its own. */
function unwrapLists(content: Content): Content {
  return content.flatMap((item) =>
    item.kind === "block" && item.tag === "dl" ? item.content : [item],
  );
}
