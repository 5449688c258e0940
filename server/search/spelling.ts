import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { matchAny, wordsOf } from "./match-expression.ts";

/** Words that are short or have digits are no better spelling of another. */
const SPELLABLE = /^\p{L}{4,30}$/u;
/** Words that one step reads. */
const PAGE = 64;
/** Words with the most trigrams in common, which are compared letter by letter. */
const CANDIDATES = 40;

const wordRow = z.object({ word: z.string() });

/** Ends of words count as a trigram too. */
const framed = (word: string) => `^${word}$`;
const unframed = (word: string) => word.slice(1, -1);

function trigrams(word: string): string[] {
  const text = framed(word);
  return Array.from({ length: text.length - 2 }, (_, index) => text.slice(index, index + 3));
}

/** How many letters differ, two that changed places counting as one; `limit` + 1 for more than `limit`. */
function letterDistance(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) > limit) return limit + 1;
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped =
        i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const least = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (isSame ? 0 : 1),
      );
      next[j] = isSwapped ? Math.min(least, (before[j - 2] ?? 0) + 1) : least;
    }
    [before, row] = [row, next];
  }
  return Math.min(row[other.length] ?? 0, limit + 1);
}

export interface Spelling {
  /** Brings the words up to date with the index, in steps. */
  refreshSteps(): Generator<void, void>;
  /** Another spelling of the text with words of the index; null when there is none. */
  suggest(text: string): string | null;
  /** How many documents have the word. */
  frequency(word: string): number;
}

/** "Did you mean": words of the index by trigrams in common, then by letters. */
export function createSpelling(db: DatabaseSync): Spelling {
  const page = db.prepare(
    `SELECT term AS word FROM vocabulary WHERE term > ? ORDER BY term LIMIT ${PAGE}`,
  );
  const insertion = db.prepare("INSERT INTO spellings(rowid, word) VALUES (?, ?)");
  const deletion = db.prepare("DELETE FROM spellings WHERE rowid = ?");
  const beginning = db.prepare(
    "SELECT 1 FROM vocabulary WHERE term >= ? AND term < ? || char(1114111) LIMIT 1",
  );
  const documents = db.prepare("SELECT doc FROM vocabulary WHERE term = ?");
  const similar = db.prepare(
    `SELECT word FROM spellings WHERE spellings MATCH ? ORDER BY rank LIMIT ${CANDIDATES}`,
  );
  const known = new Map<string, number>();
  let serial = 0;

  const frequency = (word: string) => Number(documents.get(word)?.doc ?? 0);

  function better(word: string): string | null {
    if (!SPELLABLE.test(word)) return null;
    const limit = word.length < 5 ? 1 : 2;
    const near = similar
      .all(matchAny(trigrams(word)))
      .map((row) => unframed(wordRow.parse(row).word))
      .map((candidate) => ({ candidate, distance: letterDistance(word, candidate, limit) }))
      .filter(({ distance }) => distance > 0 && distance <= limit)
      .map((found) => ({ ...found, documents: frequency(found.candidate) }))
      .sort((a, b) => a.distance - b.distance || b.documents - a.documents);
    return near[0]?.candidate ?? null;
  }

  return {
    frequency,
    *refreshSteps() {
      const seen = new Set<string>();
      for (let last = ""; ; ) {
        const words = page.all(last).map((row) => wordRow.parse(row).word);
        for (const word of words) {
          if (!SPELLABLE.test(word)) continue;
          seen.add(word);
          if (known.has(word)) continue;
          serial += 1;
          known.set(word, serial);
          insertion.run(serial, framed(word));
        }
        yield;
        const end = words.at(-1);
        if (end === undefined) break;
        last = end;
      }
      for (const [word, id] of known) {
        if (seen.has(word)) continue;
        deletion.run(id);
        known.delete(word);
        yield;
      }
    },
    suggest(text) {
      let isChanged = false;
      const words = wordsOf(text).map((word) => {
        if (beginning.get(word, word) !== undefined) return word;
        const other = better(word);
        if (other !== null) isChanged = true;
        return other ?? word;
      });
      return isChanged ? words.join(" ") : null;
    },
  };
}
