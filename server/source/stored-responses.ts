import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { DataTag } from "../../shared/contract/site-data.ts";
import type { Changes } from "./changes.ts";
import type { Entry } from "./data-cache.ts";
import { readHtml } from "./fields/values.ts";
import { inSlices } from "./read-responses.ts";
import { type Items, RESOURCES } from "./resources.ts";

/** A value of the source: the list of all items, which needs no name, or a single one by its slug or id. */
export interface ValueName {
  tag: DataTag;
  by: "list" | "slug" | "id";
  name: string;
}

/** `news list`, `events slug forum`. */
export const keyOf = ({ tag, by, name }: ValueName) => `${tag} ${by} ${name}`.trimEnd();

/** A larger value is not cached. */
export const MAX_ENTRY_BYTES = 16 * 1024 * 1024;

/** The last good values in the store. Nothing here rejects: while the store is down, it is empty. */
export function openStoredResponses(app: FastifyInstance, changes: Changes) {
  const { store, clock, source, contentApiUrl: baseUrl, client, config, log } = app;
  const { db, fault } = store;
  const reported = new Set<DataTag>();
  // Not in development, where a change of a normaliser shows at once, nor for the embedded API, which is always there.
  const isOn = client.assetsDir !== null && config.CONTENT_API_URL !== undefined;
  return {
    /** What another instance has stored, or this one before its start, with its HTML sanitised. */
    async read(name: ValueName): Promise<Entry | null> {
      const { tag, by } = name;
      const query = db.selectFrom("sourceResponses").selectAll().where("key", "=", keyOf(name));
      const isThere = isOn && fault() === null;
      const row = isThere ? await query.executeTakeFirst().catch(() => undefined) : undefined;
      if (row === undefined) return null;
      const shape = RESOURCES[tag].stored;
      const size = row.value.length;
      const value = size > MAX_ENTRY_BYTES ? null : parse(name, row.value);
      if (value === null) {
        if (!reported.has(tag))
          log.warn({ data: tag }, "cache entries that cannot be read are dropped");
        reported.add(tag);
        return null;
      }
      await inSlices([value].flat(), (item) => {
        for (const field of shape.html)
          Reflect.set(item, field, readHtml(Reflect.get(item, field), { baseUrl }));
      });
      // The clock of the other instance may be ahead.
      const fetchedAtMs = Math.min(row.fetchedAt, clock());
      if (by === "list") source.health.recordShared(tag, fetchedAtMs);
      return {
        ...{ tag, value, fetchedAtMs, size, isFromSource: false },
        isInvalidated: !changes.isCurrent(tag, row.changeId),
        isOutdated: row.shape !== shape.digest || fetchedAtMs < row.fetchedAt,
      };
    },

    /** Null deletes the row. `changeId` is the last change that was known when the value was fetched. */
    write(name: ValueName, json: string, about: { fetchedAt: number; changeId: number }): void {
      if (!isOn || fault() !== null || json.length > MAX_ENTRY_BYTES) return;
      const key = keyOf(name);
      const row = { value: json, shape: RESOURCES[name.tag].stored.digest, ...about };
      const query =
        json === "null"
          ? db.deleteFrom("sourceResponses").where("key", "=", key)
          : db
              .insertInto("sourceResponses")
              .values({ key, ...row })
              .onConflict((conflict) => conflict.column("key").doUpdateSet(row));
      query.execute().catch(() => {});
    },
  };
}

type Stored = Items[DataTag]["stored"];

/** Null for a corrupt value, one of another shape, and an item that is not the one its key names. */
function parse({ tag, by, name }: ValueName, json: string): Stored | Stored[] | null {
  const { schema } = RESOURCES[tag].stored;
  try {
    const given: unknown = JSON.parse(json);
    if (by === "list") return z.array<z.ZodType<Stored>>(schema).parse(given);
    const item = schema.parse(given);
    return item[by].normalize() === name.normalize() ? item : null;
  } catch {
    return null;
  }
}
