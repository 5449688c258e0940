import { DomUtils, parseDocument } from "htmlparser2";
import { isBlank, stripInvisible } from "../text/clean-text.ts";
import { type Content, createBlock, fitBlock, type Leaf, type Mark } from "./blocks.ts";
import { blockTags, mediaTags } from "./policy.ts";

type HtmlNode = ReturnType<typeof parseDocument>["children"][number];
type HtmlElement = ReturnType<typeof DomUtils.getElementsByTagName>[number];

interface Context {
  marks: readonly Mark[];
  /** In text that is no paragraph by its tags a blank line ends one. */
  areGapsBreaks: boolean;
  onDropped: (tag: string) => unknown;
}

const maxMarks = 8;
/** A long URL times many paragraphs would make a huge page. */
const maxBlocksOfMark = 60;

const isBlock = (node: HtmlNode) => "attribs" in node && blockTags.has(node.name);
const serialise = (attributes: Readonly<Record<string, string>>) =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join("");

/** Lines and valid blocks. Inline tags become marks on their text, so that a block within a link can be moved out of it. */
export function readContent(html: string, onDropped: (tag: string) => unknown): Content {
  // Texts and values stay escaped, as the policy has written them.
  const parse = (text: string) => parseDocument(text, { decodeEntities: false }).children;
  const nodes = withoutStandIns(parse(html));
  const isLaidOut = DomUtils.existsOne((tag) => tag.name === "br" || isBlock(tag), nodes);
  const context = { marks: [], areGapsBreaks: true, onDropped };
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
  nodes.flatMap((node) => {
    if ("data" in node) return readText(node.data, context);
    return "attribs" in node ? readElement(node, context) : [];
  });

function readText(raw: string, { marks, areGapsBreaks }: Context): Leaf[] {
  const text = stripInvisible(raw);
  const parts = areGapsBreaks ? text.split(/\n[^\S\n]*\n\s*/) : [text];
  const lineBreak: Leaf = { kind: "break", html: "<br>", marks };
  return parts.flatMap((html, at): Leaf[] => [
    ...(at === 0 ? [] : [lineBreak, lineBreak]),
    { kind: "text", html, marks },
  ]);
}

function readElement(element: HtmlElement, context: Context): Content {
  const { name, attribs, children } = element;
  const { marks } = context;
  if (name === "br") return [{ kind: "break", html: "<br>", marks }];
  if (name === "img" || name === "picture") return readImage(element, context);
  if (name === "source") return [];
  if (name === "noscript") return readNodes(children, context);
  if (mediaTags.has(name)) return readMedia(element, context);
  if (!isBlock(element)) return readNodes(children, { ...context, marks: addMark(element, marks) });
  const inner = {
    ...context,
    marks: marks.filter((mark) => !mark.isUnclosed),
    areGapsBreaks: name === "div" || name === "blockquote",
  };
  return fitBlock(createBlock(name, readNodes(children, inner), serialise(attribs)));
}

function addMark({ name, attribs, children }: HtmlElement, marks: readonly Mark[]) {
  const start = `<${name}${serialise(attribs)}>`;
  if (start === "<span>" || marks.some((mark) => mark.start === start)) return marks;
  const blocks = DomUtils.find(isBlock, children, true, maxBlocksOfMark + 1).length;
  if (marks.length >= maxMarks || blocks > maxBlocksOfMark) return marks;
  const [first] = DomUtils.find(
    (node) => isBlock(node) || ("data" in node && !isBlank(node.data)),
    children,
    true,
    1,
  );
  // A tag around text and blocks has lost its end tag.
  const isUnclosed = blocks > 0 && first !== undefined && !isBlock(first);
  // No link inside a link.
  const outer = name === "a" ? marks.filter(({ tag }) => tag !== "a") : marks;
  return [...outer, { tag: name, start, isUnclosed }];
}

const childrenOf = ({ children }: HtmlElement, name: string) =>
  children.filter((child) => "attribs" in child).filter((child) => child.name === name);

/** The `img` of a `picture` may wait for a script, and its address be that of a `source`. */
function readImage(element: HtmlElement, { marks, onDropped }: Context): Content {
  const images = element.name === "img" ? [element] : childrenOf(element, "img");
  const alt = images[0]?.attribs.alt ?? "";
  const shown = [...images, ...childrenOf(element, "source")].find(({ attribs }) => attribs.src);
  if (shown === undefined) {
    onDropped("img");
    return [];
  }
  const { href: _href, title: _title, ...attributes } = shown.attribs;
  return [{ kind: "image", html: `<img${serialise({ ...attributes, alt })}>`, marks }];
}

/** What is in the element is for browsers that cannot show it. */
function readMedia(element: HtmlElement, context: Context): Content {
  const { name, children } = element;
  const link = [element, ...childrenOf(element, "source")].find(({ attribs }) => attribs.href);
  if (link !== undefined) {
    const { href = "", title = "" } = link.attribs;
    const start = `<a href="${href}" rel="noopener noreferrer">`;
    const marks = [{ tag: "a", start, isUnclosed: false }];
    return [createBlock("p", [{ kind: "text", html: title.replaceAll("&quot;", '"'), marks }])];
  }
  context.onDropped(name);
  // The rest have texts for browsers of the last century.
  return ["object", "video", "audio"].includes(name) ? readNodes(children, context) : [];
}
