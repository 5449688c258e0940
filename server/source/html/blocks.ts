import { isBlank } from "../text/clean-text.ts";

/** An inline tag around some text. It is serialised once in each block that it spans. */
export interface Mark {
  tag: string;
  /** The start tag. */
  start: string;
  isUnclosed: boolean;
  /** A mark may end before the element that it comes from. */
  hasEnded: boolean;
}

/** A part of a line. A `gap` is a blank line, which separates paragraphs outside of `p`. */
export interface Leaf {
  kind: "text" | "image" | "break" | "gap";
  /** Serialised as it is: escaped text, or the whole tag. */
  text: string;
  marks: readonly Mark[];
}

export interface Block {
  kind: "block";
  tag: string;
  attributes: string;
  content: Content;
}

export type Content = (Leaf | Block)[];

export const createBlock = (tag: string, content: Content, attributes = ""): Block => ({
  kind: "block",
  tag,
  attributes,
  content,
});

export const blocksOf = (content: Content): Block[] =>
  content.filter((item) => item.kind === "block");

const isTag = (item: Leaf | Block | undefined, ...tags: readonly string[]): item is Block =>
  item?.kind === "block" && tags.includes(item.tag);

const isEmptyLeaf = (leaf: Leaf): boolean =>
  leaf.kind === "text" ? isBlank(leaf.text) : leaf.kind !== "image";

/** What may stand in these alone, and the part that anything else is put into. */
const containers: Readonly<Record<string, { parts: readonly string[]; implied: string }>> = {
  ul: { parts: ["li"], implied: "li" },
  ol: { parts: ["li"], implied: "li" },
  dl: { parts: ["dt", "dd"], implied: "dd" },
  table: { parts: ["caption", "thead", "tbody", "tfoot"], implied: "tbody" },
  thead: { parts: ["tr"], implied: "tr" },
  tbody: { parts: ["tr"], implied: "tr" },
  tfoot: { parts: ["tr"], implied: "tr" },
  tr: { parts: ["td", "th"], implied: "td" },
};
/** The list of a part without one. Any other part without its container is the text it holds. */
const listOf: Readonly<Record<string, string>> = { li: "ul", dt: "dl", dd: "dl" };
const textParts = ["caption", "thead", "tbody", "tfoot", "tr", "th", "td", "figcaption"];

/** The block with the content that a browser leaves in it; the rest follows. An empty one is left out. */
export function fitBlock(block: Block): Content {
  const { tag, content, attributes } = block;
  if (tag === "p") return toParagraphs(content, { attributes, isExplicit: true });
  if (tag === "hr") return [createBlock(tag, [])];
  if (tag === "pre") return refill(block, preformatted(content));
  if (tag === "dt" || tag === "caption") return [{ ...block, content: trimRun(flatten(content)) }];
  if (/^h[1-6]$/.test(tag)) return fitHeading(block);
  if (tag === "div" && attributes === "") return toParagraphs(content);
  if (tag === "div" || tag === "blockquote") return refill(block, toParagraphs(content));
  if (tag === "figure") return refill(block, toBareContent(content, "figcaption"));
  if (Object.hasOwn(containers, tag)) return fitContainer(block);
  return [{ ...block, content: toBareContent(content) }];
}

const refill = (block: Block, content: Content): Block[] =>
  content.length === 0 ? [] : [{ ...block, content }];

/** A heading is one paragraph: without an end tag it ends where the next block begins. */
function fitHeading(heading: Block): Content {
  const [first, ...rest] = toParagraphs(heading.content, { isExplicit: true });
  if (!isTag(first, "p")) return first === undefined ? [] : [first, ...rest];
  return [{ ...heading, content: first.content }, ...rest];
}

/** Line breaks are kept, except at the start, where a browser drops the first one. */
function preformatted(content: Content): Leaf[] {
  const leaves = flatten(content);
  const start = leaves.findIndex((leaf) => leaf.kind !== "text" || leaf.text.trim() !== "");
  const [first, ...others] = start === -1 ? [] : leaves.slice(start);
  return first === undefined
    ? []
    : [{ ...first, text: first.text.replace(/^\s*\n/, "") }, ...others];
}

/** What may not stand in a list or a table becomes an item or a cell of it, and so on down. */
function fitContainer({ tag, content, attributes }: Block): Content {
  const { parts, implied } = containers[tag] ?? { parts: [], implied: "" };
  const items: Block[] = [];
  const made = new Set<Block | undefined>();
  // A `div` around a term and its description has already become a list of its own.
  for (const item of content.flatMap((each) =>
    tag === "dl" && isTag(each, tag) ? each.content : [each],
  )) {
    const last = items.at(-1);
    const isPart = isTag(item, ...parts) && (item.tag !== "caption" || items.length === 0);
    const belongsToLast = made.has(last) || (implied === "li" && isTag(item, "ul", "ol"));
    if (isPart) items.push(item);
    else if (last !== undefined && belongsToLast) last.content.push(item);
    else if (item.kind === "block" ? item.content.length > 0 : !isEmptyLeaf(item)) {
      const part = createBlock(implied, [item]);
      made.add(part);
      items.push(part);
    }
  }
  const filled = items
    .flatMap((item) => (made.has(item) ? fitBlock(item) : [item]))
    .filter((item) => tag === "tr" || (item.kind === "block" && item.content.length > 0));
  return filled.length === 0 ? [] : [createBlock(tag, filled, attributes)];
}

