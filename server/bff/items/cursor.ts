import type { BadCursor, ListPage } from "../../contract/bff-data.ts";

/** A place between two items: after the item `id`, or before it; `index` is where that place was. */
interface Position {
  side: "after" | "before";
  id: string;
  index: number;
}

/** A cursor is opaque to clients. It names an item, so rows added or removed around it shift no page. */
function writeCursor({ side, id, index }: Position): string {
  const fields = side === "after" ? [id, index] : [id, index, -1];
  return Buffer.from(JSON.stringify(fields)).toString("base64url");
}

function readCursor(cursor: string): Position | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    if (!Array.isArray(value)) return null;
    const [id, index, direction]: unknown[] = value;
    if (typeof id !== "string" || !Number.isSafeInteger(index) || typeof index !== "number")
      return null;
    if (index < 0 || (direction !== undefined && direction !== -1)) return null;
    return { id, index, side: direction === undefined ? "after" : "before" };
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

/** The page of `items` at a cursor, with the cursors of the pages around it. */
export function pageAtCursor<Item extends { id: string }>(
  items: readonly Item[],
  { cursor, limit }: { cursor: string | null; limit: number },
): ListPage<Item> | BadCursor {
  const position = cursor === null ? null : readCursor(cursor);
  if (cursor !== null && position === null) return "bad-cursor";
  const { from, to } = bounds(items, position, limit);
  const page = items.slice(from, to);
  const [first, last] = [page[0] ?? items.at(-1), page.at(-1)];
  const end = from + page.length;
  return {
    items: page,
    next:
      last && end < items.length ? writeCursor({ side: "after", id: last.id, index: end }) : null,
    prev: first && from > 0 ? writeCursor({ side: "before", id: first.id, index: from }) : null,
    total: items.length,
  };
}
