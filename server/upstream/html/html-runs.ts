import { isBlank } from "../clean-text.ts";

/**
 * An inline tag around some text. One mark may be printed several times: once in each block it
 * spans.
 */
export interface Mark {
  tag: string;
  attributes: string;
  /**
   * Began with text and then ran into a block: a tag somebody forgot to close. It ends at that
   * block.
   */
  isUnclosed: boolean;
  /**
   * Blocks it may still reach into: a long address times many paragraphs would make a huge page.
   */
  blocksLeft: number;
  isOver: boolean;
}

/**
 * The smallest part of a line. A `gap` is a blank line in text that has no paragraphs of its own.
 */
export interface Leaf {
  kind: "text" | "image" | "break" | "gap";
  /** Printed as it is: escaped text, or the whole tag. */
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

export function isEmptyLeaf(leaf: Leaf): boolean {
  return leaf.kind === "text" ? isBlank(leaf.text) : leaf.kind !== "image";
}

/**
 * Without white space and breaks at both ends, and no two spaces in a row; empty when nothing is
 * left to see.
 */
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

/**
 * Parts a run at blank lines (where asked) and at two breaks in a row; parts without anything to
 * see are gone.
 */
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

/** All leaves in reading order, with a space where one block ended and the next began. */
export function flattenContent(content: Content): Leaf[] {
  return content.flatMap((item) => {
    if (item.kind !== "block") return [item];
    const space: Leaf = { kind: "text", text: " ", marks: [] };
    return [space, ...flattenContent(item.content), space];
  });
}
