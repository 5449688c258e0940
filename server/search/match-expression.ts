/** More are ignored: the first ones say what is looked for. */
const MAX_WORDS = 12;
/** A shorter beginning matches too many words to be worth it. */
const SHORTEST_PREFIX = 3;

/** Words that say nothing of the subject, in both languages. They count when there are no others. */
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

const PLAIN = /^[a-z\d]*$/i;

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
export const tokensOf = (text: string) => text.matchAll(WORD);

/** The words of a text, folded, in their order. */
export const wordsOf = (text: string): string[] =>
  Array.from(tokensOf(text.normalize("NFC")), ([token]) => folded(token)).filter(
    (word) => word !== "",
  );

/** Between a text and its words that are spelt differently once they are folded: no text has it. */
const FOLDED = "\u001f";

/** A text for the index, whose tokenizer splits at apostrophes and folds Latin letters alone. */
export function withFolded(text: string): string {
  const words = Array.from(tokensOf(text.normalize("NFC")), ([token]) => token.toLowerCase());
  const others = new Set(words.filter((word) => !PLAIN.test(word)).map(folded));
  return others.size === 0 ? text : `${text}${FOLDED}${[...others].join(" ")}`;
}

/** The text alone. */
export const withoutFolded = (text: string) => text.split(FOLDED, 1)[0] ?? "";

export const isStopWord = (word: string) => STOP_WORDS.has(word);

/** The words that are looked for. */
export function queryWords(text: string): string[] {
  const words = [...new Set(wordsOf(text))];
  const telling = words.filter((word) => !isStopWord(word));
  return (telling.length > 0 ? telling : words).slice(0, MAX_WORDS);
}

/** A string of FTS5 syntax: nothing in it is an operator. */
const quoted = (word: string) => `"${word.replaceAll('"', '""')}"`;

/** Whether a word of a text, as it stands there, is found by one of these. */
export function isBeginning(token: string, words: readonly string[]): boolean {
  const forms = PLAIN.test(token)
    ? [token.toLowerCase()]
    : [token, ...token.split(APOSTROPHE)].map(folded);
  return words.some((each) =>
    forms.some((form) => (each.length >= SHORTEST_PREFIX ? form.startsWith(each) : form === each)),
  );
}

const beginning = (word: string) =>
  word.length >= SHORTEST_PREFIX ? `${quoted(word)} *` : quoted(word);

/** The expression of FTS5 for documents with words that begin like these: with all of them, or with any. */
export const matchExpression = (words: readonly string[], operator: "AND" | "OR") =>
  words.map(beginning).join(` ${operator} `);

/** For documents with any of these very words. */
export const matchAny = (words: readonly string[]) => words.map(quoted).join(" OR ");
