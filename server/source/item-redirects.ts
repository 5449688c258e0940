import type { FastifyInstance } from "fastify";
import { DATA_TAGS, type DataTag } from "../../shared/contract/data-tags.ts";
import { LANGUAGES, PREFIXES } from "../../shared/languages.ts";
import { paths } from "../../shared/paths.ts";
import type { Changes } from "./changes.ts";
import { type Items, translationInto } from "./resources.ts";

const PATH_OF = { news: paths.newsItem, events: paths.event };

/** A redirect of the page of an item. A moved page is gone for good; a page in the wrong language may come back. */
interface Redirect {
  to: string;
  status: 308 | 307;
}

/**
 * The redirects of pages of news and events: from a former slug to the present one, and from an item that exists in the language of
 * the page as another item to that one. In memory, since every request asks.
 */
export class ItemRedirects {
  readonly #app: FastifyInstance;
  /** The present slug for each former slug. */
  #moved: Record<DataTag, ReadonlyMap<string, string>> = { news: new Map(), events: new Map() };
  readonly #twins: Record<DataTag, ReadonlyMap<string, Redirect>> = {
    news: new Map(),
    events: new Map(),
  };
  #paths: ReadonlyMap<string, Redirect> = new Map();
  /** False until the former slugs are read. */
  #isLoaded = false;

  constructor(app: FastifyInstance, changes: Changes) {
    this.#app = app;
    changes.subscribe((tags) => {
      if (DATA_TAGS.some((tag) => tags.includes(tag))) void this.load();
    });
  }

  /** Reads the former slugs of public items, where this site stores the items itself. While the store is down, the last ones stay. */
  async load(): Promise<void> {
    const { config, store, clock } = this.#app;
    if (config.CONTENT_API_URL !== undefined) return;
    const now = `${new Date(clock()).toISOString().slice(0, 19)}Z`;
    const rows = await store.db
      .selectFrom("formerSlugs")
      .innerJoin("documents", (join) =>
        join
          .onRef("documents.id", "=", "formerSlugs.id")
          .onRef("documents.kind", "=", "formerSlugs.kind"),
      )
      .select(["formerSlugs.kind", "formerSlugs.slug as from", "documents.slug as to", "date"])
      .where("documents.slug", "is not", null)
      .execute()
      .catch(() => null);
    if (rows === null) return;
    this.#isLoaded = true;
    const movedIn = (kind: DataTag) =>
      new Map(
        rows
          // The slug of news that are not public yet may tell what they are about.
          .filter(
            (row) => row.kind === kind && (kind === "events" || (row.date && row.date <= now)),
          )
          .flatMap(({ from, to }) => (to === null || to === from ? [] : [[from, to] as const])),
      );
    this.#moved = { news: movedIn("news"), events: movedIn("events") };
    this.#build();
  }

  /** Takes the translations from a list that was read from the source. */
  update<Tag extends DataTag>(tag: Tag, items: readonly Items[Tag]["stored"][]): void {
    if (!this.#isLoaded) void this.load();
    if (this.#twins[tag].size === 0 && items.every((item) => item.translations.length === 0))
      return;
    const listed = new Set(items.map(({ slug }) => slug));
    const twins = new Map<string, Redirect>();
    for (const item of items)
      for (const language of LANGUAGES) {
        const twin = translationInto(item, language);
        if (twin === undefined || !listed.has(twin.slug)) continue;
        const prefix = PREFIXES[language];
        const to = prefix + PATH_OF[tag](twin.slug);
        twins.set(prefix + PATH_OF[tag](item.slug), { to, status: 307 });
      }
    this.#twins[tag] = twins;
    this.#build();
  }

  #build(): void {
    const moved = DATA_TAGS.flatMap((tag) =>
      [...this.#moved[tag]].flatMap(([from, to]) =>
        Object.values(PREFIXES).map((prefix) => {
          const target: Redirect = { to: prefix + PATH_OF[tag](to), status: 308 };
          return [prefix + PATH_OF[tag](from), target] as const;
        }),
      ),
    );
    this.#paths = new Map([...moved, ...this.#twins.news, ...this.#twins.events]);
  }

  /** Returns the present slug of an item, given that or a former one. */
  slugOf(tag: DataTag, slug: string): string {
    return this.#moved[tag].get(slug) ?? slug;
  }

  /** Returns where a page has moved; undefined for all other pages. */
  find(path: string): Redirect | undefined {
    return this.#paths.get(path);
  }
}
