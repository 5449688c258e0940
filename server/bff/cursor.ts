/** A place between two items: after the item `id`, or before it; `index` is where it stood. */
interface Place {
  side: "after" | "before";
  id: string;
  index: number;
}

/** Opaque to readers: it names an item, so rows that come and go around it shift nothing. */
function writeCursor({ side, id, index }: Place): string {
  return Buffer.from(JSON.stringify(side === "after" ? [id, index] : [id, index, -1])).toString(
    "base64url",
  );
}

/** Reads a cursor; null when it is not one of ours. */
function readCursor(cursor: string): Place | null {
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

/** Where a page begins and ends: its cursor's item is looked up, its old place stands in when it is gone. */
function bounds(items: readonly { id: string }[], place: Place | null, limit: number) {
  if (place === null) return { from: 0, to: limit };
  const known = items.findIndex((item) => item.id === place.id);
  if (place.side === "after") {
    const from = known >= 0 ? known + 1 : place.index;
    return { from, to: from + limit };
  }
  const to = Math.min(known >= 0 ? known : place.index, items.length);
  return { from: Math.max(0, to - limit), to };
}

/**
 * The page of `items` that a cursor leads to, and the cursors of the pages around it. Null for a cursor
 * that is not one of ours.
 */
export function pageAt<T extends { id: string }>(
  items: readonly T[],
  cursor: string | null,
  limit: number,
): { items: T[]; next: string | null; prev: string | null } | null {
  const place = cursor === null ? null : readCursor(cursor);
  if (cursor !== null && place === null) return null;
  const { from, to } = bounds(items, place, limit);
  const page = items.slice(from, to);
  const [first, last] = [page[0] ?? items.at(-1), page.at(-1)];
  const end = from + page.length;
  return {
    items: page,
    next:
      last && end < items.length ? writeCursor({ side: "after", id: last.id, index: end }) : null,
    prev: first && from > 0 ? writeCursor({ side: "before", id: first.id, index: from }) : null,
  };
}
