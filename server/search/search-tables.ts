import { DatabaseSync } from "node:sqlite";

/**
 * Titles are found first, then summaries. The prefix index makes beginnings of three letters cheap, which match the most. Merges
 * are done by `mergeStep`, in small steps: those of FTS5 hold the event loop for 60 ms.
 */
const SCHEMA = `
  CREATE VIRTUAL TABLE documents USING fts5(
    title, summary, text, path UNINDEXED, date UNINDEXED, language UNINDEXED,
    tokenize = 'unicode61 remove_diacritics 2', prefix = '3'
  );
  INSERT INTO documents(documents, rank) VALUES ('automerge', 0), ('crisismerge', 1900);
  CREATE VIRTUAL TABLE vocabulary USING fts5vocab(documents, 'row');
  CREATE VIRTUAL TABLE spellings USING fts5(word, tokenize = 'trigram', detail = 'none');
`;

/** Pages of the index that one step writes, about. */
const MERGE_PAGES = 16;

export interface SearchTables {
  db: DatabaseSync;
  /** Merges a little; false when there is nothing to merge. */
  mergeStep: () => boolean;
}

/** The index in memory, empty. */
export function openSearchTables(): SearchTables {
  const db = new DatabaseSync(":memory:");
  db.exec(SCHEMA);
  const merge = db.prepare("INSERT INTO documents(documents, rank) VALUES ('merge', ?)");
  const changes = db.prepare("SELECT total_changes() AS count");
  const countOf = () => Number(changes.get()?.count);
  return {
    db,
    mergeStep: () => {
      const before = countOf();
      merge.run(MERGE_PAGES);
      // As the documentation of FTS5 has it: a difference below 2 means that nothing was merged.
      return countOf() - before >= 2;
    },
  };
}
