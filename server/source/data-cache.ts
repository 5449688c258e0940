import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { DataTag } from "../../shared/contract/data-tags.ts";
import type { OutcomeMeta } from "../../shared/contract/site-data.ts";
import { SECOND_MS } from "../../shared/time.ts";
import type { DataState, ReadContext } from "../http/read-context.ts";
import type { Tables } from "../store/schema.ts";
import type { Changes } from "./changes.ts";
import { isSameName, readHtml } from "./fields/values.ts";
import { inSlices } from "./in-slices.ts";
import type { ItemRedirects } from "./item-redirects.ts";
import type { ItemVersions } from "./item-versions.ts";
import { ITEM_RULES, type Items } from "./resources.ts";
import { cacheKey, type ValueName } from "./value-name.ts";

const MAX_ENTRIES = 2_000;
const MAX_BYTES = 64 * 1024 * 1024;
/** The largest value that is cached. */
const MAX_ENTRY_BYTES = 32 * 1024 * 1024;
/** The longest time that "there is no such item" is fresh. Anything else is fresh for `FRESH_SECONDS`. */
const NEGATIVE_SECONDS = 30;
const REVALIDATE_WAIT_MS = 40;

interface Entry {
  tag: DataTag;
  /** The cached value. Null means "there is no such item". */
  value: unknown;
  fetchedAtMs: number;
  /** True after a change that followed the fetch. The entry is fetched again before it is served, unless the source fails. */
  isInvalidated: boolean;
  /** True when the entry was written under another schema or clock. The entry is stale at once, since it may lack fields. */
  isOutdated: boolean;
  isFromSource: boolean;
  /** The length of the value as JSON, roughly its size in bytes. */
  size: number;
}

export type Cached<T> = Pick<OutcomeMeta, "fetchedAt" | "stale"> & { value: T };

