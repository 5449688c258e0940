import { DomUtils, parseDocument } from "htmlparser2";
import { isBlank, stripInvisible } from "../text/clean-text.ts";
import { maxElements } from "./limits.ts";
import { blockTags, mediaTags } from "./policy.ts";

export interface Block {
  tag: string;
  attributes: string;
  content: HtmlContent;
}

/** Blocks and the inline HTML between the blocks. The inline HTML is escaped and all of its tags are closed. */
export type HtmlContent = (string | Block)[];

type HtmlNode = ReturnType<typeof parseDocument>["children"][number];
type HtmlElement = ReturnType<typeof DomUtils.getElementsByTagName>[number];

interface Context {
  inlineDepth: number;
  /** The number of characters of inline tags that may still be repeated around texts. */
  repeats: { left: number };
  /** The line breaks of the source that are layout. Null inside a block with a layout of its own. */
  breaks: Breaks | null;
  /** The number of line breaks of the source that may still become breaks. */
  breaksLeft: { count: number };
  onDropped: (tag: string) => unknown;
}

interface Breaks {
  pattern: RegExp;
  html: string;
}

/** A blank line, which ends a paragraph in a text with tags: `\n\n`, `\n \n  `. */
const BLANK_LINES: Breaks = { pattern: /\n[^\S\n]*\n\s*/g, html: "<br><br>" };
/** If a text has neither blocks nor `<br>`, the line breaks of the source are its only layout. */
const EVERY_LINE: Breaks = { pattern: /\n/g, html: "<br>" };

const maxInlineDepth = 8;
/** A limit against huge pages: a long URL repeated in many paragraphs adds up. */
const maxRepeats = 200_000;

const isBlock = (node: HtmlNode) => "attribs" in node && blockTags.has(node.name);
const serialise = (attributes: Readonly<Record<string, string>>) =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join("");

/** Returns valid blocks. An inline tag that spans several blocks is repeated around the text in each block. */
export function readHtmlContent(html: string, onDropped: Context["onDropped"]): HtmlContent {
  // Texts and attribute values stay escaped, as the policy wrote them.
  const { children } = parseDocument(stripInvisible(html), { decodeEntities: false });
  const nodes = withoutStandIns(children);
  const isLaidOut = DomUtils.existsOne((tag) => tag.name === "br" || isBlock(tag), nodes);
  const context = {
    inlineDepth: 0,
    repeats: { left: maxRepeats },
    breaks: isLaidOut ? BLANK_LINES : EVERY_LINE,
    breaksLeft: { count: maxElements },
    onDropped,
  };
  return toParagraphs(readNodes(nodes, context));
}

/** Removes placeholder pictures that a script would replace with the picture in the neighbouring `noscript`. */
function withoutStandIns(nodes: HtmlNode[]): HtmlNode[] {
  const isPicture = (node: HtmlElement | null) => node?.name === "img" || node?.name === "picture";
  for (const noscript of DomUtils.getElementsByTagName("noscript", nodes)) {
    const { prevElementSibling: before, nextElementSibling: after } = DomUtils;
    const standIn = [before(noscript), after(noscript)].find(isPicture);
    const isShown = DomUtils.existsOne(({ attribs }) => "src" in attribs, [noscript]);
    if (standIn && isShown) DomUtils.removeElement(standIn);
  }
  return nodes;
}

const readNodes = (nodes: HtmlNode[], context: Context): HtmlContent =>
  joined(
    nodes.flatMap((node) => {
      if ("attribs" in node) return readElement(node, context);
      if (!("data" in node)) return [];
      return breakLines(node.data, context);
    }),
  );

function breakLines(text: string, { breaks, breaksLeft }: Context): string {
  if (breaks === null) return text;
  return text.replace(breaks.pattern, () => {
    breaksLeft.count -= 1;
    return breaksLeft.count >= 0 ? breaks.html : " ";
  });
}

function readElement(element: HtmlElement, context: Context): HtmlContent {
  const { name, attribs, children } = element;
  if (name === "br") return ["<br>"];
  if (name === "img" || name === "picture") return readImage(element, context);
  if (name === "source") return [];
  if (name === "noscript") return readNodes(children, context);
  if (mediaTags.has(name)) return readMedia(element, context);
  if (!isBlock(element)) return readInline(element, context);
  const breaks = name === "div" || name === "blockquote" ? BLANK_LINES : null;
  const content = readNodes(children, { ...context, breaks });
  return fitBlock({ tag: name, attributes: serialise(attribs), content });
}

