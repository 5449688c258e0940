import { isBlank } from "../text/clean-text.ts";

/** An inline tag around some text. It is serialised once in each block that it spans. */
export interface Mark {
  tag: string;
  start: string;
  /** It ends where the next block begins. */
  isUnclosed: boolean;
}

/** A part of a line. */
export interface Leaf {
  kind: "text" | "image" | "break";
  /** Serialised as it is: escaped text, or the whole tag. */
  html: string;
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

const isTag = (item: Leaf | Block, ...tags: readonly string[]): item is Block =>
  item.kind === "block" && tags.includes(item.tag);

const isEmpty = (item: Leaf | Block): boolean =>
  item.kind === "block"
    ? item.content.length === 0 && item.tag !== "hr"
    : item.kind === "break" || (item.kind === "text" && isBlank(item.html));

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

/** The block with what may stand in it; the rest follows. An empty one is left out, but for a part. */
export function fitBlock(block: Block): Content {
  const { tag, content, attributes } = block;
  const refilled = (fitted: Content) =>
    fitted.length === 0 ? [] : [{ ...block, content: fitted }];
  if (tag === "p") return toParagraphs(content, attributes);
  if (tag === "hr") return [createBlock(tag, [])];
  if (tag === "pre") return refilled(preformatted(flatten(content)));
  if (tag === "dt" || tag === "caption") return [{ ...block, content: trimRun(flatten(content)) }];
  if (tag === "div" && attributes === "") return toParagraphs(content);
  if (tag === "div" || tag === "blockquote") return refilled(toParagraphs(content));
  if (tag === "figure") return refilled(toBareContent(content, "figcaption"));
  if (Object.hasOwn(containers, tag)) return refilled(toParts(block));
  if (!/^h[1-6]$/.test(tag)) return [{ ...block, content: toBareContent(content) }];
  // A heading is one paragraph: without an end tag it ends where the next block begins.
  const [first, ...rest] = toParagraphs(content);
  if (first === undefined) return [];
  return [first.tag === "p" ? { ...block, content: first.content } : first, ...rest];
}

/** What may not stand in a list or a table becomes an item or a cell of it, and so on down. */
function toParts({ tag, content }: Block): Content {
  const { parts, implied } = containers[tag] ?? { parts: [], implied: "" };
  const items: Block[] = [];
  const made = new Set<Block>();
  // A `div` around a term and its description has already become a list of its own.
  for (const item of content.flatMap((each) =>
    tag === "dl" && isTag(each, tag) ? each.content : [each],
  )) {
    const last = items.at(-1);
    if (isTag(item, ...parts)) items.push(item);
    else if (isEmpty(item)) continue;
    else if (last && (made.has(last) || (last.tag === "li" && isTag(item, "ul", "ol"))))
      last.content.push(item);
    else {
      const part = createBlock(implied, [item]);
      made.add(part);
      items.push(part);
    }
  }
  const fitted = items.flatMap((item) => (made.has(item) ? fitBlock(item) : [item]));
  return tag === "tr" ? fitted : fitted.filter((item) => !isEmpty(item));
}

/** Blocks alone: lines become paragraphs, and parts without their container a list, or paragraphs too. */
export function toParagraphs(content: Content, attributes = "", ownPart = ""): Block[] {
  const blocks: Block[] = [];
  let run: Leaf[] = [];
  const endRun = () => {
    blocks.push(...splitRun(run).map((part) => createBlock("p", part, attributes)));
    run = [];
  };
  for (const item of content) {
    if (item.kind !== "block") {
      run.push(item);
      continue;
    }
    endRun();
    const list = listOf[item.tag];
    const last = blocks.at(-1);
    if (isEmpty(item)) continue;
    if (list !== undefined && last?.tag === list) last.content.push(item);
    else if (list !== undefined) blocks.push(createBlock(list, [item]));
    else if (textParts.includes(item.tag) && item.tag !== ownPart)
      blocks.push(...toParagraphs(item.content));
    else blocks.push(item);
  }
  endRun();
  return blocks;
}

/** Where text may stand beside blocks: a paragraph that is alone and has no attributes is unwrapped. */
function toBareContent(content: Content, ownPart = ""): Content {
  const blocks = toParagraphs(content, "", ownPart);
  const [only, second] = blocks.filter(({ tag }) => tag === "p");
  if (only === undefined || second !== undefined || only.attributes !== "") return blocks;
  return blocks.flatMap((block) => (block === only ? block.content : [block]));
}

/** The parts of a run between two breaks in a row; blank parts are left out. */
function splitRun(run: readonly Leaf[]): Leaf[][] {
  const parts: Leaf[][] = [[]];
  let breaks = 0;
  for (const leaf of run) {
    if (leaf.kind === "break") breaks += 1;
    else if (!isEmpty(leaf)) {
      if (breaks > 1) parts.push([]);
      breaks = 0;
    }
    parts.at(-1)?.push(leaf);
  }
  return parts.map(trimRun).filter((part) => part.length > 0);
}

/** Without white space and breaks at both ends and without double spaces; empty when blank. */
function trimRun(run: readonly Leaf[]): Leaf[] {
  const first = run.findIndex((leaf) => !isEmpty(leaf));
  if (first === -1) return [];
  const last = run.findLastIndex((leaf) => !isEmpty(leaf));
  let isAfterSpace = true;
  return run.slice(first, last + 1).flatMap((leaf, index): Leaf[] => {
    if (leaf.kind !== "text") {
      isAfterSpace = leaf.kind === "break";
      return [leaf];
    }
    const joined = leaf.html.replace(/[ \t\n\f\r]+/g, " ").replace(/[ \u00A0]{2,}/g, " ");
    const lead = isAfterSpace ? joined.replace(/^[ \u00A0]+/, "") : joined;
    const text = index === last - first ? lead.trimEnd() : lead;
    if (text === "") return [];
    isAfterSpace = /[ \u00A0]$/.test(text);
    return [{ ...leaf, html: index === 0 ? text.trimStart() : text }];
  });
}

/** Line breaks are kept, except at the start, where a browser drops the first one. */
function preformatted(leaves: readonly Leaf[]): Leaf[] {
  const start = leaves.findIndex(({ kind, html }) => kind !== "text" || html.trim() !== "");
  if (start === -1) return [];
  return leaves
    .slice(start)
    .map((leaf, at) => (at === 0 ? { ...leaf, html: leaf.html.replace(/^\s*\n/, "") } : leaf));
}

/** All leaves in document order, with a space where a block begins or ends. */
function flatten(content: Content): Leaf[] {
  const space: Leaf = { kind: "text", html: " ", marks: [] };
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
    html += marks.slice(shared).reduce((tags, { start }) => tags + start, "");
    html += item.kind === "block" ? serialiseBlock(item) : item.html;
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
    .map(({ kind, html }) => (kind === "text" ? html : " "))
    .join("");
