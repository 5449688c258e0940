import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { bulkhead } from "cockatiel";
import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import MiniSearch, { type Query, type SearchOptions, type SearchResult } from "minisearch";
import type { DataTag } from "../../shared/contract/data-tags.ts";
import { englishPath, LANGUAGES, languageOf } from "../../shared/languages.ts";
import type { StoredEventItem } from "../../shared/model/event-item.schema.ts";
import type { SafeHtml } from "../../shared/model/item-fields.schema.ts";
import type { StoredNewsItem } from "../../shared/model/news-item.schema.ts";
import type { SearchDocument, SearchQuery } from "../../shared/model/search.ts";
import { SEARCH_KINDS, type SearchKind } from "../../shared/model/search-kinds.ts";
import type { SearchHit, SearchResults } from "../../shared/model/search-results.schema.ts";
import { paths } from "../../shared/paths.ts";
import { readHtmlText } from "../source/html/sanitise-html.ts";
import { isStem, relatedTerms } from "./kiswahili-stems.ts";
import {
  beginningOf,
  highlighted,
  indexTerms,
  queryWords,
  snippetOf,
  splitWords,
} from "./words.ts";

interface Entry extends SearchDocument {
  id: string;
  /** The name of the entries that are replaced together: an edition of the content, or a list of the source. */
  group: string;
  /** The language of the site that the page belongs to; null for all languages. */
  edition: string | null;
}

/** The longest wait for the index, which takes about a second. */
const LONGEST_WAIT_MS = 3_000;
/** The length of the indexed text in UTF-16 code units; the rest is not indexed. */
const LONGEST_TEXT = 20_000;
/** Control characters and lone surrogates, which are not text. */
const NO_TEXT = /[\p{Cc}\p{Cs}]+/gu;
/** The kinds of documents that people read from beginning to end. */
const READING: readonly SearchKind[] = ["project", "story", "announcement", "news", "event"];
/** The number of words that stand for the subject of a page: the longest in its title and summary. */
const SUBJECT_WORDS = 8;
/** A word that may be misspelt, or be the correction of another word. */
const SPELLABLE = /^\p{L}{4,30}$/u;
const MOST_CORRECTED = 8;

const dateOf = ({ date }: SearchResult): string => date ?? "";

const sortedLetters = (word: string) => [...word].sort().join("");

function textOf({ html }: Entry): string {
  // `SearchDocument.html` is safe HTML; React writes apostrophes as entities.
  const text = readHtmlText(html.slice(0, LONGEST_TEXT * 3) as SafeHtml);
  return text.replaceAll("&#x27;", "'").slice(0, LONGEST_TEXT).replaceAll(NO_TEXT, " ");
}

type StoredItem = StoredNewsItem | StoredEventItem;

const pathOf = (item: StoredItem): string =>
  "startsAt" in item ? paths.event(item.slug) : paths.newsItem(item.slug);

function documentOf(item: StoredItem): SearchDocument {
  const { title, excerpt, language } = item;
  if ("startsAt" in item)
    return {
      kind: "event",
      path: pathOf(item),
      title,
      summary: [excerpt, item.location].filter((text) => text !== null).join(" · "),
      html: `${item.description ?? ""} ${item.venueDetails ?? ""}`,
      tags: "",
      date: item.startsAt,
      language,
    };
  return {
    kind: "news",
    path: pathOf(item),
    title,
    summary: item.summary ?? excerpt ?? "",
    html: item.body ?? "",
    tags: [...item.categories, ...item.tags].join(", "),
    date: item.publishedAt,
    language,
  };
}

/** Returns the languages of the items that exist in another language as other items, by path: each is found in its own language. */
function editionsOf(items: readonly StoredItem[]): Map<string, string> {
  const twins = items.filter(({ translations }) => translations.length > 0);
  return new Map(
    twins.flatMap((item) =>
      LANGUAGES.filter((language) => `${item.language}-`.startsWith(`${language}-`)).map(
        (language) => [pathOf(item), language] as const,
      ),
    ),
  );
}

