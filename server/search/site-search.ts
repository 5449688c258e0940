import { setImmediate as nextTurn } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { DataTag } from "../../shared/contract/data-tags.ts";
import type { SearchDocument, SearchQuery } from "../../shared/contract/search.ts";
import { languageOf } from "../../shared/languages.ts";
import type { SearchHit, SearchResults } from "../../shared/model/search-results.schema.ts";
import { inSlices } from "../upstream/time-slices.ts";
import type { DocumentGroup } from "./index-documents.ts";
import { type ItemLists, itemDocuments } from "./item-documents.ts";
import { createSearchIndex } from "./search-index.ts";

/** The search of this site. */
export interface SiteSearch {
  /** False until the pages of this site are indexed. */
  isReady(): boolean;
  search(query: SearchQuery): SearchResults;
  /** Other things to read on the subject of the page at this path, best first. */
  related(path: string): readonly SearchHit[];
}

/** The pages of one language of the site. */
export interface ContentEdition {
  language: string;
  documents: () => AsyncIterable<SearchDocument>;
}

export interface ComposedSearch extends SiteSearch {
  /** Indexes the content; to be called when the site listens. Rejects when a page cannot be read. */
  start(editions: readonly ContentEdition[]): Promise<void>;
  /** To be called with each list of the source that was read. A list that is the same object is skipped. */
  update<Tag extends DataTag>(tag: Tag, items: ItemLists[Tag]): void;
  /** Resolves when all updates so far are in the index. */
  settled(): Promise<void>;
  close(): void;
}

interface Options {
  onError: (error: unknown) => void;
}

const RELATED = 3;
/** Pages whose related reading is kept until the index changes. */
const MOST_KEPT = 1_000;

/** Indexes the content after the start and each list of the source as it is refreshed, in slices of some milliseconds. */
export function createSiteSearch({ onError }: Options): ComposedSearch {
  const index = createSearchIndex();
  const kept = new LRUCache<string, readonly SearchHit[]>({ max: MOST_KEPT });
  const seen = new Map<DataTag, readonly unknown[]>();
  const waiting = new Map<DataTag, () => SearchDocument[]>();
  let work: Promise<void> = Promise.resolve();
  let isReady = false;
  let isClosed = false;

  async function replace(group: DocumentGroup, documents: Iterable<SearchDocument>) {
    const steps = index.replaceSteps(group, documents);
    const untilClosed: Iterator<void, boolean> = {
      next: () => (isClosed ? { done: true, value: false } : steps.next()),
    };
    if (await inSlices(untilClosed)) kept.clear();
  }

  /** One after the other: two would share a transaction. */
  function enqueue(job: () => Promise<void>): Promise<void> {
    const next = work.then(async () => (isClosed ? undefined : job()));
    work = next.catch(onError);
    return next;
  }

  async function indexEdition({ language, documents }: ContentEdition): Promise<void> {
    const all: SearchDocument[] = [];
    for await (const document of documents()) {
      all.push(document);
      // Making one takes a render.
      await nextTurn();
      if (isClosed) return;
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
      if (seen.get(tag) === items) return;
      seen.set(tag, items);
      const isWaiting = waiting.has(tag);
      waiting.set(tag, () => itemDocuments(tag, items));
      if (isWaiting) return;
      void enqueue(async () => {
        const documents = waiting.get(tag);
        waiting.delete(tag);
        await replace({ name: tag, edition: null }, documents?.() ?? []);
      }).catch(() => {});
    },
    settled: () => work,
    isReady: () => isReady,
    search: index.search,
    related(path) {
      const known = kept.get(path);
      if (known) return known;
      const found = index.related(path, { lang: languageOf(path), limit: RELATED });
      kept.set(path, found);
      return found;
    },
    close: () => {
      isClosed = true;
      void work.finally(index.close);
    },
  };
}
