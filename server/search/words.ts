import type { TextPiece } from "../../shared/model/search-results.schema.ts";

/** Words that say nothing of the subject. They count when there are no others. */
const STOP_WORDS = new Set(
  (
    "a an the of and or to in on at by for from with is are was be do does how what where when who which " +
    "we our you your us i my it its this that can may " +
    "ya wa na kwa ni la za cha vya kwenye katika au kama je nini wapi lini gani hii hiyo yetu yako"
  ).split(" "),
);

/** What people and word processors write for the one in ng'ombe. */
const APOSTROPHES = "'`´‘’ʻʼʹ′＇";
const APOSTROPHE = new RegExp(`[${APOSTROPHES}]`, "g");
/** Half surrogate pairs and control characters separate words. */
const WORD = new RegExp(`[\\p{L}\\p{N}](?:[${APOSTROPHES}]?[\\p{L}\\p{N}\\p{M}])*`, "gu");

/** Letters whose accent is no diacritic to Unicode. */
const ACCENTED = new Map(
  "æ ae, đ d, ð d, ħ h, ı i, ł l, ø o, œ oe, ß ss, ŧ t"
    .split(", ")
    .map((pair) => pair.split(" ") as [string, string]),
);

/** In lower case, without accents and apostrophes. */
const folded = (word: string) =>
  word
    .toLowerCase()
    .replaceAll(APOSTROPHE, "")
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[æđðħıłøœßŧ]/g, (letter) => ACCENTED.get(letter) ?? letter);

/** What a word is found by: without its apostrophe, and by what stands on either side of one. */
function termsOf(word: string): string[] {
  const parts = word.split(APOSTROPHE);
  return (parts.length > 1 ? [word, ...parts] : parts).map(folded).filter((term) => term !== "");
}

/** Words that a hyphen joins, and a long number: also found as one, COVID-19 as covid19. */
const JOINED = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:[-‐‑,][\p{L}\p{N}]+){1,3}/gu;

export const indexTerms = (text: string): string[] => [
  ...(text.match(WORD) ?? []).flatMap(termsOf),
  ...(text.match(JOINED) ?? []).map((word) => folded(word.replaceAll(/[-‐‑,]/g, ""))),
];

export const wordsOf = (text: string): string[] =>
  (text.match(WORD) ?? []).map(folded).filter((word) => word !== "");

/** The words that are looked for: more than the first 12 that say something are ignored. */
export function queryWords(text: string, most = 12): string[] {
  const words = [...new Set(wordsOf(text))];
  const telling = words.filter((word) => !STOP_WORDS.has(word));
  return (telling.length > 0 ? telling : words).slice(0, most);
}

/** Words of a snippet, and how many of them stand before the first match. */
const SNIPPET = 28;
const BEFORE = 6;

const isFound = (word: string, terms: ReadonlySet<string>) =>
  termsOf(word).some((term) => terms.has(term));

export function highlighted(text: string, terms: ReadonlySet<string>): TextPiece[] {
  const pieces: TextPiece[] = [];
  let at = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!isFound(word, terms)) continue;
    pieces.push({ text: text.slice(at, index), isMatch: false }, { text: word, isMatch: true });
    at = index + word.length;
  }
  pieces.push({ text: text.slice(at), isMatch: false });
  return pieces.filter((piece) => piece.text !== "");
}

/** Some words of a text, from one on. */
function partOf(text: string, start: number, terms: ReadonlySet<string>): TextPiece[] {
  const words = [...text.matchAll(WORD)];
  const last = start + SNIPPET < words.length ? words[start + SNIPPET - 1] : undefined;
  const from = start === 0 ? 0 : words[start]?.index;
  const part = highlighted(text.slice(from, last && last.index + last[0].length), terms);
  if (start > 0) part.unshift({ text: "… ", isMatch: false });
  if (last) part.push({ text: " …", isMatch: false });
  return part;
}

/** The part of a text with the most matches; null when nothing matches. */
export function snippetOf(text: string, terms: ReadonlySet<string>): TextPiece[] | null {
  const words = [...text.matchAll(WORD)];
  const matches = words.flatMap(([word], at) => (isFound(word, terms) ? [at] : []));
  let best = { start: 0, count: 0 };
  // The first match behind the part, which moves on with it.
  let end = 0;
  for (const [nth, start] of matches.entries()) {
    while ((matches[end] ?? Infinity) < start + SNIPPET - BEFORE) end += 1;
    const count = end - nth;
    if (count > best.count) best = { start, count };
  }
  return best.count === 0 ? null : partOf(text, Math.max(0, best.start - BEFORE), terms);
}

export const beginningOf = (text: string): TextPiece[] => partOf(text, 0, new Set());
