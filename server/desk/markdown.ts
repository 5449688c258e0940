import { Lexer, Parser } from "marked";
import { inSlices } from "../source/in-slices.ts";

/** The Markdown dialect. It keeps typed line breaks, and HTML, which the site sanitises like everything from its source. */
const DIALECT = { gfm: true, breaks: true };

/** The most lines of a text: 100,000 characters in lines of three words. Each line may be a block. */
const MOST_LINES = 6_000;
/** The signs that HTML has as entities, and the most of them in a text, because the sanitiser reads each entity by itself. */
const ESCAPED = /[<>&"']/g;
const MOST_ESCAPED = 12_000;
/** The signs from which the parser looks for a link, code or an address, and the most of them in a block. */
const OPENINGS = /[[`@<]/g;
const MOST_OPENINGS = 10_000;

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

const countOf = (signs: RegExp, text: string): number => text.match(signs)?.length ?? 0;

const stepsOf = (block: string): number =>
  HTML_BLOCK.test(block) ? 0 : countOf(SIGNS, block) * block.length;

/** Returns whether a text is parsed within a few milliseconds: marked up as people write, not to block the event loop. */
export function isParsable(text: string): boolean {
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== "");
  if (lines.length > MOST_LINES || countOf(ESCAPED, text) > MOST_ESCAPED) return false;
  if (lines.some((line) => depthOf(line) > DEEPEST)) return false;
  const blocks = text.split(BLOCK_END);
  if (blocks.some((block) => countOf(OPENINGS, block) > MOST_OPENINGS)) return false;
  return blocks.map(stepsOf).reduce((sum, one) => sum + one, 0) <= MOST_STEPS;
}

/** Converts Markdown that passes `isParsable` to HTML, paragraph by paragraph, so that other requests get a turn meanwhile. */
export async function toHtml(text: string): Promise<string> {
  // The parser searches for the end of the line from every space, so a wide gap is narrowed.
  const source = text.replaceAll(/\r\n?/g, "\n").replaceAll(WIDE_GAP, " ".repeat(100));
  const lexer = new Lexer(DIALECT);
  lexer.blockTokens(source, lexer.tokens);
  await inSlices(lexer.inlineQueue, ({ src, tokens }) => lexer.inlineTokens(src, tokens));
  const blocks: string[] = [];
  await inSlices(lexer.tokens, (token) => blocks.push(Parser.parse([token], DIALECT)));
  return blocks.join("");
}