/** The search index in memory: the content after the start, and each list of the source when refreshed (docs/decisions/0059). */
class SiteSearch {
  readonly #app: FastifyInstance;
  readonly #newest = new Map<DataTag, readonly unknown[]>();
  readonly #oneByOne = bulkhead(1, Number.POSITIVE_INFINITY);
  readonly #entries = new Map<string, Entry>();
  readonly #index = new MiniSearch<Entry>({
    fields: ["title", "summary", "text", "tags"],
    storeFields: ["kind", "edition", "date"],
    extractField: (entry, field) => (field === "text" ? textOf(entry) : Reflect.get(entry, field)),
    tokenize: indexTerms,
    // A vacuum of an index that changes throws where nobody can catch the error; `remove` leaves nothing to clean.
    autoVacuum: false,
    searchOptions: {
      tokenize: (text) => (isStem(text) ? [text] : queryWords(text)),
      // The word as it was typed comes first.
      boostTerm: (term) => (isStem(term) ? 0.3 : 1),
      boost: { title: 10, summary: 4 },
      combineWith: "AND",
      // A shorter prefix matches too many words to be useful.
      prefix: (word) => word.length >= 3 && !isStem(word),
    },
  });
  /** False until the pages of this site are indexed. */
  isReady = false;
  readonly #indexed = Promise.withResolvers<void>();

  constructor(app: FastifyInstance) {
    this.#app = app;
  }

  /** Indexes the content; to be called when the site listens. Rejects when a page cannot be read. */
  start(): Promise<void> {
    return this.#oneByOne.execute(async () => {
      for (const language of LANGUAGES) {
        const documents: SearchDocument[] = [];
        for await (const document of this.#app.client.renderer.searchDocuments(
          language,
          this.#app.content.in(language),
        )) {
          documents.push(document);
          // Each document takes a render.
          await nextTurn();
        }
        await this.#replace(`content ${language}`, language, documents);
      }
      this.isReady = true;
      this.#indexed.resolve();
    });
  }

  /** Waits for the index, but not for long. Resolves to true when the pages are indexed. */
  async becomesReady(): Promise<boolean> {
    if (!this.isReady) await Promise.race([this.#indexed.promise, wait(LONGEST_WAIT_MS)]);
    return this.isReady;
  }

  /** Indexes a list that was read from the source. A list that is the same object as the last one is skipped. */
  update(tag: DataTag, items: readonly StoredItem[]): void {
    if (this.#newest.get(tag) === items) return;
    this.#newest.set(tag, items);
    const job = async () => {
      if (this.#newest.get(tag) === items)
        await this.#replace(tag, null, items.map(documentOf), editionsOf(items));
    };
    this.#oneByOne
      .execute(job)
      .catch((err) => this.#app.log.error({ err }, "search index could not be updated"));
  }

  /** Replaces the documents of a group, one in each turn of the event loop. */
  async #replace(
    group: string,
    edition: string | null,
    documents: SearchDocument[],
    editions: ReadonlyMap<string, string> = new Map(),
  ) {
    const before = [...this.#entries.values()].filter((entry) => entry.group === group);
    const gone = new Set(before.map(({ id }) => id));
    for (const document of documents) {
      await nextTurn();
      const id = edition === null ? document.path : `${edition} ${document.path}`;
      gone.delete(id);
      const own = edition ?? editions.get(document.path) ?? null;
      const entry = { ...document, id, group, edition: own };
      if (isDeepStrictEqual(this.#entries.get(id), entry)) continue;
      this.#remove(id);
      this.#index.add(entry);
      this.#entries.set(id, entry);
    }
    for (const id of gone) {
      await nextTurn();
      this.#remove(id);
    }
  }

  #remove(id: string): void {
    const known = this.#entries.get(id);
    if (!known) return;
    this.#index.remove(known);
    this.#entries.delete(id);
  }

  #matches(q: string, lang: string, options?: SearchOptions): SearchResult[] {
    const filter = ({ edition }: SearchResult) => edition === null || edition === lang;
    if (lang !== "sw") return this.#index.search(q, { filter, ...options });
    const words = queryWords(q).map(
      (word): Query => ({ combineWith: "OR", queries: [word, ...relatedTerms(word)] }),
    );
    return this.#index.search(
      { combineWith: "AND", ...options, queries: words },
      { filter, ...options },
    );
  }

  #hit({ id }: SearchResult, terms: readonly string[]): SearchHit[] {
    const entry = this.#entries.get(id);
    if (!entry) return [];
    const { kind, path, title, summary, date, language } = entry;
    const matched = new Set(terms);
    const found = snippetOf(summary, matched) ?? snippetOf(textOf(entry), matched);
    const snippet = found ?? beginningOf(summary || textOf(entry));
    return [{ kind, path, title: highlighted(title, matched), snippet, date, language }];
  }

  /** Finds documents with all words in this language, else in the other, else with one letter changed, else with any of the words. */
  search({ q, kind, limit, page, lang }: SearchQuery): SearchResults {
    let found = this.#matches(q, lang);
    // For example "donate" on a page in Kiswahili.
    if (found.length === 0) found = this.#matches(q, lang, { filter: () => true });
    const isMissed = found.length === 0;
    if (isMissed) found = this.#matches(q, lang, { fuzzy: (word) => Number(SPELLABLE.test(word)) });
    const isPartial = found.length === 0;
    if (isPartial) found = this.#matches(q, lang, { combineWith: "OR" });
    const ofKind = kind === null ? found : found.filter((each) => each.kind === kind);
    ofKind.sort((a, b) => b.score - a.score || dateOf(b).localeCompare(dateOf(a)));
    const shown = ofKind.slice((page - 1) * limit, page * limit);
    return {
      items: shown.flatMap((each) => this.#hit(each, each.terms)),
      total: ofKind.length,
      page,
      pages: Math.max(1, Math.ceil(ofKind.length / limit)),
      counts: SEARCH_KINDS.map((each) => ({
        kind: each,
        count: found.filter(({ kind }) => kind === each).length,
      })).filter(({ count }) => count > 0),
      suggestion: isMissed ? this.#suggestion(q, lang) : null,
      isPartial: isPartial && found.length > 0,
    };
  }

  /** Returns the query for "Did you mean"; null when there is no better spelling. */
  #suggestion(q: string, lang: string): string | null {
    const terms = splitWords(q);
    const better = terms.map((word, nth) =>
      nth < MOST_CORRECTED ? this.#corrected(word, lang) : word,
    );
    return better.some((word, nth) => word !== terms[nth]) ? better.join(" ") : null;
  }

  /** Returns the word of the index that a misspelt word meant; the word itself when none is near. */
  #corrected(word: string, lang: string): string {
    if (!SPELLABLE.test(word) || this.#matches(word, lang).length > 0) return word;
    const letters = sortedLetters(word);
    for (const fuzzy of word.length < 5 ? [1] : [1, 2]) {
      const counts = new Map<string, number>();
      for (const { terms } of this.#matches(word, lang, { fuzzy, prefix: false }))
        for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
      const near = [...counts].filter(([term]) => SPELLABLE.test(term));
      // Swapped letters are the commonest typing error.
      const isSwap = (term: string) => Number(sortedLetters(term) === letters);
      near.sort(([a, inA], [b, inB]) => isSwap(b) - isSwap(a) || inB - inA);
      if (near[0]) return near[0][0];
    }
    return word;
  }

  /** Finds further reading on the subject of a page, best first. */
  related(path: string): SearchHit[] {
    const lang = languageOf(path);
    // News and events have one entry for all languages.
    const entry = this.#entries.get(`${lang} ${path}`) ?? this.#entries.get(englishPath(path));
    if (!entry) return [];
    const terms = queryWords(`${entry.title} ${entry.summary}`, Number.POSITIVE_INFINITY);
    const words = terms.sort((a, b) => b.length - a.length).slice(0, SUBJECT_WORDS);
    const subject = [...queryWords(entry.tags), ...words].join(" ");
    const options = { combineWith: "OR", prefix: false, boost: { tags: 10, title: 4 } } as const;
    return this.#matches(subject, lang, options)
      .filter(({ id, kind }) => id !== entry.id && READING.includes(kind))
      .slice(0, 3)
      .flatMap((each) => this.#hit(each, []));
  }
}

declare module "fastify" {
  interface FastifyInstance {
    siteSearch: SiteSearch;
  }
}

export const searchPlugin = fp(
  async (app) => {
    const search = new SiteSearch(app);
    app.decorate("siteSearch", search);
    app.content.subscribe(() => {
      if (search.isReady)
        search
          .start()
          .catch((err: unknown) => app.log.error({ err }, "search index is not up to date"));
    });
  },
  { name: "search", dependencies: ["content"] },
);
