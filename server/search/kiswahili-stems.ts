/** Marks a stem among the terms of the index, so that only searches in Kiswahili find stems. */
const MARK = "~";

/** The shortest stem. Shorter ones, as in "mti", are part of too many words. */
const SHORTEST_STEM = 3;

/** The prefixes of noun classes and of the infinitive: mtoto, watoto, kitabu, vitabu, kusaidia. */
const NOUN_PREFIXES = ["mw", "wa", "ki", "ch", "vi", "vy", "ku", "kw", "ma", "mi", "m", "w", "u"];

/** The beginnings of verbs: who acts, and when, as in "walisaidia" and "tutawasaidia". */
const SUBJECTS = ["ni", "tu", "wa", "ya", "ki", "vi", "zi", "li", "ku", "a", "u", "m", "i"];
const TENSES = ["nge", "na", "li", "ta", "me", "ka"];
const VERB_PREFIXES = SUBJECTS.flatMap((subject) => TENSES.map((tense) => subject + tense));
const PREFIXES = new Set([...NOUN_PREFIXES, ...VERB_PREFIXES]);
const LONGEST_PREFIX = Math.max(...[...PREFIXES].map(({ length }) => length));

/** Returns what is left of a word, in lower case, without each prefix that the word may have. */
function stemsOf(word: string): string[] {
  const longest = Math.min(LONGEST_PREFIX, word.length - SHORTEST_STEM);
  const stems: string[] = [];
  for (let length = 1; length <= longest; length += 1)
    if (PREFIXES.has(word.slice(0, length))) stems.push(word.slice(length));
  return stems;
}

export const isStem = (term: string): boolean => term.startsWith(MARK);

/** Returns the marked stems of a word, under which the index also has the word. */
export const indexStems = (word: string): string[] => stemsOf(word).map((stem) => MARK + stem);

/** Returns the other terms by which a search in Kiswahili finds a word: "watoto" also finds "mtoto", and "kusaidia" finds "saidia". */
export const relatedTerms = (word: string): string[] => [
  MARK + word,
  ...stemsOf(word).flatMap((stem) => [stem, MARK + stem]),
];
