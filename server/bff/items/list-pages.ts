import { createHash } from "node:crypto";
import { z } from "zod";
import type { BadCursor, DateOrder, ListPage } from "../bff-data.ts";

/** A place between two items: after the item `id`, or before it; `index` is where that place was. */
interface Position {
  side: "after" | "before";
  id: string;
  index: number;
}

/** A name of the list that a cursor belongs to. */
const scopeOf = (list: readonly unknown[]) =>
  createHash("sha256").update(JSON.stringify(list)).digest("base64url").slice(0, 8);

/** A cursor is opaque to clients. It names an item, so rows added or removed around it shift no page. */
function writeCursor({ side, id, index }: Position, scope: string): string {
  const fields = [id, index, side === "after" ? 1 : -1, scope];
  return Buffer.from(JSON.stringify(fields)).toString("base64url");
}

const cursorFields = z.tuple([
  z.string(),
  z.int().nonnegative(),
  z.union([z.literal(1), z.literal(-1)]),
  z.string(),
]);

/** Null for a cursor of another list, and for one that was made up. */
function readCursor(cursor: string, scope: string): Position | null {
  try {
    const json: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    const [id, index, direction, list] = cursorFields.parse(json);
    return list === scope ? { id, index, side: direction === 1 ? "after" : "before" } : null;
  } catch {
    return null;
  }
}

/** The index is used when the item of the cursor is gone. */
function bounds(items: readonly { id: string }[], position: Position | null, limit: number) {
  if (position === null) return { from: 0, to: limit };
  const found = items.findIndex((item) => item.id === position.id);
  if (position.side === "after") {
    const from = found >= 0 ? found + 1 : position.index;
    return { from, to: from + limit };
  }
  const to = Math.min(found >= 0 ? found : position.index, items.length);
  return { from: Math.max(0, to - limit), to };
}

/** The page of `items` at a cursor, with the cursors of the pages around it. `list` tells lists apart. */
export function pageAtCursor<Item extends { id: string }>(
  items: readonly Item[],
  query: { cursor: string | null; limit: number; list: readonly unknown[] },
): ListPage<Item> | BadCursor {
  const { cursor, limit } = query;
  const scope = scopeOf(query.list);
  const position = cursor === null ? null : readCursor(cursor, scope);
  if (cursor !== null && position === null) return "bad-cursor";
  const { from, to } = bounds(items, position, limit);
  const page = items.slice(from, to);
  const [first, last] = [page[0] ?? items.at(-1), page.at(-1)];
  const end = from + page.length;
  return {
    items: page,
    next:
      last && end < items.length
        ? writeCursor({ side: "after", id: last.id, index: end }, scope)
        : null,
    prev:
      first && from > 0 ? writeCursor({ side: "before", id: first.id, index: from }, scope) : null,
    total: items.length,
  };
}

/** One numbered page of a list, counted from 1, and how many there are: at least one. */
export function numberedPage<Item>(
  items: readonly Item[],
  { page, pageSize }: { page: number; pageSize: number },
): { items: Item[]; pages: number } {
  const from = (page - 1) * pageSize;
  return {
    items: items.slice(from, from + pageSize),
    pages: Math.max(1, Math.ceil(items.length / pageSize)),
  };
}

/** The items by their date, undated ones last; equal dates keep their order. */
export function byDate<Item>(
  items: readonly Item[],
  order: Exclude<DateOrder, "source">,
  dateOf: (item: Item) => string | null,
): Item[] {
  const sign = order === "earliest-first" ? 1 : -1;
  const dated = items.flatMap((item) => {
    const date = dateOf(item);
    return date === null ? [] : [{ item, at: Date.parse(date) }];
  });
  const undated = items.filter((item) => dateOf(item) === null);
  return [...dated.sort((a, b) => sign * (a.at - b.at)).map(({ item }) => item), ...undated];
}
