import { Marked } from "marked";

/** The Markdown parser. It keeps typed line breaks, and HTML, which the site sanitises like everything from its source. */
const parser = new Marked({ gfm: true, breaks: true, async: false });

/** The marks of nested quotations and lists at the beginning of a line: `> > - `, `  1. `. */
const NESTING = /^[ \t]*(?:(?:>|(?:[-+*]|\d{1,9}[.)])[ \t])[ \t]*)+/;
const DEEPEST = 10;

/**
 * The end of a paragraph, a heading or a list item: before an empty line, a list mark or a heading. Examples: the first line
 * break of `one\n\ntwo` and of `one\n- two`.
 */
const BLOCK_END = /\n(?=[ \t]*\n| {0,3}(?:[-+*]|#{1,6}) )/;
/** The beginning of a block of HTML, where Markdown signs mean nothing: `<p>`, `<div class="x">`. */
const HTML_BLOCK =
  /^\s*<\/?(?:p|div|h[1-6]|ul|ol|li|table|t[rdh]|figure|blockquote|section|article)(?:[\s>]|\/>)/i;
/** The signs from which the parser scans ahead: `*`, `<?`. */
const SIGNS = /[*_~!]|<\?/g;
/** The most steps for a text, about 20 ms. The parser scans the rest of a paragraph from each sign: signs times characters. */
const MOST_STEPS = 10_000_000;

const WIDE_GAP = / {100,}/g;

const depthOf = (line: string): number => {
  const [marks = ""] = NESTING.exec(line) ?? [];
  const [indent = ""] = /^[ \t]*/.exec(marks) ?? [];
  return marks.replace(/[^>*+.)-]/g, "").length + Math.floor(indent.length / 2);
};

const stepsOf = (block: string): number =>
  HTML_BLOCK.test(block) ? 0 : (block.match(SIGNS)?.length ?? 0) * block.length;

/** Returns whether a text is parsed within a few milliseconds: marked up as people write, not to block the event loop. */
export function isParsable(text: string): boolean {
  if (text.split("\n").some((line) => depthOf(line) > DEEPEST)) return false;
  const steps = text.split(BLOCK_END).map(stepsOf);
  return steps.reduce((sum, one) => sum + one, 0) <= MOST_STEPS;
}

/** Converts Markdown that passes `isParsable` to HTML. */
export const toHtml = (text: string): string =>
  // The parser searches for the end of the line from every space, so a wide gap is narrowed.
  parser.parse(text.replaceAll(WIDE_GAP, " ".repeat(100))) as string;
