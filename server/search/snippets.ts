import type { TextPiece } from "../../shared/model/search-results.schema.ts";
import { indexTerms, wordsIn } from "./words.ts";

/** Words of a snippet, and how many of them stand before the first match. */
const SNIPPET = 28;
const BEFORE = 6;

interface Word {
  from: number;
  to: number;
  isMatch: boolean;
}

const wordsOf = (text: string, terms: ReadonlySet<string>): Word[] =>
  Array.from(wordsIn(text), ({ 0: word, index }) => ({
    from: index,
    to: index + word.length,
    isMatch: terms.size > 0 && indexTerms(word).some((term) => terms.has(term)),
  }));

/** The text from one position to another, cut where matches begin and end. */
function cut(text: string, words: readonly Word[], [from, to]: readonly [number, number]) {
  const pieces: TextPiece[] = [];
  let at = from;
  for (const word of words) {
    if (!word.isMatch || word.from < from || word.to > to) continue;
    pieces.push({ text: text.slice(at, word.from), isMatch: false });
    pieces.push({ text: text.slice(word.from, word.to), isMatch: true });
    at = word.to;
  }
  pieces.push({ text: text.slice(at, to), isMatch: false });
  return pieces.filter((piece) => piece.text !== "");
}

/** The whole text, with the words that match. */
export const highlighted = (text: string, terms: ReadonlySet<string>): TextPiece[] =>
  cut(text, wordsOf(text, terms), [0, text.length]);

function shortened(text: string, words: readonly Word[], start: number): TextPiece[] {
  const end = Math.min(words.length, start + SNIPPET) - 1;
  const from = start === 0 ? 0 : (words[start]?.from ?? 0);
  const to = end === words.length - 1 ? text.length : (words[end]?.to ?? text.length);
  const pieces = cut(text, words, [from, to]);
  if (from > 0) pieces.unshift({ text: "… ", isMatch: false });
  if (to < text.length) pieces.push({ text: " …", isMatch: false });
  return pieces;
}

/** The part of a text with the most matches; null when nothing matches. */
export function snippetOf(text: string, terms: ReadonlySet<string>): TextPiece[] | null {
  const words = wordsOf(text, terms);
  const matches = words.flatMap(({ isMatch }, index) => (isMatch ? [index] : []));
  let best = { start: 0, count: 0 };
  for (const [nth, start] of matches.entries()) {
    const end = matches.findIndex((match) => match >= start + SNIPPET - BEFORE);
    const count = (end < 0 ? matches.length : end) - nth;
    if (count > best.count) best = { start, count };
  }
  return best.count === 0 ? null : shortened(text, words, Math.max(0, best.start - BEFORE));
}

/** The beginning of a text. */
export const beginningOf = (text: string): TextPiece[] =>
  text === "" ? [] : shortened(text, wordsOf(text, new Set()), 0);
