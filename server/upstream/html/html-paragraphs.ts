import type { Block, Content, Leaf } from "./html-runs.ts";
import { createBlock, splitRun, trimRun } from "./html-runs.ts";

export interface ParagraphOptions {
  attributes?: string;
  /** The source said `<p>`: its blank lines are only the layout of its markup. */
  isExplicit?: boolean;
}

/**
 * Blocks alone: each stretch of loose text becomes a paragraph, stray list items get their list.
 */
export function toParagraphs(
  content: Content,
  { attributes = "", isExplicit = false }: ParagraphOptions = {},
): Block[] {
  const blocks = splitParts(content).flatMap((part) =>
    part.kind === "block"
      ? [part]
      : splitRun(part.run, !isExplicit).map((run) => createBlock("p", run, attributes)),
  );
  return adoptStrays(blocks);
}

/**
 * Text may stand bare beside blocks, as in a list item or a table cell; a lone plain paragraph is
 * unwrapped.
 */
export function toBareContent(content: Content): Content {
  const trimmed = splitParts(content).flatMap(
    (part): Content => (part.kind === "block" ? [part] : trimRun(part.run)),
  );
  const settled = adoptStrays(trimmed);
  const [only] = settled;
  const isLoneParagraph = settled.length === 1 && only?.kind === "block" && only.tag === "p";
  return isLoneParagraph && only.attributes === "" ? only.content : settled;
}

type Part = Block | { kind: "run"; run: Leaf[] };

function splitParts(content: Content): Part[] {
  const found: Part[] = [];
  for (const item of content) {
    const last = found.at(-1);
    if (item.kind === "block") found.push(item);
    else if (last?.kind === "run") last.run.push(item);
    else found.push({ kind: "run", run: [item] });
  }
  return found;
}

const listOf: Readonly<Record<string, string>> = { li: "ul", dt: "dl", dd: "dl" };
const parts = new Set(["caption", "thead", "tbody", "tfoot", "tr", "th", "td", "figcaption"]);

/**
 * Parts without their whole: neighbouring items share a new list, parts of a table become
 * paragraphs.
 */
function adoptStrays<T extends Leaf | Block>(items: readonly (T | Block)[]): (T | Block)[] {
  const adopted: (T | Block)[] = [];
  let newList: Block | null = null;
  for (const item of items) {
    const listTag = item.kind === "block" ? listOf[item.tag] : undefined;
    if (item.kind === "block" && listTag !== undefined) {
      if (item.content.length === 0) continue;
      if (newList?.tag !== listTag) {
        newList = createBlock(listTag, []);
        adopted.push(newList);
      }
      newList.content.push(item);
      continue;
    }
    newList = null;
    if (item.kind === "block" && parts.has(item.tag)) adopted.push(...toParagraphs(item.content));
    else adopted.push(item);
  }
  return adopted;
}
