import { createHash } from "node:crypto";
import { z } from "zod";
import type { DataTag } from "../../shared/contract/site-data.ts";
import { type DateOrder, type Items, type ListQuery, RESOURCES } from "./resources.ts";

/** A page of a list, with the cursors of the next and the previous page; null where there is none. */
export interface ListPage<T> {
  items: T[];
  total: number;
  next: string | null;
  prev: string | null;
}

export interface PageQuery extends ListQuery {
  /** All unless given. */
  limit?: number;
  /** Where to continue: the `next` or `prev` of another page. */
  cursor?: string | undefined;
}

/** A cursor is opaque to clients. It names an item, so rows added or removed around it shift no page. */
const cursorFields = z.tuple([
  z.string(),
  /** Where the item was. */
  z.int().nonnegative(),
  /** The page is after the item, or before it. */
  z.union([z.literal(1), z.literal(-1)]),
  /** A name of the list that the cursor belongs to. */
  z.string(),
]);
type Cursor = z.infer<typeof cursorFields>;

const writeCursor = (fields: Cursor) => Buffer.from(JSON.stringify(fields)).toString("base64url");

/** Null for a cursor of another list, and for one that was made up. */
function readCursor(cursor: string, list: string): Cursor | null {
  try {
    const json: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    const fields = cursorFields.parse(json);
    return fields[3] === list ? fields : null;
  } catch {
    return null;
  }
}

/** Where the page of a cursor begins and ends; its index is used when its item is gone. */
function boundsOf(items: readonly { id: string }[], cursor: Cursor, limit: number) {
  const [id, index, direction] = cursor;
  const found = items.findIndex((item) => item.id === id);
  if (direction === 1) {
    const from = found >= 0 ? found + 1 : index;
    return { from, to: from + limit };
  }
  const to = Math.min(found >= 0 ? found : index, items.length);
  return { from: Math.max(0, to - limit), to };
}

const digestOf = (list: readonly unknown[]) =>
  createHash("sha256").update(JSON.stringify(list)).digest("base64url").slice(0, 8);

/** The page of a list at a cursor; null when the cursor is not one of this list. */
export function listPage<Tag extends DataTag>(
  tag: Tag,
  all: readonly Items[Tag]["stored"][],
  { limit = Number.POSITIVE_INFINITY, cursor, nowMs, ...query }: PageQuery & { nowMs: number },
): ListPage<Items[Tag]["stored"]> | null {
  const { category, tag: word, when, order } = query;
  const narrowed = tag === "news" ? [category?.toLowerCase(), word?.toLowerCase()] : [when];
  const list = digestOf([tag, ...narrowed, order]);
  const read = cursor === undefined ? undefined : readCursor(cursor, list);
  if (read === null) return null;
  const items = selected(tag, all, { ...query, nowMs });
  const { from, to } = read ? boundsOf(items, read, limit) : { from: 0, to: limit };
  const page = items.slice(from, to);
  const [first, last] = [page[0] ?? items.at(-1), page.at(-1)];
  const end = from + page.length;
  return {
    items: page,
    next: last && end < items.length ? writeCursor([last.id, end, 1, list]) : null,
    prev: first && from > 0 ? writeCursor([first.id, from, -1, list]) : null,
    total: items.length,
  };
}

/** The items that a query narrows to, in its order. */
export function selected<Tag extends DataTag>(
  tag: Tag,
  all: readonly Items[Tag]["stored"][],
  { nowMs, ...query }: ListQuery & { nowMs: number },
): Items[Tag]["stored"][] {
  const { isFound, usualOrder, dateOf } = RESOURCES[tag];
  const found = all.filter((item) => isFound(item, query, nowMs));
  return inOrder(found, query.order ?? usualOrder(query), dateOf);
}

/** Undated items are last; equal dates keep their order. */
function inOrder<Item>(
  items: readonly Item[],
  order: DateOrder,
  dateOf: (item: Item) => string | null,
): Item[] {
  if (order === "source") return [...items];
  const sign = order === "earliest-first" ? 1 : -1;
  const dated = items.flatMap((item) => {
    const date = dateOf(item);
    return date === null ? [] : [{ item, at: Date.parse(date) }];
  });
  const undated = items.filter((item) => dateOf(item) === null);
  return [...dated.sort((a, b) => sign * (a.at - b.at)).map(({ item }) => item), ...undated];
}
