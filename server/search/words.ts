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
  ...{ æ: "ae", đ: "d", ð: "d", ħ: "h", ı: "i", ł: "l", ø: "o", œ: "oe", ß: "ss", ŧ: "t" },
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
