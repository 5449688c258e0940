import type { SearchOptions, SearchResult } from "minisearch";
import { wordsOf } from "./words.ts";

type Matches = (q: string, options?: SearchOptions) => SearchResult[];

/** Words that may be misspelt, or be what another one meant: a short one or a number is not. */
const SPELLABLE = /^\p{L}{4,30}$/u;
const MOST_CORRECTED = 8;

/** The letters that may differ: one, in words that are long enough. */
export const withinOneLetter = (word: string) => (SPELLABLE.test(word) ? 1 : false);

const sortedLetters = (word: string) => [...word].sort().join("");

/** The word of the index that a misspelt one meant; itself where none is near. */
function corrected(word: string, matches: Matches): string {
  if (!SPELLABLE.test(word) || matches(word).length > 0) return word;
  const letters = sortedLetters(word);
  for (const fuzzy of word.length < 5 ? [1] : [1, 2]) {
    const counts = new Map<string, number>();
    for (const { terms } of matches(word, { fuzzy, prefix: false }))
      for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
    const near = Array.from(counts, ([term, count]) => ({
      term,
      count,
      // Letters that changed places are the commonest slip.
      isSwap: sortedLetters(term) === letters,
    })).filter(({ term }) => SPELLABLE.test(term));
    near.sort((a, b) => Number(b.isSwap) - Number(a.isSwap) || b.count - a.count);
    if (near[0]) return near[0].term;
  }
  return word;
}

/** "Did you mean": the text with words of the index; null when there is no better spelling. */
export function suggestionFor(q: string, matches: Matches): string | null {
  const words = wordsOf(q);
  const better = words.map((word, nth) => (nth < MOST_CORRECTED ? corrected(word, matches) : word));
  return better.some((word, nth) => word !== words[nth]) ? better.join(" ") : null;
}
