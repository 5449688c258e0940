import { Marked } from "marked";

/** A line break that was typed is one. HTML goes through: the site cleans it, as all that its source sends. */
const parser = new Marked({ gfm: true, breaks: true, async: false });

/** The marks of quotations and lists at the beginning of a line, one within another: `> > - `, `  1. `. */
const NESTING = /^[ \t]*(?:(?:>|(?:[-+*]|\d{1,9}[.)])[ \t])[ \t]*)+/;
const DEEPEST = 10;

/** A paragraph, a heading or a point of a list ends before these. */
const BLOCK_END = /\n(?=[ \t]*\n| {0,3}(?:[-+*]|#{1,6}) )/;
/** The beginning of a block of HTML, in which signs mean nothing: `<p>`, `<div class="x">`. */
const HTML_BLOCK =
  /^\s*<\/?(?:p|div|h[1-6]|ul|ol|li|table|t[rdh]|figure|blockquote|section|article)(?:[\s>]|\/>)/i;
const SIGNS = /[*_~!]|<\?/g;
/** From each sign the parser looks through the rest of its paragraph: signs times characters, 20 ms. */
const MOST_STEPS = 10_000_000;

const WIDE_GAP = / {100,}/g;

const depthOf = (line: string): number => {
  const [marks = ""] = NESTING.exec(line) ?? [];
  const [indent = ""] = /^[ \t]*/.exec(marks) ?? [];
  return marks.replace(/[^>*+.)-]/g, "").length + Math.floor(indent.length / 2);
};

const stepsOf = (block: string): number =>
  HTML_BLOCK.test(block) ? 0 : (block.match(SIGNS)?.length ?? 0) * block.length;

/** Whether a text is parsed within a few milliseconds: nested and marked as people write, not as to hold the process up. */
export function isParsable(text: string): boolean {
  if (text.split("\n").some((line) => depthOf(line) > DEEPEST)) return false;
  const steps = text.split(BLOCK_END).map(stepsOf);
  return steps.reduce((sum, one) => sum + one, 0) <= MOST_STEPS;
}

/** Markdown that `isParsable`, as HTML. */
export const toHtml = (text: string): string =>
  // The parser looks for the end of a line from each space.
  parser.parse(text.replaceAll(WIDE_GAP, " ".repeat(100))) as string;
