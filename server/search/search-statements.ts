import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { z } from "zod";
import type { SearchKind } from "../../shared/model/search-kinds.ts";
import type { SearchHit } from "../../shared/model/search-results.schema.ts";
import { beginningOf, highlighted, snippetOf } from "./highlight.ts";
import { withoutFolded } from "./match-expression.ts";
import { IN_EDITION, idRange, KIND_COLUMN, kindAt } from "./row-ids.ts";

/** Of very many matches, this many are ranked: each costs a microsecond. */
export const MOST_RANKED = 1_500;
/** How much a match in title, summary and text weighs. */
const WEIGHTS = "10, 4, 1";

const RANKED = `
  SELECT id FROM (
    SELECT rowid AS id, bm25(documents, ${WEIGHTS}) AS score FROM documents
    WHERE documents MATCH ? AND rowid BETWEEN ? AND ? AND ${IN_EDITION}
    ORDER BY rowid DESC LIMIT ${MOST_RANKED}
  ) ORDER BY score, id DESC LIMIT ? OFFSET ?`;
const COUNTS = `
  SELECT ${KIND_COLUMN} AS kind, count(*) AS count FROM documents
  WHERE documents MATCH ? AND ${IN_EDITION} GROUP BY 1 ORDER BY 1 DESC`;
const FOUND = `
  SELECT ${KIND_COLUMN} AS kind, path, date, language, title, summary, text
  FROM documents WHERE rowid = ?`;

const nullable = z.string().nullable();
const foundRow = z.object({
  kind: z.number(),
  path: z.string(),
  date: nullable,
  language: nullable,
  title: z.string(),
  summary: z.string(),
  text: z.string(),
});
const countRow = z.object({ kind: z.number(), count: z.number() });
const idRow = z.object({ id: z.bigint() });

function hitOf(row: unknown, words: readonly string[]): SearchHit[] {
  const { kind, path, date, language, ...indexed } = foundRow.parse(row);
  const known = kindAt(kind);
  if (known === undefined) return [];
  const title = withoutFolded(indexed.title);
  const summary = withoutFolded(indexed.summary);
  const text = withoutFolded(indexed.text);
  const snippet =
    snippetOf(summary, words) ?? snippetOf(text, words) ?? beginningOf(summary || text);
  return [{ kind: known, path, title: highlighted(title, words), snippet, date, language }];
}

export interface SearchStatements {
  /** Ids of the best matches, best first. */
  ranked(
    expression: string,
    where: { kind: SearchKind | null; edition: number; limit: number; offset: number },
  ): bigint[];
  counts(expression: string, edition: number): { kind: SearchKind; count: number }[];
  /** The document of an id with its matches highlighted; empty when there is none. */
  hit(id: bigint, words: readonly string[]): SearchHit[];
}

/** The statements over `search-tables.ts`. An expression is made by `match-expression.ts`. */
export function prepareSearch(db: DatabaseSync): SearchStatements {
  const ranked = db.prepare(RANKED);
  ranked.setReadBigInts(true);
  const counts = db.prepare(COUNTS);
  const found = db.prepare(FOUND);
  return {
    ranked(expression, { kind, edition, limit, offset }) {
      const values: SQLInputValue[] = [expression, ...idRange(kind), edition, limit, offset];
      return ranked.all(...values).map((row) => idRow.parse(row).id);
    },
    counts: (expression, edition) =>
      counts.all(expression, edition).flatMap((row) => {
        const { kind, count } = countRow.parse(row);
        const known = kindAt(kind);
        return known === undefined ? [] : [{ kind: known, count }];
      }),
    hit: (id, words) => found.all(id).flatMap((row) => hitOf(row, words)),
  };
}
