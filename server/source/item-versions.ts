import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { DATA_TAGS, type DataTag } from "../../shared/contract/data-tags.ts";
import { isSlug } from "../../shared/paths.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../shared/time.ts";
import { withSortedFields } from "../records.ts";
import { startRetention } from "../retention.ts";
import { withoutSignature } from "../url-signature.ts";
import { inSlices } from "./in-slices.ts";
import type { Items } from "./resources.ts";
import type { ValueName } from "./value-name.ts";
import { nextPoint, type Point, readRows, type VersionRow, writeRows } from "./version-rows.ts";

type Stored = Items[DataTag]["stored"];
/** The rows of a tag, by id. */
type Rows = ReadonlyMap<string, VersionRow>;
type Digests = ReadonlyMap<string, string>;
/** A function that compares content with the rows in the store, and returns the rows to write. */
type Compare = (rows: Rows) => VersionRow[];

/** The time that deletions are reported to clients that mirror the lists. */
const TOMBSTONE_MS = 30 * DAY_MS;
/**
 * How long items must be absent before the source is asked about them, when more than half of a list is missing at once: the list may
 * be broken. The same wait applies before the source is asked again about an item that exists but is not listed.
 */
const DOUBTFUL_MS = HOUR_MS;
/** The wait for the only item of a list. A list that lost one item is usual, but a list may also be empty for a moment. */
const LAST_ITEM_MS = MINUTE_MS;
/** The maximum number of items that the source is asked about after one list, and the timeout for asking. The next list continues. */
const ASKED_AT_ONCE = 20;
const ASKING_MS = 4_000;

