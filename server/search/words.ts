import type { TextPiece } from "../../shared/model/search-results.schema.ts";

/** Words that say nothing of the subject, in both languages. They count when there are no others. */
const STOP_WORDS = new Set(
  (
    "a an the of and or to in on at by for from with is are was be do does how what where when who which " +
    "we our you your us i my it its this that can may " +
    "ya wa na kwa ni la za cha vya kwenye katika au kama je nini wapi lini gani hii hiyo yetu yako"
  ).split(" "),
);
/** More are ignored: the first ones say what is looked for. */
const MOST_WORDS = 12;

/** What people and word processors write for the one in ng'ombe. */
const APOSTROPHES = "'`´‘’ʻʼʹ′＇";
const APOSTROPHE = new RegExp(`[${APOSTROPHES}]`, "g");
/** Half surrogate pairs and control characters separate words. */
const WORD = new RegExp(`[\\p{L}\\p{N}](?:[${APOSTROPHES}]?[\\p{L}\\p{N}\\p{M}])*`, "gu");

/** Letters whose accent is no diacritic to Unicode. */
const ACCENTED: Readonly<Record<string, string>> = {
  æ: "ae",
  đ: "d",
  ð: "d",
  ħ: "h",
  ı: "i",
  ł: "l",
  ø: "o",
  œ: "oe",
  ß: "ss",
  ŧ: "t",
};

/** In lower case, without accents and apostrophes. */
const folded = (word: string) =>
  word
    .toLowerCase()
    .replaceAll(APOSTROPHE, "")
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[æđðħıłøœßŧ]/g, (letter) => ACCENTED[letter] ?? letter);

/** The words of a text as they stand there. */
export const wordsIn = (text: string) => text.matchAll(WORD);

/** What a word is found by: without its apostrophe, and by what stands on either side of one. */
export function indexTerms(word: string): string[] {
  const parts = word.split(APOSTROPHE);
  return (parts.length > 1 ? [word, ...parts] : parts).map(folded).filter((term) => term !== "");
}

/** The words of a text, folded. */
export const wordsOf = (text: string): string[] =>
  Array.from(wordsIn(text), ([word]) => folded(word)).filter((word) => word !== "");

/** The words that are looked for: the first ones that say something. */
export function queryWords(text: string, most = MOST_WORDS): string[] {
  const words = [...new Set(wordsOf(text))];
  const telling = words.filter((word) => !STOP_WORDS.has(word));
  return (telling.length > 0 ? telling : words).slice(0, most);
}

/** Words of a snippet, and how many of them stand before the first match. */
const SNIPPET = 28;
const BEFORE = 6;

interface Word {
  from: number;
  to: number;
  isMatch: boolean;
}

const placesOf = (text: string, terms: ReadonlySet<string>): Word[] =>
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
  cut(text, placesOf(text, terms), [0, text.length]);

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
  const words = placesOf(text, terms);
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
  text === "" ? [] : shortened(text, placesOf(text, new Set()), 0);
