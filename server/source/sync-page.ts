import type { DataTag } from "../../shared/contract/data-tags.ts";
import type { ListState } from "./item-versions.ts";
import { byId, type Items, type ListQuery, listPage, tokenOfCursor } from "./resources.ts";

export interface SyncQuery {
  /** The token of an earlier list; 0 comes before all versions. */
  since?: number | undefined;
  cursor?: string | undefined;
}

export interface ComparedList<Tag extends DataTag> {
  items: Items[Tag]["stored"][];
  /** The stored state of the list; null while the store is down. */
  state: ListState | null;
}

export interface SyncPage<Item> {
  items: Item[];
  next: string | null;
  prev: string | null;
  total: number;
  /** The token of the first page, repeated on every page; null while the store is down. */
  syncToken: number | null;
  /** The deleted items, on the first page only. */
  deleted: { id: string; slug: string; deletedAt: string }[];
}

/** The reason for having no page: the cursor belongs to another list, the deletions since the token are forgotten, or the store is down. */
export type SyncRefusal = "no-cursor" | "expired" | "no-store";

/** Returns the state of a list that a query needs before it can be answered. */
export const neededState = ({ since, cursor }: SyncQuery) => ({
  atLeast: Math.max(since ?? 0, tokenOfCursor(cursor) ?? 0),
  isSettled: since !== undefined,
});

/** Returns a page of a list, or of the changes since a token. Changes are sorted by id, so that the order is the same on every page. */
export function syncPage<Tag extends DataTag>(
  tag: Tag,
  { items, state }: ComparedList<Tag>,
  query: ListQuery & SyncQuery & { nowMs: number; isStoreUp: boolean },
): SyncPage<Items[Tag]["stored"]> | SyncRefusal {
  const { since, isStoreUp, ...narrowed } = query;
  if (since !== undefined && !isKnown(state, since)) return isStoreUp ? "expired" : "no-store";
  const isFirst = query.cursor === undefined;
  const firstToken = isFirst ? (state?.token ?? null) : tokenOfCursor(query.cursor);
  const syncToken = state && firstToken;
  const listed = since === undefined ? items : changedItems(items, state, since);
  const page = listPage(tag, listed, { ...narrowed, token: syncToken, changedSince: since });
  if (page === null) return "no-cursor";
  const deleted = since !== undefined && isFirst ? deletedItems(state, since) : [];
  return { ...page, syncToken, deleted };
}

/** Tells whether a token is known. A token above all numbers belongs to another store. */
const isKnown = (state: ListState | null, since: number): boolean =>
  state !== null && since <= state.token && (since === 0 || since >= state.horizon);

/** Returns the items whose version came after a token. */
function changedItems<Item extends { id: string }>(
  items: readonly Item[],
  state: ListState | null,
  since: number,
): Item[] {
  const isChanged = ({ id }: Item) => (state?.numbers.get(id) ?? 0) > since;
  return items.filter(isChanged).sort(byId);
}

function deletedItems(state: ListState | null, since: number) {
  const later = (state?.deleted ?? []).filter(({ number }) => number > since);
  return later.sort(byId).map(({ id, slug, deletedAt }) => {
    return { id, slug, deletedAt: new Date(deletedAt).toISOString() };
  });
}