/** Blocks alone: inline content becomes paragraphs. `isExplicit`: the blank lines are only the layout of the markup. */
export function toParagraphs(
  content: Content,
  { attributes = "", isExplicit = false } = {},
): Content {
  return arrange(content, (run) =>
    splitRun(run, !isExplicit).map((part) => createBlock("p", part, attributes)),
  );
}

/** Inline content may stand beside blocks. A paragraph that is alone and has no attributes is unwrapped. */
function toBareContent(content: Content, ownPart = ""): Content {
  const fitted = arrange(content, trimRun, ownPart);
  const [only, second] = fitted.filter((item): boolean => !isTag(item, ownPart));
  if (second !== undefined || !isTag(only, "p") || only.attributes !== "") return fitted;
  return fitted.flatMap((item) => (item === only ? only.content : [item]));
}

/** Runs of inline content as `fitRun` makes them. Parts without their container share a new list, or become paragraphs. */
function arrange(content: Content, fitRun: (run: Leaf[]) => Content, ownPart?: string): Content {
  const arranged: Content = [];
  let run: Leaf[] = [];
  let list: Block | undefined;
  const endRun = () => {
    const fitted = fitRun(run);
    if (fitted.length > 0) list = undefined;
    arranged.push(...fitted);
    run = [];
  };
  for (const item of content) {
    if (item.kind !== "block") {
      run.push(item);
      continue;
    }
    endRun();
    const listTag = listOf[item.tag];
    if (listTag === undefined) {
      list = undefined;
      const isOrphan = item.tag !== ownPart && textParts.includes(item.tag);
      arranged.push(...(isOrphan ? toParagraphs(item.content) : [item]));
    } else if (item.content.length > 0) {
      if (list?.tag !== listTag) {
        list = createBlock(listTag, []);
        arranged.push(list);
      }
      list.content.push(item);
    }
  }
  endRun();
  return arranged;
}

/** Without white space and breaks at both ends and without double spaces; empty when blank. */
function trimRun(run: readonly Leaf[]): Leaf[] {
  const first = run.findIndex((leaf) => !isEmptyLeaf(leaf));
  if (first === -1) return [];
  const last = run.findLastIndex((leaf) => !isEmptyLeaf(leaf));
  let isAfterSpace = true;
  return run.slice(first, last + 1).flatMap((leaf, index): Leaf[] => {
    if (leaf.kind === "image" || leaf.kind === "break") {
      isAfterSpace = leaf.kind === "break";
      return [leaf];
    }
    const joined = leaf.text.replace(/[ \t\n\f\r]+/g, " ").replace(/[ \u00A0]{2,}/g, " ");
    const lead = isAfterSpace ? joined.replace(/^[ \u00A0]+/, "") : joined;
    const text = index === last - first ? lead.trimEnd() : lead;
    if (text === "") return [];
    isAfterSpace = /[ \u00A0]$/.test(text);
    return [{ ...leaf, kind: "text", text: index === 0 ? text.trimStart() : text }];
  });
}

/** Splits a run at two breaks in a row and, on request, at gaps; blank parts are left out. */
function splitRun(run: readonly Leaf[], isGapSplitting: boolean): Leaf[][] {
  const parts: Leaf[][] = [[]];
  let breaks = 0;
  for (const leaf of run) {
    if (leaf.kind === "break") breaks += 1;
    else if (!isEmptyLeaf(leaf)) {
      if (breaks > 1) parts.push([]);
      breaks = 0;
    }
    if (leaf.kind === "gap" && isGapSplitting) parts.push([]);
    else parts.at(-1)?.push(leaf);
  }
  return parts.map(trimRun).filter((part) => part.length > 0);
}

/** All leaves in document order, with a space where a block begins or ends. */
function flatten(content: Content): Leaf[] {
  const space: Leaf = { kind: "text", text: " ", marks: [] };
  return content.flatMap((item) =>
    item.kind === "block" ? [space, ...flatten(item.content), space] : [item],
  );
}

/** The HTML of fitted content. Neighbours with the same mark share its tag: a link stays one link. */
export function serialiseContent(content: Content): string {
  let html = "";
  let open: readonly Mark[] = [];
  const close = (from: number) => {
    for (const { tag } of open.slice(from).reverse()) html += `</${tag}>`;
  };
  for (const item of content) {
    const marks = item.kind === "block" ? [] : item.marks;
    const differs = marks.findIndex((mark, index) => mark !== open[index]);
    const shared = differs === -1 ? marks.length : differs;
    close(shared);
    html += marks
      .slice(shared)
      .map(({ start }) => start)
      .join("");
    html +=
      item.kind === "block" ? serialiseBlock(item) : item.kind === "break" ? "<br>" : item.text;
    open = marks;
  }
  close(0);
  return html;
}

const serialiseBlock = ({ tag, attributes, content }: Block) =>
  tag === "hr" ? "<hr>" : `<${tag}${attributes}>${serialiseContent(content)}</${tag}>`;

/** The text of a block, without markup, but with its entities. */
export const textOf = (block: Block): string =>
  flatten(block.content)
    .map(({ kind, text }) => (kind === "text" ? text : " "))
    .join("");
