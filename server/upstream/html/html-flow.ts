import { isBlank, stripInvisible } from "../clean-text.ts";
import { arrangeBlock } from "./html-arrange.ts";
import type { Content, Leaf, Mark } from "./html-runs.ts";
import { blockTags } from "./html-tags.ts";
import type { HtmlElement, HtmlNode } from "./html-tree.ts";

export interface FlowOptions {
  /** The source has no blocks and no breaks: its line breaks are all the layout there is. */
  areLinesBreaks: boolean;
}

interface Walk extends FlowOptions {
  marks: readonly Mark[];
  isPreformatted: boolean;
}

const maxMarks = 8;
const maxBlocksOfMark = 60;

/**
 * Lines of text and sound blocks out of a tree of any shape. Inline tags become marks on the text
 * they hold, so a block inside a link or inside bold text can be moved out without losing either.
 */
export function flowContent(root: HtmlElement, options: FlowOptions): Content {
  return flow(root.children, { ...options, marks: [], isPreformatted: false });
}

function flow(nodes: readonly HtmlNode[], walk: Walk): Content {
  return nodes.flatMap((node) =>
    node.kind === "text" ? toLeaves(node.text, walk) : flowElement(node, walk),
  );
}

function flowElement(element: HtmlElement, walk: Walk): Content {
  const { tag, attributes, children } = element;
  if (tag === "br") return [{ kind: "break", text: "", marks: standing(walk) }];
  if (tag === "img") {
    const isShown = attributes.includes(' src="');
    return isShown ? [{ kind: "image", text: `<img${attributes}>`, marks: standing(walk) }] : [];
  }
  if (!blockTags.has(tag)) return flow(children, { ...walk, marks: addMark(element, walk) });
  for (const mark of walk.marks) enterBlock(mark);
  const isPreformatted = walk.isPreformatted || tag === "pre";
  const content = flow(children, { ...walk, isPreformatted });
  return arrangeBlock(tag, content, attributes);
}

function addMark(element: HtmlElement, { marks }: Walk): readonly Mark[] {
  const { tag, attributes } = element;
  const isSame = (mark: Mark) => mark.tag === tag && mark.attributes === attributes;
  if ((tag === "span" && attributes === "") || marks.some(isSame)) return marks;
  // No link inside a link: as in a browser, the second one ends the first.
  if (tag === "a") for (const mark of marks) if (mark.tag === "a") mark.isOver = true;
  if (marks.length >= maxMarks) return marks;
  const isUnclosed = element.hasBlock && beginsWith(element.children) === "text";
  return [...marks, { tag, attributes, isUnclosed, blocksLeft: maxBlocksOfMark, isOver: false }];
}

function enterBlock(mark: Mark): void {
  mark.blocksLeft -= 1;
  if (mark.isUnclosed || mark.blocksLeft < 0) mark.isOver = true;
}

function beginsWith(nodes: readonly HtmlNode[]): "text" | "block" | null {
  for (const node of nodes) {
    if (node.kind === "text") {
      if (!isBlank(node.text)) return "text";
      continue;
    }
    if (blockTags.has(node.tag)) return "block";
    const found = node.tag === "img" ? "text" : beginsWith(node.children);
    if (found !== null) return found;
  }
  return null;
}

function standing({ marks }: Walk): readonly Mark[] {
  return marks.filter((mark) => !mark.isOver);
}

function toLeaves(raw: string, walk: Walk): Leaf[] {
  const marks = standing(walk);
  const text = stripInvisible(raw);
  if (walk.isPreformatted) return [{ kind: "text", text, marks }];
  return text.split(/(\n[^\S\n]*\n\s*)/).flatMap((part, index): Leaf[] => {
    if (index % 2 === 1) return [{ kind: "gap", text: " ", marks: [] }];
    const lines = walk.areLinesBreaks ? part.split("\n") : [part];
    return lines.flatMap((line, at): Leaf[] => {
      const leaf: Leaf = { kind: "text", text: joinSpaces(line), marks };
      return at === 0 ? [leaf] : [{ kind: "break", text: "", marks }, leaf];
    });
  });
}

/**
 * A no-break space between two letters is a word processor's habit; beside a figure or a mark it
 * has a reason.
 */
function joinSpaces(text: string): string {
  return text
    .replace(/[ \t\n\f\r]+/g, " ")
    .replace(/[ \u00A0]{2,}/g, " ")
    .replace(/(?<=\p{L})\u00A0(?=\p{L})/gu, " ");
}
