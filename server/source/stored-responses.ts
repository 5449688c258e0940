import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { DataTag } from "../../shared/contract/site-data.ts";
import type { Changes } from "./changes.ts";
import type { Entry } from "./data-cache.ts";
import { sanitiseHtml } from "./html/sanitise-html.ts";
import { inSlices } from "./read-responses.ts";
import { RESOURCES } from "./resources.ts";

/** A value of the source: the list of all items, or a single one. */
export interface ValueName {
  /** What a change invalidates. */
  tag: DataTag;
  /** That of a list is its tag. */
  kind: DataTag | "news-item" | "event-item";
  /** Among the values of its kind, such as `slug:clean-water-day`. */
  key: string;
}

export const keyOf = ({ kind, key }: ValueName) => `${kind} ${key}`;

/** A larger value is not cached. */
export const MAX_ENTRY_BYTES = 16 * 1024 * 1024;

/** The last good values in the store. Nothing here rejects: while the store is down, it is empty. */
export class StoredResponses {
  readonly #app: FastifyInstance;
  readonly #changes: Changes;
  readonly #reported = new Set<string>();

  constructor(app: FastifyInstance, changes: Changes) {
    this.#app = app;
    this.#changes = changes;
  }

  /** What another instance has stored, or this one before its start, with its HTML sanitised. */
  async read(name: ValueName): Promise<Entry | null> {
    const { store, clock, source, contentApiUrl, log } = this.#app;
    if (!this.#isInUse()) return null;
    const { tag, kind } = name;
    const key = keyOf(name);
    const query = store.db.selectFrom("sourceResponses").selectAll().where("key", "=", key);
    const row = await query.executeTakeFirst().catch(() => undefined);
    if (row === undefined) return null;
    const shape = RESOURCES[tag].stored;
    const size = row.value.length;
    const read = size > MAX_ENTRY_BYTES ? null : parse(name, row.value);
    if (read === null) {
      this.#delete(key);
      if (!this.#reported.has(kind))
        log.warn({ kind }, "cache entries that cannot be read are dropped");
      this.#reported.add(kind);
      return null;
    }
    await inSlices(sanitiseSteps(read.value, shape.html, contentApiUrl));
    // The clock of the other instance may be ahead.
    const fetchedAtMs = Math.min(row.fetchedAt, clock());
    if (kind === tag) source.health.recordShared(tag, fetchedAtMs);
    return {
      tag,
      value: read.value,
      fetchedAtMs,
      isInvalidated: !this.#changes.isCurrent(tag, row.changeId),
      isOutdated: row.shape !== shape.digest || fetchedAtMs < row.fetchedAt,
      isFromSource: false,
      size,
    };
  }

  /** Null deletes the row. `changeId` is the last change that was known when the value was fetched. */
  write(name: ValueName, json: string, about: { fetchedAt: number; changeId: number }): void {
    const key = keyOf(name);
    if (!this.#isInUse() || json.length > MAX_ENTRY_BYTES) return;
    if (json === "null") {
      this.#delete(key);
      return;
    }
    const row = { value: json, shape: RESOURCES[name.tag].stored.digest, ...about };
    this.#app.store.db
      .insertInto("sourceResponses")
      .values({ key, ...row })
      .onConflict((conflict) => conflict.column("key").doUpdateSet(row))
      .execute()
      .catch(() => {});
  }

  /** Not in development, where a change of a normaliser shows at once, nor for the embedded API, which is always there. */
  #isInUse(): boolean {
    const { client, config, store } = this.#app;
    const isOn = client.assetsDir !== null && config.CONTENT_API_URL !== undefined;
    return isOn && store.fault() === null;
  }

  #delete(key: string): void {
    const query = this.#app.store.db.deleteFrom("sourceResponses").where("key", "=", key);
    query.execute().catch(() => {});
  }
}

/** Null for a corrupt value, one of another shape, and an item that is not the one its key names. */
function parse({ tag, kind, key }: ValueName, json: string): { value: unknown } | null {
  const { schema } = RESOURCES[tag].stored;
  try {
    const given: unknown = JSON.parse(json);
    if (kind === tag) return { value: z.array(schema).parse(given) };
    const item = schema.parse(given);
    const names = [`id:${item.id}`, `slug:${item.slug}`].map((name) => name.normalize());
    return names.includes(key.normalize()) ? { value: item } : null;
  } catch {
    return null;
  }
}

function* sanitiseSteps(
  value: unknown,
  fields: readonly string[],
  baseUrl: string,
): Generator<void, void> {
  for (const item of [value].flat() as Record<string, unknown>[]) {
    yield;
    for (const name of fields) {
      const dirty = item[name];
      item[name] = typeof dirty === "string" ? sanitiseHtml(dirty, { baseUrl }) || null : null;
    }
  }
}
