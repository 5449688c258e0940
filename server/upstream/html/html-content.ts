import { isBlank, stripInvisible } from "../clean-text.ts";
import { fitBlock } from "./html-blocks.ts";
import type { Content, Leaf, Mark } from "./html-runs.ts";
import { createBlock } from "./html-runs.ts";
import { blockTags } from "./html-tags.ts";
import type { HtmlElement, HtmlNode } from "./html-tree.ts";
import { hasBlock } from "./html-tree.ts";

export interface ContentOptions {
  /** The source has no blocks and no breaks: its line breaks are all the layout there is. */
  areLinesBreaks: boolean;
}

interface Context extends ContentOptions {
  marks: readonly Mark[];
  isPreformatted: boolean;
}

const maxMarks = 8;
const maxBlocksOfMark = 60;

/**
 * Lines of text and valid blocks of a tree of any shape. Inline tags become marks on the text they
 * contain, so a block inside a link or inside bold text can be moved out without losing either.
 */
export function readContent(nodes: readonly HtmlNode[], options: ContentOptions): Content {
  return readNodes(nodes, { ...options, marks: [], isPreformatted: false });
}

function readNodes(nodes: readonly HtmlNode[], context: Context): Content {
  return nodes.flatMap((node) =>
    node.kind === "text" ? readText(node.text, context) : readElement(node, context),
  );
}

function readElement(element: HtmlElement, context: Context): Content {
  const { tag, attributes, children } = element;
  const marks = activeMarks(context);
  if (tag === "br") return [{ kind: "break", text: "", marks }];
  if (tag === "img") {
    const isShown = attributes.includes(' src="');
    return isShown ? [{ kind: "image", text: `<img${attributes}>`, marks }] : [];
  }
  if (!blockTags.has(tag))
    return readNodes(children, { ...context, marks: addMark(element, context) });
  for (const mark of context.marks) enterBlock(mark);
  const isPreformatted = context.isPreformatted || tag === "pre";
  return fitBlock(
    createBlock(tag, readNodes(children, { ...context, isPreformatted }), attributes),
  );
}

function addMark({ tag, attributes, children }: HtmlElement, { marks }: Context): readonly Mark[] {
  const isSame = (mark: Mark) => mark.tag === tag && mark.attributes === attributes;
  if ((tag === "span" && attributes === "") || marks.some(isSame)) return marks;
  // No link inside a link: as in a browser, the second one ends the first.
  if (tag === "a") for (const mark of marks) if (mark.tag === "a") mark.hasEnded = true;
  if (marks.length >= maxMarks) return marks;
  const isUnclosed = beginsWith(children) === "text" && hasBlock(children);
  return [...marks, { tag, attributes, isUnclosed, blocksLeft: maxBlocksOfMark, hasEnded: false }];
}

function enterBlock(mark: Mark): void {
  mark.blocksLeft -= 1;
  if (mark.isUnclosed || mark.blocksLeft < 0) mark.hasEnded = true;
}

function beginsWith(nodes: readonly HtmlNode[]): "text" | "block" | null {
  for (const node of nodes) {
    if (node.kind === "element" && blockTags.has(node.tag)) return "block";
    const isText = node.kind === "text" ? !isBlank(node.text) : node.tag === "img";
    if (isText) return "text";
    const found = node.kind === "element" ? beginsWith(node.children) : null;
    if (found !== null) return found;
  }
  return null;
}

/** The marks of the next leaf: a mark may end before the element it comes from. */
function activeMarks({ marks }: Context): readonly Mark[] {
  return marks.filter((mark) => !mark.hasEnded);
}

function readText(raw: string, context: Context): Leaf[] {
  const marks = activeMarks(context);
  const text = stripInvisible(raw);
  if (context.isPreformatted) return [{ kind: "text", text, marks }];
  return text.split(/(\n[^\S\n]*\n\s*)/).flatMap((part, index): Leaf[] => {
    if (index % 2 === 1) return [{ kind: "gap", text: " ", marks: [] }];
    const lines = context.areLinesBreaks ? part.split("\n") : [part];
    return lines.flatMap((line, at): Leaf[] => {
      const leaf: Leaf = { kind: "text", text: joinSpaces(line), marks };
      return at === 0 ? [leaf] : [{ kind: "break", text: "", marks }, leaf];
    });
  });
}

/**
 * A no-break space between two letters comes from word processors; beside a figure or a sign it
 * has a reason.
 */
function joinSpaces(text: string): string {
  return text
    .replace(/[ \t\n\f\r]+/g, " ")
    .replace(/[ \u00A0]{2,}/g, " ")
    .replace(/(?<=\p{L})\u00A0(?=\p{L})/gu, " ");
}
