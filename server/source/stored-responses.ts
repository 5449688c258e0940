import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { DataTag } from "../../shared/contract/site-data.ts";
import { safeHtml } from "../../shared/model/item-fields.schema.ts";
import type { Changes } from "./changes.ts";
import type { Entry } from "./data-cache.ts";
import { sanitiseHtml } from "./html/sanitise-html.ts";
import { inSlices } from "./read-responses.ts";

/** A kind of cached value: the list of all items, or a single one; null is "there is no such item". */
export interface CachedKind<T = unknown> {
  /** What a change invalidates. */
  tag: DataTag;
  /** Prefix of its keys in the store. */
  name: string;
  form: "list" | "item";
  /** A digest of the schema. A value written under another one is fetched again, and served until then. */
  shape: string;
  /** Reads a value of the store. */
  schema: z.ZodType<T>;
  /** Fields of HTML, which is sanitised again when it comes from the store. */
  html: readonly string[];
}

interface Identified {
  id: string;
  slug: string;
}

export function cachedKinds<Item extends Identified>(
  names: { list: DataTag; item: string },
  schema: z.ZodObject & z.ZodType<Item>,
): { list: CachedKind<Item[]>; item: CachedKind<Item | null> } {
  const html = Object.keys(schema.shape).filter((name) => schema.shape[name] === safeHtml);
  const common = { tag: names.list, shape: digestOf(schema), html };
  const stored = storedSchema(schema);
  return {
    list: { ...common, name: names.list, form: "list", schema: stored.array() },
    item: { ...common, name: names.item, form: "item", schema: stored },
  };
}

/** Words for readers of the document do not count. */
function digestOf(schema: z.ZodType): string {
  const document = z.toJSONSchema(schema, {
    override: ({ jsonSchema }) => {
      delete jsonSchema.description;
      delete jsonSchema.example;
    },
  });
  return createHash("sha256").update(JSON.stringify(document)).digest("base64url").slice(0, 12);
}

/** Fields that the release which wrote the value did not have yet are null or an empty list. */
function storedSchema<Item>({ shape }: z.ZodObject & z.ZodType<Item>): z.ZodType<Item> {
  const fields = Object.entries(shape).map(([name, field]) => {
    if (field instanceof z.ZodNullable) return [name, field.default(null)];
    return [name, field instanceof z.ZodArray ? field.default([]) : field];
  });
  // The same fields as before, of the same types.
  return z.object(Object.fromEntries(fields)) as unknown as z.ZodType<Item>;
}

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
  async read<T>(kind: CachedKind<T>, key: string): Promise<Entry<T> | null> {
    const { store, clock, source, contentApiUrl, log, metrics } = this.#app;
    if (!this.#isInUse()) return null;
    const name = `${kind.name} ${key}`;
    const query = store.db.selectFrom("sourceResponses").selectAll().where("key", "=", name);
    const row = await query.executeTakeFirst().catch(() => undefined);
    if (row === undefined) return null;
    const size = row.value.length;
    const read = size > MAX_ENTRY_BYTES ? null : parse(kind, key, row.value);
    if (read === null) {
      this.#delete(name);
      metrics.unreadable.inc({ kind: kind.name });
      if (!this.#reported.has(kind.name))
        log.warn({ kind: kind.name }, "cache entries that cannot be read are dropped");
      this.#reported.add(kind.name);
      return null;
    }
    await inSlices(sanitiseSteps(read.value, kind.html, contentApiUrl));
    // The clock of the other instance may be ahead.
    const fetchedAtMs = Math.min(row.fetchedAt, clock());
    if (kind.form === "list") source.health.recordShared(kind.tag, fetchedAtMs);
    return {
      tag: kind.tag,
      value: read.value,
      fetchedAtMs,
      isInvalidated: !this.#changes.isCurrent(kind.tag, row.changeId),
      isOutdated: row.shape !== kind.shape || fetchedAtMs < row.fetchedAt,
      isFromSource: false,
      size,
    };
  }

  /**
   * Null ("there is no such item") deletes the row. What the store cannot take is written after the next fetch. `changeId`
   * is the last change that was known when the value was fetched.
   */
  write(
    kind: CachedKind,
    key: string,
    value: { json: string; fetchedAtMs: number; changeId: number },
  ): void {
    const { json, fetchedAtMs: fetchedAt, changeId } = value;
    const name = `${kind.name} ${key}`;
    if (!this.#isInUse() || json.length > MAX_ENTRY_BYTES) return;
    if (json === "null") {
      this.#delete(name);
      return;
    }
    const row = { value: json, fetchedAt, shape: kind.shape, changeId };
    this.#app.store.db
      .insertInto("sourceResponses")
      .values({ key: name, ...row })
      .onConflict((conflict) => conflict.column("key").doUpdateSet(row))
      .execute()
      .catch(() => {});
  }

  /**
   * In development a change of a normaliser shows at once, not when a stored value has become stale. The embedded
   * content API is always there, and its pictures have another address after each start.
   */
  #isInUse(): boolean {
    const { client, config, store } = this.#app;
    const isOn = client.assetsDir !== null && config.CONTENT_API_URL !== undefined;
    return isOn && store.fault() === null;
  }

  #delete(name: string): void {
    const query = this.#app.store.db.deleteFrom("sourceResponses").where("key", "=", name);
    query.execute().catch(() => {});
  }
}

/** Null for a corrupt value, one of another shape, and an item that is not the one its key names. */
function parse<T>(kind: CachedKind<T>, key: string, json: string): { value: T } | null {
  try {
    const value = kind.schema.parse(JSON.parse(json));
    return kind.form === "list" || isNamedBy(key, value as Identified) ? { value } : null;
  } catch {
    return null;
  }
}

/** A key such as `slug:clean-water-day`. */
const isNamedBy = (key: string, { id, slug }: Identified) =>
  [`id:${id}`, `slug:${slug}`].some((name) => name.normalize() === key.normalize());

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
