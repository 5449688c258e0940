import { setImmediate as nextTurn } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import type { DataTag } from "../../shared/contract/site-data.ts";
import { LANGUAGES } from "../../shared/languages.ts";
import type { StoredEventItem } from "../../shared/model/event-item.schema.ts";
import type { StoredNewsItem } from "../../shared/model/news-item.schema.ts";
import type { SearchDocument } from "../../shared/model/search.ts";
import { paths } from "../../shared/paths.ts";
import { SearchIndex } from "./search-index.ts";

type StoredItem = StoredNewsItem | StoredEventItem;

function documentOf(item: StoredItem): SearchDocument {
  const { slug, title, excerpt, language } = item;
  if ("startsAt" in item)
    return {
      kind: "event",
      path: paths.event(slug),
      title,
      summary: [excerpt, item.location].filter((text) => text !== null).join(" · "),
      html: `${item.description ?? ""} ${item.venueDetails ?? ""}`,
      date: item.startsAt,
      language,
    };
  return {
    kind: "news",
    path: paths.newsItem(slug),
    title,
    summary: item.summary ?? excerpt ?? "",
    html: `${item.body ?? ""} <p>${[...item.categories, ...item.tags].join(", ")}</p>`,
    date: item.publishedAt,
    language,
  };
}

/** The search of this site: the content after the start, and each list of the source as it is refreshed. */
class SiteSearch extends SearchIndex {
  readonly #newest = new Map<DataTag, readonly unknown[]>();
  readonly #closing = new AbortController();
  readonly #app: FastifyInstance;
  #work: Promise<void> = Promise.resolve();
  /** False until the pages of this site are indexed. */
  isReady = false;

  constructor(app: FastifyInstance) {
    super();
    this.#app = app;
    app.addHook("onClose", async () => this.#closing.abort());
  }

  /** One job after the other, until the site closes. */
  #enqueue(job: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const { signal } = this.#closing;
    const next = this.#work
      .then(() => job(signal))
      .catch((error) => {
        if (!signal.aborted) throw error;
      });
    this.#work = next.catch(() => {});
    return next;
  }

  /** Indexes the content in each language; to be called when the site listens. Rejects when a page cannot be read. */
  start(): Promise<void> {
    return this.#enqueue(async (signal) => {
      for (const language of LANGUAGES) {
        const documents: SearchDocument[] = [];
        for await (const document of this.#app.client.renderer.searchDocuments(language)) {
          documents.push(document);
          // Making one takes a render.
          await nextTurn(undefined, { signal });
        }
        await this.replace({ group: `content ${language}`, edition: language }, documents, signal);
      }
      this.isReady = true;
    });
  }

  /** To be called with each list of the source that was read. A list that is the same object is skipped. */
  update(tag: DataTag, items: readonly StoredItem[]): void {
    if (this.#newest.get(tag) === items) return;
    this.#newest.set(tag, items);
    this.#enqueue(async (signal) => {
      if (this.#newest.get(tag) !== items) return;
      await this.replace({ group: tag, edition: null }, items.map(documentOf), signal);
    }).catch((err) => this.#app.log.error({ err }, "search index is not up to date"));
  }
}

declare module "fastify" {
  interface FastifyInstance {
    siteSearch: SiteSearch;
  }
}

export const searchPlugin = fp(
  async (app) => {
    app.decorate("siteSearch", new SiteSearch(app));
  },
  { name: "search" },
);