function readInline({ name, attribs, children }: HtmlElement, context: Context): HtmlContent {
  const start = `<${name}${serialise(attribs)}>`;
  const isUseless = start === "<span>" || context.inlineDepth >= maxInlineDepth;
  if (isUseless) return readNodes(children, context);
  const content = readNodes(children, { ...context, inlineDepth: context.inlineDepth + 1 });
  const { repeats } = context;
  repeats.left += start.length;
  const wrapLine = (html: string) => {
    const inner = trimmed(html);
    const isLinked = name === "a" && inner.includes("<a ");
    if (isEmpty(inner) || isLinked || repeats.left < start.length) return html;
    repeats.left -= start.length;
    const at = html.indexOf(inner);
    return `${html.slice(0, at)}${start}${inner}</${name}>${html.slice(at + inner.length)}`;
  };
  // An inline tag around both text and blocks has lost its end tag, so the inline tag ends where the first block begins.
  const first = content.find((item) => typeof item !== "string" || hasText(item));
  return wrap(content, wrapLine, typeof first !== "string");
}

const childrenOf = ({ children }: HtmlElement, name: string) =>
  children.filter((child) => "attribs" in child).filter((child) => child.name === name);

/**
 * Reads an `img` or a `picture`. The `img` of a lazily loaded `picture` may have no address, so the address of a `source` is used
 * instead.
 */
function readImage(element: HtmlElement, { onDropped }: Context): HtmlContent {
  const images = element.name === "img" ? [element] : childrenOf(element, "img");
  const alt = images[0]?.attribs.alt ?? "";
  const shown = [...images, ...childrenOf(element, "source")].find(({ attribs }) => attribs.src);
  if (shown === undefined) {
    onDropped("img");
    return [];
  }
  const { href: _href, title: _title, ...attributes } = shown.attribs;
  return [`<img${serialise({ ...attributes, alt })}>`];
}

/** Replaces a media element with a link to the media. The content of the element is a fallback for browsers that cannot show the media. */
function readMedia(element: HtmlElement, context: Context): HtmlContent {
  const { name, children } = element;
  const link = [element, ...childrenOf(element, "source")].find(({ attribs }) => attribs.href);
  if (link !== undefined) {
    const { href = "", title = "" } = link.attribs;
    const plainTitle = title.replaceAll("&quot;", '"');
    const anchor = `<a href="${href}" rel="noopener noreferrer">${plainTitle}</a>`;
    return [{ tag: "p", attributes: "", content: [anchor] }];
  }
  context.onDropped(name);
  // The fallback of all other media elements is for browsers of the last century and is dropped.
  return ["object", "video", "audio"].includes(name) ? readNodes(children, context) : [];
}

/** The pattern that splits text into paragraphs. Its capture group keeps the breaks in the result, where breaks count as empty lines. */
const PARAGRAPH_BREAK = /(<br>(?:\s*<br>)+)/;

const isTag = (item: string | Block, ...tags: readonly string[]): item is Block =>
  typeof item !== "string" && tags.includes(item.tag);

const hasText = (html: string): boolean => !isBlank(html.replace(/<[^>]*>/g, ""));

const isEmpty = (item: string | Block): boolean =>
  typeof item === "string"
    ? !item.includes("<img") && !hasText(item)
    : item.content.length === 0 && item.tag !== "hr";

/** The allowed children of each element. Any other child is wrapped in the first tag listed. */
const containers: Readonly<Record<string, readonly [string, ...string[]]>> = {
  ul: ["li"],
  ol: ["li"],
  dl: ["dd", "dt"],
  table: ["tbody", "thead", "tfoot", "caption"],
  thead: ["tr"],
  tbody: ["tr"],
  tfoot: ["tr"],
  tr: ["td", "th"],
};
/** The list that a stray part is put into. Any other part without its container is reduced to its text. */
const listOf: Readonly<Record<string, string>> = { li: "ul", dt: "dl", dd: "dl" };
const textParts = ["caption", "thead", "tbody", "tfoot", "tr", "th", "td", "figcaption"];

/**
 * Returns the block with its allowed children, followed by the children that had to move out. Omits an empty block, but keeps an empty
 * item, cell or caption.
 */
