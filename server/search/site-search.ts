import { setImmediate as nextTurn } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { DataTag } from "../../shared/contract/data-tags.ts";
import type { SearchDocument, SearchQuery } from "../../shared/contract/search.ts";
import { languageOf } from "../../shared/languages.ts";
import type { SearchHit, SearchResults } from "../../shared/model/search-results.schema.ts";
import { type ItemLists, itemDocuments } from "./item-documents.ts";
import { type DocumentGroup, SearchIndex } from "./search-index.ts";

/** The search of this site. */
export interface SiteSearch {
  /** False until the pages of this site are indexed. */
  isReady(): boolean;
  search(query: SearchQuery): SearchResults;
  /** Other things to read on the subject of the page at this path, best first. */
  related(path: string): readonly SearchHit[];
}

/** The pages of one language of the site. */
interface ContentEdition {
  language: string;
  documents: () => AsyncIterable<SearchDocument>;
}

export interface ComposedSearch extends SiteSearch {
  /** Indexes the content; to be called when the site listens. Rejects when a page cannot be read. */
  start(editions: readonly ContentEdition[]): Promise<void>;
  /** To be called with each list of the source that was read. A list that is the same object is skipped. */
  update<Tag extends DataTag>(tag: Tag, items: ItemLists[Tag]): void;
  close(): void;
}

/** Pages whose related reading is kept until the index changes. */
const MOST_KEPT = 1_000;

/** Indexes the content after the start and each list of the source as it is refreshed, one after the other. */
export function createSiteSearch(onError: (error: unknown) => void): ComposedSearch {
  const index = new SearchIndex();
  const kept = new LRUCache<string, readonly SearchHit[]>({ max: MOST_KEPT });
  const newest = new Map<DataTag, readonly unknown[]>();
  const closing = new AbortController();
  const { signal } = closing;
  let work: Promise<void> = Promise.resolve();
  let isReady = false;

  async function replace(group: DocumentGroup, documents: readonly SearchDocument[]) {
    if (await index.replace(group, documents, signal)) kept.clear();
  }

  function enqueue(job: () => Promise<void>): Promise<void> {
    const next = work.then(job).catch((error) => {
      if (!signal.aborted) throw error;
    });
    work = next.catch(() => {});
    return next;
  }

  async function indexEdition({ language, documents }: ContentEdition): Promise<void> {
    const all: SearchDocument[] = [];
    for await (const document of documents()) {
      all.push(document);
      // Making one takes a render.
      await nextTurn(undefined, { signal });
    }
    await replace({ name: `content ${language}`, edition: language }, all);
  }

  return {
    start: (editions) =>
      enqueue(async () => {
        for (const edition of editions) await indexEdition(edition);
        isReady = true;
      }),
    update(tag, items) {
      if (newest.get(tag) === items) return;
      newest.set(tag, items);
      enqueue(async () => {
        if (newest.get(tag) === items)
          await replace({ name: tag, edition: null }, itemDocuments(tag, items));
      }).catch(onError);
    },
    isReady: () => isReady,
    search: (query) => index.search(query),
    related(path) {
      const known = kept.get(path);
      if (known) return known;
      const found = index.related(path, languageOf(path));
      kept.set(path, found);
      return found;
    },
    close: () => closing.abort(),
  };
}
