import type { TextPiece } from "../../shared/model/search-results.schema.ts";
import { isBeginning, tokensOf as wordsIn } from "./match-expression.ts";

/** Words of a snippet, and how many of them stand before the first match. */
const SNIPPET = 28;
const BEFORE = 6;

interface Token {
  from: number;
  to: number;
  isMatch: boolean;
}

function tokensOf(text: string, words: readonly string[]): Token[] {
  return Array.from(wordsIn(text), ({ 0: token, index }) => ({
    from: index,
    to: index + token.length,
    isMatch: isBeginning(token, words),
  }));
}

/** The text from one position to another, cut where matches begin and end. */
function cut(text: string, tokens: readonly Token[], from: number, to: number): TextPiece[] {
  const pieces: TextPiece[] = [];
  let at = from;
  for (const token of tokens) {
    if (!token.isMatch || token.from < from || token.to > to) continue;
    pieces.push({ text: text.slice(at, token.from), isMatch: false });
    pieces.push({ text: text.slice(token.from, token.to), isMatch: true });
    at = token.to;
  }
  pieces.push({ text: text.slice(at, to), isMatch: false });
  return pieces.filter((piece) => piece.text !== "");
}

/** The whole text, with what matches. */
export const highlighted = (text: string, words: readonly string[]): TextPiece[] =>
  cut(text, tokensOf(text, words), 0, text.length);

/** The first word of the part with the most matches; null without a match. */
function bestStart(tokens: readonly Token[]): number | null {
  const matches = tokens.flatMap(({ isMatch }, index) => (isMatch ? [index] : []));
  let best = { start: -1, count: 0 };
  for (const [nth, start] of matches.entries()) {
    let end = nth;
    while ((matches[end + 1] ?? Number.POSITIVE_INFINITY) < start + SNIPPET - BEFORE) end += 1;
    const count = end - nth + 1;
    if (count > best.count) best = { start, count };
  }
  return best.count === 0 ? null : Math.max(0, best.start - BEFORE);
}

/** The part of a text with the most matches; null when nothing matches. */
export function snippetOf(text: string, words: readonly string[]): TextPiece[] | null {
  const tokens = tokensOf(text, words);
  const start = bestStart(tokens);
  return start === null ? null : shortened(text, tokens, start);
}

function shortened(text: string, tokens: readonly Token[], start: number): TextPiece[] {
  const end = Math.min(tokens.length, start + SNIPPET) - 1;
  const from = start === 0 ? 0 : (tokens[start]?.from ?? 0);
  const to = end === tokens.length - 1 ? text.length : (tokens[end]?.to ?? text.length);
  const pieces = cut(text, tokens, from, to);
  if (from > 0) pieces.unshift({ text: "… ", isMatch: false });
  if (to < text.length) pieces.push({ text: " …", isMatch: false });
  return pieces;
}

/** The beginning of a text. */
export const beginningOf = (text: string): TextPiece[] =>
  text === "" ? [] : shortened(text, tokensOf(text, []), 0);
