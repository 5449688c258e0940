interface Place {
  id: string;
  index: number;
}

/** An opaque cursor: the item after which the next page begins, and where it stood. */
function writeCursor(place: Place): string {
  return Buffer.from(JSON.stringify([place.id, place.index])).toString("base64url");
}

/** Reads a cursor; null when it is not one of ours. */
function readCursor(cursor: string): Place | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    if (!Array.isArray(value)) return null;
    const [id, index]: unknown[] = value;
    if (typeof id !== "string" || !Number.isSafeInteger(index) || typeof index !== "number")
      return null;
    return index >= 0 ? { id, index } : null;
  } catch {
    return null;
  }
}

/**
 * The page of `items` after `cursor`. The cursor's item is looked up by id, so rows added or removed
 * before it shift nothing; when it is itself gone, its old place stands in. Null for a cursor that
 * is not one of ours.
 */
export function pageAfter<T extends { id: string }>(
  items: readonly T[],
  cursor: string | null,
  limit: number,
): { items: T[]; next: string | null } | null {
  const place = cursor === null ? null : readCursor(cursor);
  if (cursor !== null && place === null) return null;
  const known = place ? items.findIndex((item) => item.id === place.id) : -1;
  const from = place === null ? 0 : known >= 0 ? known + 1 : place.index;
  const page = items.slice(from, from + limit);
  const last = page.at(-1);
  const index = from + page.length;
  return {
    items: page,
    next: last && index < items.length ? writeCursor({ id: last.id, index }) : null,
  };
}
