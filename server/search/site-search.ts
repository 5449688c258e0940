import { setImmediate as nextTurn } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { LRUCache } from "lru-cache";
import type { DataTag } from "../../shared/contract/site-data.ts";
import { LANGUAGES, languageOf } from "../../shared/languages.ts";
import type { StoredEventItem } from "../../shared/model/event-item.schema.ts";
import type { StoredNewsItem } from "../../shared/model/news-item.schema.ts";
import type { SearchDocument, SearchQuery } from "../../shared/model/search.ts";
import type { SearchHit, SearchResults } from "../../shared/model/search-results.schema.ts";
import { paths } from "../../shared/paths.ts";
import { type DocumentGroup, SearchIndex } from "./search-index.ts";

/** Pages whose related reading is kept until the index changes. */
const MOST_KEPT = 1_000;

function newsDocument(item: StoredNewsItem): SearchDocument {
  const { slug, title, summary, excerpt, categories, tags, body, publishedAt, language } = item;
  return {
    kind: "news",
    path: paths.newsItem(slug),
    title,
    summary: summary ?? excerpt ?? "",
    html: `${body ?? ""} <p>${[...categories, ...tags].join(", ")}</p>`,
    date: publishedAt,
    language,
  };
}

function eventDocument(item: StoredEventItem): SearchDocument {
  const { slug, title, excerpt, description, location, venueDetails, startsAt, language } = item;
  return {
    kind: "event",
    path: paths.event(slug),
    title,
    summary: [excerpt, location].filter((text) => text !== null).join(" · "),
    html: `${description ?? ""} ${venueDetails ?? ""}`,
    date: startsAt,
    language,
  };
}

/** The items of the source, by the tag of their list. */
interface Items {
  news: StoredNewsItem;
  events: StoredEventItem;
}

const DOCUMENT_OF: { [Tag in DataTag]: (item: Items[Tag]) => SearchDocument } = {
  news: newsDocument,
  events: eventDocument,
};

/** The search of this site: the content after the start, and each list of the source as it is refreshed. */
export class SiteSearch {
  readonly #index = new SearchIndex();
  readonly #related = new LRUCache<string, readonly SearchHit[]>({ max: MOST_KEPT });
  readonly #newest = new Map<DataTag, readonly unknown[]>();
  readonly #closing = new AbortController();
  readonly #app: FastifyInstance;
  #work: Promise<void> = Promise.resolve();
  #isReady = false;

  constructor(app: FastifyInstance) {
    this.#app = app;
  }

  /** One job after the other. */
  #enqueue(job: () => Promise<void>): Promise<void> {
    const next = this.#work.then(job).catch((error) => {
      if (!this.#closing.signal.aborted) throw error;
    });
    this.#work = next.catch(() => {});
    return next;
  }

  async #replace(group: DocumentGroup, documents: readonly SearchDocument[]): Promise<void> {
    if (await this.#index.replace(group, documents, this.#closing.signal)) this.#related.clear();
  }

  /** Indexes the content in each language; to be called when the site listens. Rejects when a page cannot be read. */
  start(): Promise<void> {
    return this.#enqueue(async () => {
      for (const language of LANGUAGES) {
        const documents: SearchDocument[] = [];
        for await (const document of this.#app.client.renderer.searchDocuments(language)) {
          documents.push(document);
          // Making one takes a render.
          await nextTurn(undefined, { signal: this.#closing.signal });
        }
        await this.#replace({ group: `content ${language}`, edition: language }, documents);
      }
      this.#isReady = true;
    });
  }

  /** To be called with each list of the source that was read. A list that is the same object is skipped. */
  update<Tag extends DataTag>(tag: Tag, items: readonly Items[Tag][]): void {
    if (this.#newest.get(tag) === items) return;
    this.#newest.set(tag, items);
    this.#enqueue(async () => {
      if (this.#newest.get(tag) !== items) return;
      await this.#replace({ group: tag, edition: null }, items.map(DOCUMENT_OF[tag]));
    }).catch((err) => this.#app.log.error({ err }, "search index is not up to date"));
  }

  /** False until the pages of this site are indexed. */
  isReady(): boolean {
    return this.#isReady;
  }

  search(query: SearchQuery): SearchResults {
    return this.#index.search(query);
  }

  /** Other things to read on the subject of the page at this path, best first. */
  related(path: string): readonly SearchHit[] {
    const found = this.#related.get(path) ?? this.#index.related(path, languageOf(path));
    this.#related.set(path, found);
    return found;
  }

  close(): void {
    this.#closing.abort();
  }
}