function fitBlock(block: Block): HtmlContent {
  const { tag, content, attributes } = block;
  const refilled = (content: HtmlContent) => (content.length === 0 ? [] : [{ ...block, content }]);
  if (tag === "p") return toParagraphs(content, attributes);
  if (tag === "hr") return [{ ...block, content: [] }];
  // Browsers drop a line break at the start of a `pre`.
  if (tag === "pre") return refilled(shown(inlineOf(content).replace(/^\s*\n/, "")));
  if (tag === "dt" || tag === "caption")
    return [{ ...block, content: shown(oneLine(inlineOf(content))) }];
  if (tag === "div" && attributes === "") return toParagraphs(content);
  if (tag === "div" || tag === "blockquote") return refilled(toParagraphs(content));
  if (tag === "figure") return refilled(toBareContent(content, "figcaption"));
  const parts = containers[tag];
  if (parts) return refilled(toParts(block, parts));
  if (!/^h[1-6]$/.test(tag)) return [{ ...block, content: toBareContent(content) }];
  // A heading is one paragraph. A heading without an end tag ends where the next block begins.
  const [first, ...rest] = toParagraphs(content);
  if (first === undefined) return [];
  return [first.tag === "p" ? { ...block, content: first.content } : first, ...rest];
}

const shown = (html: string): HtmlContent => (isEmpty(html) ? [] : [html]);

/** Wraps children that are not allowed in a list or a table in items or cells, recursively. */
function toParts({ tag, content }: Block, parts: readonly [string, ...string[]]): HtmlContent {
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
      const list = { tag: parts[0], attributes: "", content: [item] };
      made.add(list);
      items.push(list);
    }
  }
  const fitted = items.flatMap((item) => (made.has(item) ? fitBlock(item) : [item]));
  return tag === "tr" ? fitted : fitted.filter((item) => !isEmpty(item));
}

/** Returns only blocks. Lines become paragraphs, and stray parts become a list or paragraphs. */
function toParagraphs(content: HtmlContent, attributes = "", ownPart = ""): Block[] {
  const blocks: Block[] = [];
  for (const item of joined(content)) {
    if (typeof item === "string") {
      for (const line of item.split(PARAGRAPH_BREAK).map(oneLine))
        if (!isEmpty(line)) blocks.push({ tag: "p", attributes, content: [line] });
      continue;
    }
    const list = listOf[item.tag];
    const last = blocks.at(-1);
    if (isEmpty(item)) continue;
    if (list !== undefined && last?.tag === list) last.content.push(item);
    else if (list !== undefined) blocks.push({ tag: list, attributes: "", content: [item] });
    else if (textParts.includes(item.tag) && item.tag !== ownPart)
      blocks.push(...toParagraphs(item.content));
    else blocks.push(item);
  }
  return blocks;
}

/** Returns the content of an element that may hold text beside blocks. Unwraps the only paragraph if that paragraph has no attributes. */
function toBareContent(content: HtmlContent, ownPart = ""): HtmlContent {
  const blocks = toParagraphs(content, "", ownPart);
  const [only, second] = blocks.filter(({ tag }) => tag === "p");
  if (only === undefined || second !== undefined || only.attributes !== "") return blocks;
  return blocks.flatMap((block) => (block === only ? block.content : [block]));
}

function joined(content: HtmlContent): HtmlContent {
  const items: HtmlContent = [];
  for (const item of content) {
    const last = items.at(-1);
    if (typeof item === "string" && typeof last === "string") items[items.length - 1] = last + item;
    else items.push(item);
  }
  return items;
}

function trimmed(html: string): string {
  let text = html.trim();
  while (text.startsWith("<br>")) text = text.slice(4).trimStart();
  while (text.endsWith("<br>")) text = text.slice(0, -4).trimEnd();
  return text;
}

const oneLine = (html: string): string =>
  trimmed(html.replace(/[ \t\n\f\r]+/g, " ").replace(/[ \u00A0]{2,}/g, " "));

/** Wraps each paragraph of the content in an inline tag, and with `isInBlocks` also the paragraphs inside its blocks. */
const wrap = (
  content: HtmlContent,
  wrapLine: (html: string) => string,
  isInBlocks: boolean,
): HtmlContent =>
  content.map((item) => {
    if (typeof item === "string") return item.split(PARAGRAPH_BREAK).map(wrapLine).join("");
    return isInBlocks ? { ...item, content: wrap(item.content, wrapLine, true) } : item;
  });

const inlineOf = (content: HtmlContent): string =>
  content.map((item) => (typeof item === "string" ? item : ` ${inlineOf(item.content)} `)).join("");

export const textOf = ({ content }: Block): string => inlineOf(content).replace(/<[^>]*>/g, " ");

export const serialiseContent = (content: HtmlContent): string =>
  content
    .map((item) => {
      if (typeof item === "string") return item;
      const { tag, attributes, content } = item;
      return tag === "hr" ? "<hr>" : `<${tag}${attributes}>${serialiseContent(content)}</${tag}>`;
    })
    .join("");
