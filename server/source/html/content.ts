import { DomUtils, type parseDocument } from "htmlparser2";
import { isBlank, stripInvisible } from "../text/clean-text.ts";
import { type Content, createBlock, fitBlock, type Leaf, type Mark } from "./blocks.ts";
import { type Attributes, blockTags, mediaTags } from "./policy.ts";

type HtmlNode = ReturnType<typeof parseDocument>["children"][number];
type HtmlElement = ReturnType<typeof DomUtils.getElementsByTagName>[number];
type OnDropped = (tag: string) => void;

interface Context {
  marks: readonly Mark[];
  /** The source has no blocks and no breaks: its line breaks are all the layout there is. */
  areLinesBreaks: boolean;
  isPreformatted: boolean;
  onDropped: OnDropped;
}

const maxMarks = 8;
/** A long URL times many paragraphs would make a huge page. */
const maxBlocksOfMark = 60;

const isBlock = (node: HtmlNode) => "attribs" in node && blockTags.has(node.name);
const isBlankText = (node: HtmlNode) => "data" in node && isBlank(node.data);
const serialise = (attributes: Attributes) =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join("");

/**
 * Lines of text and valid blocks of a tree of any shape. Inline tags become marks on the text they contain, so a block
 * inside a link or inside bold text can be moved out without losing either.
 */
export function readContent(nodes: HtmlNode[], onDropped: OnDropped): Content {
  const isLaidOut = DomUtils.existsOne(
    (element) => element.name === "br" || isBlock(element),
    nodes,
  );
  const context = { marks: [], areLinesBreaks: !isLaidOut, isPreformatted: false, onDropped };
  return readNodes(nodes, context);
}

function readNodes(nodes: HtmlNode[], context: Context): Content {
  return withoutStandIns(nodes).flatMap((node) => {
    if ("data" in node) return readText(node.data, context);
    return "attribs" in node ? readElement(node, context) : [];
  });
}

function readElement(element: HtmlElement, context: Context): Content {
  const { name, attribs, children } = element;
  if (name === "br") return [createLeaf("break", "", context)];
  if (name === "img" || name === "picture") return readImage(element, context);
  if (name === "source") return [];
  if (name === "noscript") return readNodes(children, context);
  if (mediaTags.has(name)) return readMediaElement(element, context);
  const { marks } = context;
  if (!isBlock(element)) return readNodes(children, { ...context, marks: addMark(element, marks) });
  const inner = {
    ...context,
    marks: marks.filter((mark) => !mark.isUnclosed),
    isPreformatted: context.isPreformatted || name === "pre",
  };
  return fitBlock(createBlock(name, readNodes(children, inner), serialise(attribs)));
}

function createLeaf(kind: Leaf["kind"], text: string, { marks }: Pick<Context, "marks">): Leaf {
  return { kind, text, marks: marks.filter((mark) => !mark.hasEnded) };
}

function addMark({ name, attribs, children }: HtmlElement, marks: readonly Mark[]) {
  const start = `<${name}${serialise(attribs)}>`;
  if (start === "<span>" || marks.some((mark) => mark.start === start)) return marks;
  // No link inside a link: as in a browser, the second one ends the first.
  if (name === "a") for (const mark of marks) if (mark.tag === "a") mark.hasEnded = true;
  const blocks = DomUtils.find(isBlock, children, true, maxBlocksOfMark + 1).length;
  if (marks.length >= maxMarks || blocks > maxBlocksOfMark) return marks;
  const [first] = DomUtils.find(
    (node) => isBlock(node) || isShown(node) || ("data" in node && !isBlank(node.data)),
    children,
    true,
    1,
  );
  // A tag around text and blocks has lost its end tag: it ends where the first block begins.
  const isUnclosed = blocks > 0 && first !== undefined && !isBlock(first);
  return [...marks, { tag: name, start, isUnclosed, hasEnded: false }];
}

const isShown = (node: HtmlNode) =>
  "attribs" in node && node.name === "img" && node.attribs.src !== undefined;

/** The `img` of a `picture` may wait for a script, and its address be that of a `source`. */
function readImage(element: HtmlElement, context: Context): Content {
  const images = element.name === "img" ? [element] : childrenOf(element, "img");
  const alt = images[0]?.attribs.alt ?? "";
  const shown = [...images, ...childrenOf(element, "source")].find(({ attribs }) => attribs.src);
  if (shown === undefined) {
    context.onDropped("img");
    return [];
  }
  const { href: _href, title: _title, ...attributes } = shown.attribs;
  return [createLeaf("image", `<img${serialise({ ...attributes, alt })}>`, context)];
}

const childrenOf = ({ children }: HtmlElement, ...names: string[]) =>
  children.filter((child) => "attribs" in child).filter(({ name }) => names.includes(name));

/** What is in the element is for browsers that cannot show it. */
function readMediaElement(element: HtmlElement, context: Context): Content {
  const { name, children } = element;
  const link = [element, ...childrenOf(element, "source")].find(({ attribs }) => attribs.href);
  if (link !== undefined) {
    const { href = "", title = "" } = link.attribs;
    const start = `<a href="${href}" rel="noopener noreferrer">`;
    const marks = [{ tag: "a", start, isUnclosed: false, hasEnded: false }];
    return [createBlock("p", [createLeaf("text", title.replaceAll("&quot;", '"'), { marks })])];
  }
  context.onDropped(name);
  // The rest have texts for browsers of the last century.
  return ["object", "video", "audio"].includes(name) ? readNodes(children, context) : [];
}

/** Whether there are pictures and nothing else. */
function isPicture(node: HtmlNode | undefined): boolean {
  if (node === undefined || !("attribs" in node) || mediaTags.has(node.name)) return false;
  const children = node.children.filter((child) => !isBlankText(child));
  return isShown(node) || (children.length > 0 && children.every(isPicture));
}

/** Without the pictures that a script would replace by the one in the `noscript` beside them. */
function withoutStandIns(nodes: HtmlNode[]): HtmlNode[] {
  const isNoscript = (node: HtmlNode | undefined) =>
    node !== undefined && "attribs" in node && node.name === "noscript";
  if (!nodes.some(isNoscript)) return nodes;
  const visible = nodes.filter((node) => !isBlankText(node));
  const isReplacement = (node: HtmlNode | undefined) => isNoscript(node) && isPicture(node);
  return nodes.filter((node) => {
    const at = visible.indexOf(node);
    const isBeside = isReplacement(visible[at - 1]) || isReplacement(visible[at + 1]);
    return at === -1 || isNoscript(node) || !isBeside || !isPicture(node);
  });
}

function readText(raw: string, context: Context): Leaf[] {
  const text = stripInvisible(raw);
  if (context.isPreformatted) return [createLeaf("text", text, context)];
  return text.split(/(\n[^\S\n]*\n\s*)/).flatMap((part, index): Leaf[] => {
    if (index % 2 === 1) return [{ kind: "gap", text: " ", marks: [] }];
    const lines = context.areLinesBreaks ? part.split("\n") : [part];
    return lines.flatMap((line, at): Leaf[] => {
      const leaf = createLeaf("text", line, context);
      return at === 0 ? [leaf] : [createLeaf("break", "", context), leaf];
    });
  });
}
