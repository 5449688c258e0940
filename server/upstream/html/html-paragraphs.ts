import type { Block, Content, Leaf } from "./html-runs.ts";
import { createBlock, isTag, splitRun, trimRun } from "./html-runs.ts";

export interface ParagraphOptions {
  attributes?: string;
  /** The source has a `<p>`: its blank lines are only the layout of its markup. */
  isExplicit?: boolean;
}

/** Blocks alone: inline content becomes paragraphs, items without a list become a list. */
export function toParagraphs(
  content: Content,
  { attributes = "", isExplicit = false }: ParagraphOptions = {},
): Block[] {
  const blocks = splitParts(content).flatMap((part) =>
    part.kind === "block"
      ? [part]
      : splitRun(part.run, !isExplicit).map((run) => createBlock("p", run, attributes)),
  );
  return wrapOrphans(blocks);
}

/**
 * Inline content may stand beside blocks, as in a list item or a table cell. A paragraph that is
 * the only block and has no attributes is unwrapped.
 */
export function toBareContent(content: Content): Content {
  const trimmed = splitParts(content).flatMap(
    (part): Content => (part.kind === "block" ? [part] : trimRun(part.run)),
  );
  const fitted = wrapOrphans(trimmed);
  const [only] = fitted;
  return fitted.length === 1 && isTag(only, "p") && only.attributes === "" ? only.content : fitted;
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
const partTags = ["caption", "thead", "tbody", "tfoot", "tr", "th", "td", "figcaption"];

/** Parts without their parent: items in a row share a new list, parts of a table become paragraphs. */
function wrapOrphans<T extends Leaf | Block>(items: readonly (T | Block)[]): (T | Block)[] {
  const wrapped: (T | Block)[] = [];
  let newList: Block | null = null;
  for (const item of items) {
    const listTag = item.kind === "block" ? listOf[item.tag] : undefined;
    if (item.kind !== "block" || listTag === undefined) {
      newList = null;
      wrapped.push(...(isTag(item, ...partTags) ? toParagraphs(item.content) : [item]));
    } else if (item.content.length > 0) {
      if (newList?.tag !== listTag) {
        newList = createBlock(listTag, []);
        wrapped.push(newList);
      }
      newList.content.push(item);
    }
  }
  return wrapped;
}
