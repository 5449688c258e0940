import type { DatabaseSync } from "node:sqlite";
import { englishPath } from "../../shared/languages.ts";
import type { SearchKind } from "../../shared/model/search-kinds.ts";
import type { SearchHit } from "../../shared/model/search-results.schema.ts";
import type { DocumentWriter } from "./index-documents.ts";
import { isStopWord, matchAny, wordsOf } from "./match-expression.ts";
import { editionParameter } from "./row-ids.ts";
import type { prepareSearch } from "./search-statements.ts";
import type { createSpelling } from "./spelling.ts";

/** The kinds that are read from beginning to end. */
const READING: readonly SearchKind[] = ["project", "story", "announcement", "news", "event"];
/** Words of a page that say what it is about: the rarest ones. */
const SUBJECT_WORDS = 8;
const MOST_LOOKED_UP = 30;
const SHORTEST_SUBJECT = 4;

interface Parts {
  db: DatabaseSync;
  writer: Pick<DocumentWriter, "idOf">;
  statements: Pick<ReturnType<typeof prepareSearch>, "ranked" | "hit">;
  spelling: Pick<ReturnType<typeof createSpelling>, "frequency">;
}

/** See `SearchIndex.related`. */
export function createRelatedReading({ db, writer, statements, spelling }: Parts) {
  const subject = db.prepare("SELECT title, summary FROM documents WHERE rowid = ?");

  /** The rarest words of its title and summary that others have too. */
  function subjectWords(id: bigint): string[] {
    const row = subject.get(id);
    const words = wordsOf(`${row?.title ?? ""} ${row?.summary ?? ""}`);
    return [...new Set(words)]
      .filter((word) => word.length >= SHORTEST_SUBJECT && !isStopWord(word))
      .slice(0, MOST_LOOKED_UP)
      .map((word) => ({ word, documents: spelling.frequency(word) }))
      .filter(({ documents }) => documents > 1)
      .sort((a, b) => a.documents - b.documents)
      .slice(0, SUBJECT_WORDS)
      .map(({ word }) => word);
  }

  return function related(
    path: string,
    { lang, limit }: { lang: string; limit: number },
  ): SearchHit[] {
    // News and events are the same pages in each language.
    const id = writer.idOf(path) ?? writer.idOf(englishPath(path));
    const words = id === null ? [] : subjectWords(id);
    if (words.length === 0) return [];
    const expression = matchAny(words);
    const where = { kind: null, edition: editionParameter(lang), limit: limit * 8, offset: 0 };
    return statements
      .ranked(expression, where)
      .filter((other) => other !== id)
      .flatMap((other) => statements.hit(other, []))
      .filter(({ kind }) => READING.includes(kind))
      .slice(0, limit);
  };
}
