import { isBlank } from "../clean-text.ts";

/** An inline tag around some text. It is serialised once in each block that it spans. */
export interface Mark {
  tag: string;
  attributes: string;
  /** Begins with text and contains a block: its end tag is missing, and it ends at that block. */
  isUnclosed: boolean;
  /** Blocks it may still span: a long URL times many paragraphs would make a huge page. */
  blocksLeft: number;
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

export function createBlock(tag: string, content: Content, attributes = ""): Block {
  return { kind: "block", tag, attributes, content };
}

/** Whether it is a block of one of the tags. */
export function isTag<Tag extends string>(
  item: Leaf | Block | undefined,
  ...tags: Tag[]
): item is Block & { tag: Tag } {
  return item?.kind === "block" && tags.some((tag) => tag === item.tag);
}

export function isEmptyLeaf(leaf: Leaf): boolean {
  return leaf.kind === "text" ? isBlank(leaf.text) : leaf.kind !== "image";
}

/** Without white space and breaks at both ends and without double spaces; empty when blank. */
export function trimRun(run: readonly Leaf[]): Leaf[] {
  const first = run.findIndex((leaf) => !isEmptyLeaf(leaf));
  if (first === -1) return [];
  const last = run.findLastIndex((leaf) => !isEmptyLeaf(leaf));
  let isAfterSpace = true;
  return run.slice(first, last + 1).flatMap((leaf, index): Leaf[] => {
    if (leaf.kind === "image" || leaf.kind === "break") {
      isAfterSpace = leaf.kind === "break";
      return [leaf];
    }
    const lead = isAfterSpace ? leaf.text.replace(/^[ \u00A0]+/, "") : leaf.text;
    const text = index === last - first ? lead.trimEnd() : lead;
    if (text === "") return [];
    isAfterSpace = /[ \u00A0]$/.test(text);
    return [{ ...leaf, kind: "text", text: index === 0 ? text.trimStart() : text }];
  });
}

/** Splits a run at two breaks in a row and, on request, at gaps; blank parts are left out. */
export function splitRun(run: readonly Leaf[], isGapSplitting: boolean): Leaf[][] {
  const parts: Leaf[][] = [[]];
  let breaks = 0;
  for (const leaf of run) {
    const isGap = leaf.kind === "gap" && isGapSplitting;
    if (leaf.kind === "break") breaks += 1;
    else if (leaf.kind === "image" || !isEmptyLeaf(leaf)) {
      if (breaks > 1) parts.push([]);
      breaks = 0;
    }
    if (isGap) parts.push([]);
    else parts.at(-1)?.push(leaf);
  }
  return parts.map(trimRun).filter((part) => part.length > 0);
}

/** All leaves in document order, with a space where a block begins or ends. */
export function flattenContent(content: Content): Leaf[] {
  return content.flatMap((item) => {
    if (item.kind !== "block") return [item];
    const space: Leaf = { kind: "text", text: " ", marks: [] };
    return [space, ...flattenContent(item.content), space];
  });
}
