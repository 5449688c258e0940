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

/** As the tokenizer does: lower case, without diacritics. */
const folded = (word: string) => word.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** The words of a text, folded, in their order. Half surrogate pairs and control characters separate words. */
export const wordsOf = (text: string): string[] =>
  (text.normalize("NFC").match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [])
    .map(folded)
    .filter((word) => word !== "");

export const isStopWord = (word: string) => STOP_WORDS.has(word);

/** The words that are looked for. */
export function queryWords(text: string): string[] {
  const words = [...new Set(wordsOf(text))];
  const telling = words.filter((word) => !isStopWord(word));
  return (telling.length > 0 ? telling : words).slice(0, MAX_WORDS);
}

/** A string of FTS5 syntax: nothing in it is an operator. */
const quoted = (word: string) => `"${word.replaceAll('"', '""')}"`;

const ASCII = /^[\0-\x7f]*$/;

/** Whether a word of a text, as it stands there, is found by one of these. */
export function isBeginning(token: string, words: readonly string[]): boolean {
  const word = ASCII.test(token) ? token.toLowerCase() : folded(token);
  return words.some((each) =>
    each.length >= SHORTEST_PREFIX ? word.startsWith(each) : word === each,
  );
}

const beginning = (word: string) =>
  word.length >= SHORTEST_PREFIX ? `${quoted(word)} *` : quoted(word);

/** The expression of FTS5 for documents with words that begin like these: with all of them, or with any. */
export const matchExpression = (words: readonly string[], operator: "AND" | "OR") =>
  words.map(beginning).join(` ${operator} `);

/** For documents with any of these very words. */
export const matchAny = (words: readonly string[]) => words.map(quoted).join(" OR ");