/** An address in a field or in HTML: `https://cdn.example/a.jpg?X-Amz-Signature=…`. */
const WEB_ADDRESS = /https?:\/\/[^\s"'<>]+/g;

/**
 * Returns a digest of the content, without the view count, the signatures of addresses, and empty fields, which a later release may
 * add.
 */
function contentDigest(item: Stored): string {
  const content = JSON.stringify(item, (key, value) => {
    if (key === "views" || value === null) return undefined;
    if (typeof value !== "string" || !value.includes("?")) return withSortedFields(value);
    return value.replaceAll(WEB_ADDRESS, (url) => withoutSignature(url.replaceAll("&amp;", "&")));
  });
  return createHash("sha256").update(content).digest("base64url").slice(0, 22);
}

async function contentDigests(list: readonly Stored[]): Promise<Digests> {
  const digests = new Map<string, string>();
  await inSlices(list, (item) => digests.set(item.id, contentDigest(item)));
  return digests;
}

const isListed = ({ rowDigest, absentAt, deletedAt }: VersionRow) =>
  rowDigest !== null && absentAt === null && deletedAt === null;

const firstRow = (tag: DataTag, { id, slug }: Stored, at: number): VersionRow => ({
  tag,
  id,
  slug,
  rowDigest: null,
  itemDigest: null,
  at,
  number: 0,
  absentAt: null,
  deletedAt: null,
});

/** Returns the rows to write after a list: items that are new, changed or back in the list, and items that the list lacks. */
function compareList(
  {
    tag,
    list,
    digests,
    now,
  }: { tag: DataTag; list: readonly Stored[]; digests: Digests; now: number },
  rows: Rows,
): VersionRow[] {
  const changed = list.flatMap((item): VersionRow[] => {
    const before = rows.get(item.id);
    const content = digests.get(item.id) ?? null;
    const isSame = content === before?.rowDigest;
    if (before && isSame && isListed(before)) return [];
    // An item that was read alone before and is now in a list for the first time has not changed.
    const isKnown = before && (isSame || before.rowDigest === null);
    const row = { ...firstRow(tag, item, now), ...before, slug: item.slug, rowDigest: content };
    return [{ ...row, at: isKnown ? before.at : now, absentAt: null, deletedAt: null }];
  });
  const missing = [...rows.values()].filter((row) => isListed(row) && !digests.has(row.id));
  return [...changed, ...missing.map((row) => ({ ...row, absentAt: now }))];
}

/** Returns how long items must be absent before the source is asked about them, by how many went lately and how many are listed. */
function doubtMs(recent: number, listed: number): number {
  if (recent <= listed) return 0;
  return recent === 1 ? LAST_ITEM_MS : DOUBTFUL_MS;
}

/** The stored state of a list. Any later difference from the list gets a number above `token`. */
export interface ListState {
  token: number;
  /** The number above which all deleted items are known. */
  horizon: number;
  /** The version numbers of the items, by id. */
  numbers: ReadonlyMap<string, number>;
  deleted: readonly { id: string; slug: string; deletedAt: number; number: number }[];
}

/**
 * The state after a list was noted. Null when the store was down, since a client that hears of an unstored item might never hear of its
 * deletion.
 */
interface Noted {
  stamped: Promise<ListState | null>;
  /** The state once the source was asked about items that the list lacks. */
  settled: Promise<ListState | null>;
}

/**
 * The versions of items in the order in which this site first saw them, which is the same for all instances. A client that mirrors the
 * lists in this order loses nothing, whatever times the source states (docs/decisions/0072).
 */
export class ItemVersions {
  readonly #app: FastifyInstance;
  readonly #rows = { news: new Map<string, VersionRow>(), events: new Map<string, VersionRow>() };
  readonly #points: Record<DataTag, Point | undefined> = { news: undefined, events: undefined };
  readonly #lists = new WeakMap<readonly Stored[], Noted>();
  readonly #items = new WeakMap<Stored, Promise<unknown>>();
  /** The time when the source last confirmed an item that its list lacks, by tag and id. */
  readonly #stillThere = new Map<string, number>();
  readonly #turns: Record<DataTag, Promise<unknown>> = {
    news: Promise.resolve(),
    events: Promise.resolve(),
  };

  constructor(app: FastifyInstance) {
    this.#app = app;
    app.addHook("onClose", async () => {
      await Promise.all(Object.values(this.#turns));
    });
    startRetention(app, app.store, "tombstones", async () => {
      if (app.store.fault() !== null) return 0;
      return (await this.#forget("news")) + (await this.#forget("events"));
    });
  }

  /** Loads the versions from the store. */
  async open(): Promise<void> {
    if (this.#app.store.fault() !== null) return;
    await Promise.all(DATA_TAGS.map((tag) => this.#inTurn(tag, () => this.#read(tag))));
  }

  /** Adds the time when the content of an item was first seen, if the source does not say when it changed the item. */
  dated<Item extends Stored>(tag: DataTag, item: Item): Item {
    const at = item.updatedAt === null ? this.#rows[tag].get(item.id)?.at : undefined;
    return at === undefined ? item : { ...item, updatedAt: new Date(at).toISOString() };
  }

  /** Notes a value that was read. Must be called before the value is shown, but nobody has to wait for the result. */
  note({ tag, by }: ValueName, value: unknown, isFromSource: boolean): void {
    if (by === "list") this.#noteList(tag, value as Stored[], isFromSource);
    else if (value !== null) this.#noteItem(tag, value as Stored);
  }

  /** Waits until the time when the content of an item was first seen is known. */
  async noted(item: Stored): Promise<void> {
    await this.#items.get(item);
  }

  /**
   * Returns the stored state of a list. With `isSettled`, the source is first asked about items that the list lacks. A token below
   * `atLeast` means that other instances know later versions, so the list is compared again.
   */
  async stateOf(
    tag: DataTag,
    list: readonly Stored[],
    { atLeast, isSettled }: { atLeast: number; isSettled: boolean },
  ): Promise<ListState | null> {
    const noted = this.#lists.get(list) ?? this.#noteList(tag, list, false);
    const state = await (isSettled ? noted.settled : noted.stamped);
    if (state !== null && state.token >= atLeast) return state;
    return this.#noteList(tag, list, false).stamped;
  }

  #noteList(tag: DataTag, list: readonly Stored[], isFromSource: boolean): Noted {
    const digesting = contentDigests(list);
    const compare = async (gone: ReadonlySet<string>) => {
      const given = { tag, list, digests: await digesting, now: this.#app.clock() };
      return this.#compareList(given, gone);
    };
    const stamped = compare(new Set());
    const settle = async () => {
      const state = await stamped;
      const gone = await this.#findGone(tag, list);
      return gone.size === 0 ? state : compare(gone);
    };
    const noted = { stamped, settled: isFromSource ? settle() : stamped };
    this.#lists.set(list, noted);
    return noted;
  }

  /** Updates the store from a list. Items that are gone become tombstones. */
  #compareList(
    given: Parameters<typeof compareList>[0],
    gone: ReadonlySet<string>,
  ): Promise<ListState | null> {
    const { tag, list, now } = given;
    return this.#inTurn(tag, async () => {
      const isStored = await this.#synchronise(tag, (rows) => {
        const buried = [...rows.values()].filter(
          ({ id, absentAt }) => absentAt !== null && gone.has(id),
        );
        const tombstones = buried.map((row) => ({ ...row, absentAt: null, deletedAt: now }));
        return [...compareList(given, rows), ...tombstones];
      });
      const rows = [...this.#rows[tag].values()];
      if (list.length === 0 && rows.every(({ deletedAt }) => deletedAt !== null))
        this.#app.source.health.acceptEmpty(tag);
      return isStored ? this.#stateOf(tag) : null;
    });
  }

  #stateOf(tag: DataTag): ListState | null {
    const point = this.#points[tag];
    if (!point) return null;
    const rows = [...this.#rows[tag].values()];
    return {
      token: point.number,
      horizon: point.horizon,
      numbers: new Map(rows.map(({ id, number }) => [id, number])),
      deleted: rows.flatMap(({ id, slug, deletedAt, number }) =>
        deletedAt === null ? [] : [{ id, slug, deletedAt, number }],
      ),
    };
  }

  /**
   * Notes an item that was read alone, if the source does not say when it changed the item. Items with such a date are covered by their
   * list.
   */
  #noteItem(tag: DataTag, item: Stored): void {
    if (item.updatedAt !== null) return;
    const content = contentDigest(item);
    if (content === this.#rows[tag].get(item.id)?.itemDigest) return;
    const now = this.#app.clock();
    const compare = (rows: Rows): VersionRow[] => {
      const before = rows.get(item.id);
      if (content === before?.itemDigest) return [];
      // Reading an item alone for the first time does not mean that it changed since it was seen in a list.
      const at = before?.itemDigest === null ? before.at : now;
      return [{ ...firstRow(tag, item, now), ...before, at, itemDigest: content }];
    };
    this.#items.set(
      item,
      this.#inTurn(tag, () => this.#synchronise(tag, compare)),
    );
  }

  /** Runs tasks one after the other for each tag, so that rows and point are of the same moment. Never rejects. */
  #inTurn<Result>(tag: DataTag, work: () => Promise<Result>): Promise<Result | null> {
    const result = this.#turns[tag].then(work).catch(() => null);
    this.#turns[tag] = result;
    return result;
  }

  /** Updates the store from what was read. Returns false while the store is down; the changes are then remembered by this process only. */
  async #synchronise(tag: DataTag, compare: Compare): Promise<boolean> {
    if (this.#app.store.fault() === null)
      try {
        await this.#read(tag);
        const isNew = this.#points[tag] === undefined || compare(this.#rows[tag]).length > 0;
        if (isNew) await this.#write(tag, compare);
        return true;
      } catch {
        // The store itself reports that it is down.
      }
    for (const row of compare(this.#rows[tag])) this.#rows[tag].set(row.id, row);
    return false;
  }

  /** Reads the point before the rows, so that a version written in between has a higher number. */
  async #read(tag: DataTag): Promise<void> {
    const { db } = this.#app.store;
    const points = db.selectFrom("syncPoints").selectAll().where("tag", "=", tag);
    const point = await points.executeTakeFirst();
    this.#rows[tag] = await readRows(db, tag);
    this.#points[tag] = point;
  }

  /** Writes all differences from the store under one new number. The differences are computed again while the point is locked. */
  async #write(tag: DataTag, compare: Compare): Promise<void> {
    const { store, clock } = this.#app;
    const written = await store.db.transaction().execute(async (locked) => {
      const point = await nextPoint(locked, tag, clock());
      const rows = await readRows(locked, tag);
      const { number } = point;
      // An item that is only absent is not reported to clients yet.
      const changed = compare(rows).map((row) =>
        row.absentAt === null ? { ...row, number } : row,
      );
      await writeRows(locked, changed);
      for (const row of changed) rows.set(row.id, row);
      return { point, rows };
    });
    this.#rows[tag] = written.rows;
    this.#points[tag] = written.point;
  }

  /** Finds the items that a list lacks and that the source itself denies, so that a list cut short deletes nothing. */
  async #findGone(tag: DataTag, list: readonly Stored[]): Promise<Set<string>> {
    const now = this.#app.clock();
    for (const { id } of list) this.#stillThere.delete(`${tag} ${id}`);
    const isRecent = (at: number | null | undefined) =>
      at != null && Math.abs(now - at) < DOUBTFUL_MS;
    const missing = [...this.#rows[tag].values()].filter(({ absentAt }) => absentAt !== null);
    const recent = missing.filter(({ absentAt }) => isRecent(absentAt));
    const waitMs = doubtMs(recent.length, list.length);
    const asked = missing
      .filter(({ absentAt }) => Math.abs(now - (absentAt ?? now)) >= waitMs)
      .filter(({ id }) => !isRecent(this.#stillThere.get(`${tag} ${id}`)))
      .slice(0, ASKED_AT_ONCE);
    const gone = new Set<string>();
    if (asked.length === 0) return gone;
    const signal = AbortSignal.timeout(ASKING_MS);
    const routes = await this.#reliableRoutes(tag, list, signal);
    for (const row of asked) {
      const answers: (boolean | null)[] = [];
      for (const by of routes) answers.push(await this.#has(tag, row[by], by, signal));
      if (answers.includes(true)) this.#stillThere.set(`${tag} ${row.id}`, now);
      else if (routes.length > 0 && answers.every((found) => found === false)) gone.add(row.id);
    }
    return gone;
  }

  /**
   * Returns the routes whose denial of an item is believed: all of them must deny it. A route that denies an item of the source's own
   * list is not believed, and without such an item both routes are asked.
   */
  async #reliableRoutes(
    tag: DataTag,
    [listed]: readonly Stored[],
    signal: AbortSignal,
  ): Promise<("id" | "slug")[]> {
    if (listed === undefined) return ["id", "slug"];
    // If the source has no route for ids, the route for slugs is asked.
    for (const by of ["id", "slug"] as const)
      if ((await this.#has(tag, listed[by], by, signal)) === true) return [by];
    return [];
  }

  /** Asks the source whether an item exists. Returns null when the source cannot tell. */
  async #has(tag: DataTag, name: string, by: "id" | "slug", signal: AbortSignal) {
    if (!isSlug(name)) return null;
    const call = { requestId: "source-check", signal };
    return this.#app.source.client[tag].item(by, name, call).then(
      (found) => found !== null,
      () => null,
    );
  }

  /** Removes old tombstones. A client that has not read them has to start again. */
  #forget(tag: DataTag): Promise<number> {
    const { store, clock } = this.#app;
    return store.db.transaction().execute(async (locked) => {
      const points = locked.updateTable("syncPoints").where("tag", "=", tag);
      // The update locks the point before any row, as a write does.
      const locking = points.set(({ ref }) => ({ horizon: ref("horizon") })).returning("horizon");
      const point = await locking.executeTakeFirst();
      const tombstones = locked
        .deleteFrom("itemVersions")
        .where("tag", "=", tag)
        .where("deletedAt", "<", clock() - TOMBSTONE_MS);
      const removed = await tombstones.returning("number").execute();
      const numbers = removed.map(({ number }) => number);
      await points.set({ horizon: Math.max(point?.horizon ?? 0, ...numbers) }).execute();
      return removed.length;
    });
  }
}