/** A cache of the last good values of the source, served stale during a refetch and while the source fails (docs/decisions/0036). */
export class DataCache {
  readonly #app: FastifyInstance;
  readonly #changes: Changes;
  readonly #versions: ItemVersions;
  readonly #redirects: ItemRedirects;
  /** The list that the search and the redirects know. */
  readonly #indexed: Partial<Record<DataTag, unknown>> = {};
  readonly #reported = new Set<DataTag>();
  /** The calls in progress. All callers that wait for the same value share a call, which has the request id of the first caller. */
  readonly #calls = new Map<
    string,
    { result: Promise<Entry>; callers: number; controller: AbortController }
  >();
  readonly #memory = new LRUCache<string, Entry>({
    max: MAX_ENTRIES,
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_ENTRY_BYTES,
    sizeCalculation: ({ size }, key) => size + key.length,
  });

  constructor(
    app: FastifyInstance,
    changes: Changes,
    versions: ItemVersions,
    redirects: ItemRedirects,
  ) {
    this.#app = app;
    this.#redirects = redirects;
    this.#versions = versions;
    this.#changes = changes;
    changes.subscribe((tags) => {
      for (const entry of this.#memory.values())
        if (tags.includes(entry.tag)) entry.isInvalidated = true;
      // The results of calls in progress may predate the change, so later readers start new calls.
      this.#calls.clear();
    });
  }

  /** Returns all items in the order of the source. Rejects with the error of the source, or the reason of the context's signal. */
  async readAndIndex<Tag extends DataTag>(tag: Tag, context: ReadContext) {
    const cached = await this.#read<Items[Tag]["stored"][]>({ tag, by: "list", name: "" }, context);
    if (this.#indexed[tag] !== cached.value) {
      this.#indexed[tag] = cached.value;
      this.#redirects.update(tag, cached.value);
      this.#app.siteSearch.update(tag, cached.value);
    }
    return cached;
  }

  readItem<Tag extends DataTag>(tag: Tag, by: "slug" | "id", name: string, context: ReadContext) {
    return this.#read<Items[Tag]["stored"] | null>({ tag, by, name }, context);
  }

  get size(): number {
    return this.#memory.size;
  }

  async #read<T>(name: ValueName, context: ReadContext): Promise<Cached<T>> {
    const { signal, onData } = context;
    const [entry, state] = await this.#find(name, context).catch((error: unknown) => {
      if (!signal.aborted) onData?.("none");
      throw error;
    });
    onData?.(state);
    const fetchedAt = new Date(entry.fetchedAtMs).toISOString();
    // Only values of the type `T` are stored under this name.
    return { value: entry.value as T, fetchedAt, stale: state === "stale" };
  }

  async #find(name: ValueName, context: ReadContext): Promise<[Entry, DataState]> {
    this.#app.siteData.dueChanges.publish();
    const known = this.#known(name);
    const entry = known ?? (await this.#load(name, context));
    if (known === null && entry.isFromSource) return [entry, "refreshed"];
    if (this.#stateOf(entry) === "fresh") return [entry, "fresh"];
    const revalidated = await this.#revalidate(name, context, entry);
    return revalidated ? [revalidated, "refreshed"] : [entry, "stale"];
  }

  #stateOf(entry: Entry): "fresh" | "stale" | "expired" {
    const { value, fetchedAtMs, isOutdated, isInvalidated } = entry;
    const { FRESH_SECONDS, STALE_IF_ERROR_SECONDS } = this.#app.config;
    const ageSeconds = (this.#app.clock() - fetchedAtMs) / SECOND_MS;
    const freshSeconds = value === null ? Math.min(NEGATIVE_SECONDS, FRESH_SECONDS) : FRESH_SECONDS;
    if (ageSeconds >= freshSeconds + STALE_IF_ERROR_SECONDS) return "expired";
    // An entry from the future is stale too: the clock was set back.
    const isOld = Math.abs(ageSeconds) >= freshSeconds;
    return isOld || isOutdated || isInvalidated ? "stale" : "fresh";
  }

  /**
   * Refetches an entry. Returns null when the fetch fails or takes too long; an invalidated entry is always waited for. A slow fetch
   * goes on for the next visitor.
   */
  async #revalidate(name: ValueName, context: ReadContext, { isInvalidated }: Entry) {
    const result = this.#join(name, context).result.catch(() => null);
    if (isInvalidated) return result;
    if (this.#app.source.isSlowerThan(REVALIDATE_WAIT_MS)) return null;
    return Promise.race([result, wait(REVALIDATE_WAIT_MS, null, { ref: false })]);
  }

  /** Waits for the call that fetches the value. The call is aborted when its last caller has left. */
  async #load(name: ValueName, context: ReadContext): Promise<Entry> {
    const { signal } = context;
    signal.throwIfAborted();
    const call = this.#join(name, context);
    return new Promise((resolve, reject) => {
      const leave = () => {
        reject(signal.reason);
        call.callers -= 1;
        if (call.callers === 0) call.controller.abort(signal.reason);
      };
      signal.addEventListener("abort", leave, { once: true });
      call.result.then(resolve, reject);
    });
  }

  /** Joins the call in progress for the value, or starts a new call. */
  #join(name: ValueName, context: ReadContext) {
    const key = cacheKey(name);
    const known = this.#calls.get(key);
    if (known && !known.controller.signal.aborted) {
      known.callers += 1;
      return known;
    }
    const controller = new AbortController();
    const isLatest = () => this.#calls.get(key)?.controller === controller;
    const load = async () => {
      try {
        const { signal } = controller;
        const stored = await this.#findStored(name);
        const entry = stored ?? (await this.#fetchEntry(name, { ...context, signal }, isLatest));
        this.#versions.note(name, entry.value, entry.isFromSource);
        if (isLatest()) this.#memory.set(key, entry);
        // Whoever waits for a long list has work with it too.
        await nextTurn();
        return entry;
      } finally {
        if (isLatest()) this.#calls.delete(key);
      }
    };
    const call = { controller, callers: 1, result: load() };
    this.#calls.set(key, call);
    return call;
  }

  #known(name: ValueName): Entry | null {
    const entry = this.#memory.get(cacheKey(name));
    return entry && this.#stateOf(entry) !== "expired" ? entry : null;
  }

  async #fetchEntry(
    name: ValueName,
    context: ReadContext,
    isLatest: () => boolean,
  ): Promise<Entry> {
    const { tag, by } = name;
    const { onError, ...call } = context;
    const { source, clock } = this.#app;
    const { list, item } = source.client[tag];
    // The time of the request counts, because the response may lack a change that was made after it.
    const fetchedAtMs = clock();
    const changeId = this.#changes.lastId(tag);
    try {
      const read = by === "list" ? null : await item(by, name.name, call);
      const value =
        by === "list" ? await list(call) : (read?.item ?? (await this.#findListed(name, context)));
      const json = await toJson(value);
      if (isLatest()) this.#store(name, json, { fetchedAt: fetchedAtMs, changeId });
      const state = { isInvalidated: false, isOutdated: false, isFromSource: true };
      return { tag, value, fetchedAtMs, size: json.length, ...state };
    } catch (error) {
      if (!call.signal.aborted) {
        source.health.recordError(tag, by === "list" ? "list" : "item", error);
        onError(error);
      }
      throw error;
    }
  }

  /**
   * Finds an item through the list when the source does not know the item by its slug: the slug of a row may end with white space,
   * which no URL of ours has. Returns null when there is none.
   */
  async #findListed({ tag, by, name }: ValueName, context: ReadContext): Promise<Stored | null> {
    const { list, item } = this.#app.source.client[tag];
    const { onError: _, ...call } = context;
    const listName = { tag, by: "list", name: "" } as const;
    const [known] = await this.#find(listName, context).catch(() => []);
    const rows = (known?.value ?? []) as Stored[];
    const row = rows.find((one) => isSameName(by === "id" ? one.id : one.slug, name));
    if (row === undefined) return null;
    const found = by === "slug" ? await item("id", row.id, call) : null;
    if (found !== null && isSameName(found.item.slug, name)) return found.item;
    // A source without item routes denies every item. If the list cannot be read either, this call throws and the item is not taken as
    // gone.
    await list(call);
    return null;
  }

  /**
   * Tells whether entries are stored. Development stores none, so that a change of a normaliser shows at once, nor does the embedded
   * API need any, since it is always there.
   */
  get #hasStore(): boolean {
    const { client, config, store } = this.#app;
    const isOn = client.assetsDir !== null && config.CONTENT_API_URL !== undefined;
    return isOn && store.fault() === null;
  }

  /** Finds an entry that another instance stored, or this one before its start, if that entry is better than the one in memory. */
  async #findStored(name: ValueName): Promise<Entry | null> {
    const { store } = this.#app;
    const isKnown = this.#known(name) !== null;
    if (!this.#hasStore || (isKnown && !store.isShared)) return null;
    const rows = store.db
      .selectFrom("sourceResponses")
      .where("key", "=", cacheKey(name))
      .selectAll();
    const row = await rows.executeTakeFirst().catch(() => undefined);
    const stored = row ? await this.#entryOf(name, row) : null;
    const state = stored && this.#stateOf(stored);
    return state === "fresh" || (state === "stale" && !isKnown) ? stored : null;
  }

  /** Reads an entry from a stored row. Returns null for a row that cannot be read, and logs the first such row of each tag. */
  async #entryOf(name: ValueName, row: Tables["sourceResponses"]): Promise<Entry | null> {
    const { source, contentApiUrl: baseUrl, clock, log } = this.#app;
    const { tag, by } = name;
    const { html, digest } = ITEM_RULES[tag].stored;
    const size = row.value.length;
    const value = size > MAX_ENTRY_BYTES ? null : parse(name, row.value);
    if (value === null) {
      if (!this.#reported.has(tag)) log.warn({ data: tag }, "unreadable cache entries dropped");
      this.#reported.add(tag);
      return null;
    }
    await inSlices([value].flat(), (item) => {
      for (const field of html)
        Reflect.set(item, field, readHtml(Reflect.get(item, field), { baseUrl }));
    });
    // The clock of the instance that wrote the row may be ahead.
    const fetchedAtMs = Math.min(row.fetchedAt, clock());
    if (by === "list") source.health.recordShared(tag, fetchedAtMs);
    return {
      tag,
      value,
      fetchedAtMs,
      size,
      isFromSource: false,
      isInvalidated: !this.#changes.isCurrent(tag, row.changeId),
      isOutdated: row.shape !== digest || fetchedAtMs < row.fetchedAt,
    };
  }

  /** Stores an entry; the JSON `null` deletes the row. `changeId` is the last change that was known when the value was fetched. */
  #store(name: ValueName, json: string, about: { fetchedAt: number; changeId: number }): void {
    if (!this.#hasStore || json.length > MAX_ENTRY_BYTES) return;
    const { db } = this.#app.store;
    const key = cacheKey(name);
    const row = { value: json, shape: ITEM_RULES[name.tag].stored.digest, ...about };
    const query =
      json === "null"
        ? db.deleteFrom("sourceResponses").where("key", "=", key)
        : db
            .insertInto("sourceResponses")
            .values({ key, ...row })
            .onConflict((conflict) => conflict.column("key").doUpdateSet(row));
    query.execute().catch(() => {});
  }
}

type Stored = Items[DataTag]["stored"];

/** Writes a value as JSON, a list in slices. */
async function toJson(value: Stored | Stored[] | null): Promise<string> {
  if (!Array.isArray(value)) return JSON.stringify(value);
  const rows: string[] = [];
  await inSlices(value, (row) => rows.push(JSON.stringify(row)));
  return `[${rows.join(",")}]`;
}

/** Parses a stored value. Returns null for a corrupt value, a value of another shape, and an item that its key does not name. */
function parse({ tag, by, name }: ValueName, json: string): Stored | Stored[] | null {
  const { schema } = ITEM_RULES[tag].stored;
  try {
    const given: unknown = JSON.parse(json);
    if (by === "list") return z.array<z.ZodType<Stored>>(schema).parse(given);
    const item = schema.parse(given);
    return isSameName(item[by], name) ? item : null;
  } catch {
    return null;
  }
}
