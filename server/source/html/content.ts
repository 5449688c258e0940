import { DomUtils, parseDocument } from "htmlparser2";
import { stripInvisible } from "../text/clean-text.ts";
import { type Content, createBlock, fitBlock, hasText, joined, wrap } from "./blocks.ts";
import { blockTags, mediaTags } from "./policy.ts";

type HtmlNode = ReturnType<typeof parseDocument>["children"][number];
type HtmlElement = ReturnType<typeof DomUtils.getElementsByTagName>[number];

interface Context {
  /** How many inline tags are around the node. */
  depth: number;
  /** In text that is no paragraph by its tags a blank line ends one. */
  areGapsBreaks: boolean;
  onDropped: (tag: string) => unknown;
}

const maxInlineDepth = 8;
/** A long URL times many paragraphs would make a huge page. */
const maxBlocksInInline = 60;

const isBlock = (node: HtmlNode) => "attribs" in node && blockTags.has(node.name);
const serialise = (attributes: Readonly<Record<string, string>>) =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join("");

/** Lines and valid blocks. An inline tag is put around the text in each block that it spans. */
export function readContent(html: string, onDropped: (tag: string) => unknown): Content {
  // Texts and values stay escaped, as the policy has written them.
  const parse = (text: string) => parseDocument(text, { decodeEntities: false }).children;
  const nodes = withoutStandIns(parse(html));
  const isLaidOut = DomUtils.existsOne((tag) => tag.name === "br" || isBlock(tag), nodes);
  const context = { depth: 0, areGapsBreaks: true, onDropped };
  // Without blocks and breaks the line breaks of the source are all the layout there is.
  return readNodes(isLaidOut ? nodes : parse(html.replaceAll("\n", "<br>")), context);
}

/** Without the pictures that a script would replace by the one in the `noscript` beside them. */
function withoutStandIns(nodes: HtmlNode[]): HtmlNode[] {
  const isPicture = (node: HtmlElement | null) => /^(?:img|picture)$/.test(node?.name ?? "");
  for (const noscript of DomUtils.getElementsByTagName("noscript", nodes)) {
    const { prevElementSibling: before, nextElementSibling: after } = DomUtils;
    const standIn = [before(noscript), after(noscript)].find(isPicture);
    const isShown = DomUtils.existsOne(({ attribs }) => "src" in attribs, [noscript]);
    if (standIn && isShown) DomUtils.removeElement(standIn);
  }
  return nodes;
}

const readNodes = (nodes: HtmlNode[], context: Context): Content =>
  joined(
    nodes.flatMap((node) => {
      if ("attribs" in node) return readElement(node, context);
      if (!("data" in node)) return [];
      const text = stripInvisible(node.data);
      return context.areGapsBreaks ? text.replace(/\n[^\S\n]*\n\s*/g, "<br><br>") : text;
    }),
  );

function readElement(element: HtmlElement, context: Context): Content {
  const { name, attribs, children } = element;
  if (name === "br") return ["<br>"];
  if (name === "img" || name === "picture") return readImage(element, context);
  if (name === "source") return [];
  if (name === "noscript") return readNodes(children, context);
  if (mediaTags.has(name)) return readMedia(element, context);
  if (!isBlock(element)) return readInline(element, context);
  const areGapsBreaks = name === "div" || name === "blockquote";
  const content = readNodes(children, { ...context, areGapsBreaks });
  return fitBlock(createBlock(name, content, serialise(attribs)));
}

function readInline({ name, attribs, children }: HtmlElement, context: Context): Content {
  const start = `<${name}${serialise(attribs)}>`;
  const isUseless = start === "<span>" || context.depth >= maxInlineDepth;
  if (isUseless) return readNodes(children, context);
  const content = readNodes(children, { ...context, depth: context.depth + 1 });
  const blocks = DomUtils.find(isBlock, children, true, maxBlocksInInline + 1).length;
  if (blocks > maxBlocksInInline) return content;
  // A tag around text and blocks has lost its end tag: it ends where the first block begins.
  const first = content.find((item) => typeof item !== "string" || hasText(item));
  return wrap(content, name, start, typeof first !== "string");
}

const childrenOf = ({ children }: HtmlElement, name: string) =>
  children.filter((child) => "attribs" in child).filter((child) => child.name === name);

/** The `img` of a `picture` may wait for a script, and its address be that of a `source`. */
function readImage(element: HtmlElement, { onDropped }: Context): Content {
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

/** What is in the element is for browsers that cannot show it. */
function readMedia(element: HtmlElement, context: Context): Content {
  const { name, children } = element;
  const link = [element, ...childrenOf(element, "source")].find(({ attribs }) => attribs.href);
  if (link !== undefined) {
    const { href = "", title = "" } = link.attribs;
    const words = title.replaceAll("&quot;", '"');
    return [createBlock("p", [`<a href="${href}" rel="noopener noreferrer">${words}</a>`])];
  }
  context.onDropped(name);
  // The rest have texts for browsers of the last century.
  return ["object", "video", "audio"].includes(name) ? readNodes(children, context) : [];
}
