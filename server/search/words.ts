import type { TextPiece } from "../../shared/model/search-results.schema.ts";
import { indexStems } from "./kiswahili-stems.ts";

/** Words that say nothing about the subject. A query that has no other words searches for these words. */
const STOP_WORDS = new Set(
  (
    "a an the of and or to in on at by for from with is are was be do does how what where when who which " +
    "we our you your us i my it its this that can may " +
    "ya wa na kwa ni la za cha vya kwenye katika au kama je nini wapi lini gani hii hiyo yetu yako"
  ).split(" "),
);

/** The characters that people and word processors write for the apostrophe in ng'ombe. */
const APOSTROPHES = "'`´‘’ʻʼʹ′＇";
const APOSTROPHE = new RegExp(`[${APOSTROPHES}]`, "g");
/** A word. Lone surrogates and control characters separate words. */
const WORD = new RegExp(`[\\p{L}\\p{N}](?:[${APOSTROPHES}]?[\\p{L}\\p{N}\\p{M}])*`, "gu");

/** Letters that Unicode does not take apart into a letter and a diacritic. */
const ACCENTED = new Map(
  "æ ae, đ d, ð d, ħ h, ı i, ł l, ø o, œ oe, ß ss, ŧ t"
    .split(", ")
    .map((pair) => pair.split(" ") as [string, string]),
);

/** Returns a word in lower case, without accents and apostrophes. */
const foldWord = (word: string) =>
  word
    .toLowerCase()
    .replaceAll(APOSTROPHE, "")
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[æđðħıłøœßŧ]/g, (letter) => ACCENTED.get(letter) ?? letter);

/** Returns the terms that a word is found by: the word without its apostrophe, and the parts on either side of an apostrophe. */
function termsOf(word: string): string[] {
  const parts = word.split(APOSTROPHE);
  return (parts.length > 1 ? [word, ...parts] : parts).map(foldWord).filter((term) => term !== "");
}

/** Hyphenated words and long numbers, which are also found as one word: COVID-19 as covid19. */
const JOINED = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:[-‐‑,][\p{L}\p{N}]+){1,3}/gu;

/** Returns the terms under which the index has a word. */
const indexTermsOf = (word: string): string[] =>
  termsOf(word).flatMap((term) => [term, ...indexStems(term)]);

export const indexTerms = (text: string): string[] => [
  ...(text.match(WORD) ?? []).flatMap(indexTermsOf),
  ...(text.match(JOINED) ?? []).map((word) => foldWord(word.replaceAll(/[-‐‑,]/g, ""))),
];

export const splitWords = (text: string): string[] =>
  (text.match(WORD) ?? []).map(foldWord).filter((word) => word !== "");

/** Returns the words to search for: the first 12 that say something about the subject. */
export function queryWords(text: string, most = 12): string[] {
  const unique = [...new Set(splitWords(text))];
  const telling = unique.filter((word) => !STOP_WORDS.has(word));
  return (telling.length > 0 ? telling : unique).slice(0, most);
}

/** The number of words in a snippet. */
const SNIPPET = 28;
/** The number of words before the first match. */
const BEFORE = 6;

const hasTerm = (word: string, terms: ReadonlySet<string>) =>
  indexTermsOf(word).some((term) => terms.has(term));

export function highlighted(text: string, terms: ReadonlySet<string>): TextPiece[] {
  const pieces: TextPiece[] = [];
  let at = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!hasTerm(word, terms)) continue;
    pieces.push({ text: text.slice(at, index), isMatch: false }, { text: word, isMatch: true });
    at = index + word.length;
  }
  pieces.push({ text: text.slice(at), isMatch: false });
  return pieces.filter((piece) => piece.text !== "");
}

/** Returns a snippet of a text, from the word at `start`. */
function snippetFrom(text: string, start: number, terms: ReadonlySet<string>): TextPiece[] {
  const matches = [...text.matchAll(WORD)];
  const last = start + SNIPPET < matches.length ? matches[start + SNIPPET - 1] : undefined;
  const from = start === 0 ? 0 : matches[start]?.index;
  const pieces = highlighted(text.slice(from, last && last.index + last[0].length), terms);
  if (start > 0) pieces.unshift({ text: "… ", isMatch: false });
  if (last) pieces.push({ text: " …", isMatch: false });
  return pieces;
}

/** Returns the snippet with the most matches; null when nothing matches. */
export function snippetOf(text: string, terms: ReadonlySet<string>): TextPiece[] | null {
  const found = [...text.matchAll(WORD)];
  const matches = found.flatMap(([word], at) => (hasTerm(word, terms) ? [at] : []));
  let best = { start: 0, count: 0 };
  // The index of the first match behind the snippet.
  let end = 0;
  for (const [nth, start] of matches.entries()) {
    while ((matches[end] ?? Infinity) < start + SNIPPET - BEFORE) end += 1;
    const count = end - nth;
    if (count > best.count) best = { start, count };
  }
  return best.count === 0 ? null : snippetFrom(text, Math.max(0, best.start - BEFORE), terms);
}

export const beginningOf = (text: string): TextPiece[] => snippetFrom(text, 0, new Set());
