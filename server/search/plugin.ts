import { setImmediate as nextTurn } from "node:timers/promises";
import { bulkhead } from "cockatiel";
import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import type { DataTag } from "../../shared/contract/site-data.ts";
import { LANGUAGES } from "../../shared/languages.ts";
import type { StoredEventItem } from "../../shared/model/event-item.schema.ts";
import type { StoredNewsItem } from "../../shared/model/news-item.schema.ts";
import type { SearchDocument } from "../../shared/model/search.ts";
import { paths } from "../../shared/paths.ts";
import { SearchIndex } from "./search-index.ts";

/** Lists that came while the content is indexed; of each kind only the last one is. */
const MOST_WAITING = 1_000;

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
  readonly #oneByOne = bulkhead(1, MOST_WAITING);
  readonly #app: FastifyInstance;
  /** False until the pages of this site are indexed. */
  isReady = false;

  constructor(app: FastifyInstance) {
    super();
    this.#app = app;
  }

  /** Indexes the content in each language; to be called when the site listens. Rejects when a page cannot be read. */
  start(): Promise<void> {
    return this.#oneByOne.execute(async () => {
      for (const language of LANGUAGES) {
        const documents: SearchDocument[] = [];
        for await (const document of this.#app.client.renderer.searchDocuments(language)) {
          documents.push(document);
          // Making one takes a render.
          await nextTurn();
        }
        await this.replace(`content ${language}`, language, documents);
      }
      this.isReady = true;
    });
  }

  /** To be called with each list of the source that was read. A list that is the same object is skipped. */
  update(tag: DataTag, items: readonly StoredItem[]): void {
    if (this.#newest.get(tag) === items) return;
    this.#newest.set(tag, items);
    const job = async () => {
      if (this.#newest.get(tag) === items) await this.replace(tag, null, items.map(documentOf));
    };
    this.#oneByOne
      .execute(job)
      .catch((err) => this.#app.log.error({ err }, "search index is not up to date"));
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
