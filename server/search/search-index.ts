import type { SearchDocument, SearchQuery } from "../../shared/contract/search.ts";
import type { SearchHit, SearchResults } from "../../shared/model/search-results.schema.ts";
import { createDocumentWriter, type DocumentGroup } from "./index-documents.ts";
import { matchExpression, queryWords } from "./match-expression.ts";
import { createRelatedReading } from "./related-reading.ts";
import { editionParameter } from "./row-ids.ts";
import { MOST_RANKED, prepareSearch } from "./search-statements.ts";
import { openSearchTables } from "./search-tables.ts";
import { createSpelling } from "./spelling.ts";

export interface SearchIndex {
  /** Makes the documents of a group these, in steps of a few milliseconds. */
  replaceSteps(group: DocumentGroup, documents: Iterable<SearchDocument>): Generator<void, boolean>;
  search(query: SearchQuery): SearchResults;
  /** Other things to read on the subject of a page, best first; none when the page is not indexed. */
  related(path: string, options: { lang: string; limit: number }): SearchHit[];
  close(): void;
}

const NOTHING: SearchResults = {
  items: [],
  total: 0,
  page: 1,
  pages: 1,
  counts: [],
  suggestion: null,
  isPartial: false,
};

const sumOf = (counts: readonly { count: number }[]) =>
  counts.reduce((sum, { count }) => sum + count, 0);

/** The full-text index in memory (docs/decisions/0059). Everything is synchronous and takes a few milliseconds. */
export function createSearchIndex(): SearchIndex {
  const tables = openSearchTables();
  const writer = createDocumentWriter(tables);
  const statements = prepareSearch(tables.db);
  const spelling = createSpelling(tables.db);

  function search({ q, kind, limit, page, lang }: SearchQuery): SearchResults {
    const words = queryWords(q);
    if (words.length === 0) return NOTHING;
    const edition = editionParameter(lang);
    let expression = matchExpression(words, "AND");
    let counts = statements.counts(expression, edition);
    const isMissed = counts.length === 0;
    if (isMissed && words.length > 1) {
      expression = matchExpression(words, "OR");
      counts = statements.counts(expression, edition);
    }
    const total =
      kind === null ? sumOf(counts) : sumOf(counts.filter((each) => each.kind === kind));
    const pages = Math.max(1, Math.ceil(Math.min(total, MOST_RANKED) / limit));
    const where = { kind, edition, limit, offset: (page - 1) * limit };
    const ids = total > 0 ? statements.ranked(expression, where) : [];
    return {
      items: ids.flatMap((id) => statements.hit(id, words)),
      total,
      page,
      pages,
      counts,
      suggestion: isMissed ? spelling.suggest(q) : null,
      isPartial: isMissed && total > 0,
    };
  }

  return {
    *replaceSteps(group, documents) {
      const isChanged = yield* writer.replaceSteps(group, documents);
      if (isChanged) yield* spelling.refreshSteps();
      return isChanged;
    },
    search,
    related: createRelatedReading({ db: tables.db, writer, statements, spelling }),
    close: () => tables.db.close(),
  };
}
