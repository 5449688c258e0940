import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { DATA_TAGS, type DataTag } from "../../shared/contract/site-data.ts";
import { isSlug } from "../../shared/paths.ts";
import { DAY_MS, HOUR_MS } from "../../shared/time.ts";
import { startRetention } from "../work-loop.ts";
import { inSlices } from "./content-api-client.ts";
import type { ValueName } from "./data-cache.ts";
import { sorted } from "./fields/values.ts";
import type { Items } from "./resources.ts";
import { withoutSignature } from "./text/web-url.ts";
import { nextPoint, type Point, type Row, readRows, writeRows } from "./version-rows.ts";

type Stored = Items[DataTag]["stored"];
/** By id. */
type Rows = ReadonlyMap<string, Row>;
type Digests = ReadonlyMap<string, string>;
/** Finds the rows that have to be written, among those that the store has. */
type Compare = (rows: Rows) => Row[];

/** How long deleted items are told to those who mirror the lists. */
const TOMBSTONE_MS = 30 * DAY_MS;
/**
 * How long items stay away before the source is asked whether they are gone, when more than half of a list is missing at once: it may
 * be broken. Also how long it is not asked again about an item that it has and its list lacks.
 */
const DOUBTFUL_MS = HOUR_MS;
/** The most items that the source is asked about after one list, and for how long. The next list continues. */
const ASKED_AT_ONCE = 20;
const ASKING_MS = 4_000;

/** `https://cdn.example/a.jpg?X-Amz-Signature=…`, in a field or in HTML. */
const WEB_ADDRESS = /https?:\/\/[^\s"'<>]+/g;

/** A digest of the content: without the count of views, signatures of addresses, and empty fields, which a later release may add. */
function digestOf(item: Stored): string {
  const content = JSON.stringify(item, (key, value) => {
    if (key === "views" || value === null) return undefined;
    if (typeof value !== "string" || !value.includes("?")) return sorted(value);
    return value.replaceAll(WEB_ADDRESS, (url) => withoutSignature(url.replaceAll("&amp;", "&")));
  });
  return createHash("sha256").update(content).digest("base64url").slice(0, 22);
}

async function digestsOf(list: readonly Stored[]): Promise<Digests> {
  const digests = new Map<string, string>();
  await inSlices(list, (item) => digests.set(item.id, digestOf(item)));
  return digests;
}

const isListed = ({ rowDigest, absentAt, deletedAt }: Row) =>
  rowDigest !== null && absentAt === null && deletedAt === null;

const firstRow = (tag: DataTag, { id, slug }: Stored, at: number): Row => ({
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

/** The rows of items that are new, other or back in a list, and of those that it lacks. */
function compareList(
  {
    tag,
    list,
    digests,
    now,
  }: { tag: DataTag; list: readonly Stored[]; digests: Digests; now: number },
  rows: Rows,
): Row[] {
  const changed = list.flatMap((item): Row[] => {
    const before = rows.get(item.id);
    const content = digests.get(item.id) ?? null;
    const isSame = content === before?.rowDigest;
    if (before && isSame && isListed(before)) return [];
    // In a list for the first time: no change of the item that was read alone.
    const isKnown = before && (isSame || before.rowDigest === null);
    const row = { ...firstRow(tag, item, now), ...before, slug: item.slug, rowDigest: content };
    return [{ ...row, at: isKnown ? before.at : now, absentAt: null, deletedAt: null }];
  });
  const missing = [...rows.values()].filter((row) => isListed(row) && !digests.has(row.id));
  return [...changed, ...missing.map((row) => ({ ...row, absentAt: now }))];
}

/** What the store knows of a list. Whatever will differ from the list gets a number above `token`. */
export interface ListState {
  token: number;
  /** Deleted items with numbers above it are known. */
  horizon: number;
  /** The numbers of the versions in the list. */
  numbers: ReadonlyMap<string, number>;
  deleted: readonly { id: string; slug: string; deletedAt: number; number: number }[];
}

/** Null when the store was down: whoever is told of an item that is not stored may never be told of its end. */
interface Noted {
  stamped: Promise<ListState | null>;
  /** The same, once the source was asked about what the list lacks. */
  settled: Promise<ListState | null>;
}

/**
 * The versions of items in the order in which this site first saw them, which is one order for all instances. Who mirrors the lists by
 * it loses nothing, whatever the source says of its times (docs/decisions/0072).
 */
export class ItemVersions {
  readonly #app: FastifyInstance;
  readonly #rows = { news: new Map<string, Row>(), events: new Map<string, Row>() };
  readonly #points: Record<DataTag, Point | undefined> = { news: undefined, events: undefined };
  readonly #lists = new WeakMap<readonly Stored[], Noted>();
  readonly #items = new WeakMap<Stored, Promise<unknown>>();
  /** When the source last had items that its lists lack, by tag and id. */
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

  /** Reads what the store knows. */
  async open(): Promise<void> {
    if (this.#app.store.fault() !== null) return;
    await Promise.all(DATA_TAGS.map((tag) => this.#inTurn(tag, () => this.#read(tag))));
  }

  /** An item with the time when its content was first seen, where its source does not say when it changed it. */
  dated<Item extends Stored>(tag: DataTag, item: Item): Item {
    const at = item.updatedAt === null ? this.#rows[tag].get(item.id)?.at : undefined;
    return at === undefined ? item : { ...item, updatedAt: new Date(at).toISOString() };
  }

  /** To be called with what was read, before it is shown. Nobody has to wait for it. */
  note({ tag, by }: ValueName, value: unknown, isFromSource: boolean): void {
    if (by === "list") this.#noteList(tag, value as Stored[], isFromSource);
    else if (value !== null) this.#noteItem(tag, value as Stored);
  }

  /** Resolves once it is known when the content of an item was first seen. */
  async noted(item: Stored): Promise<void> {
    await this.#items.get(item);
  }

  /**
   * Returns what the store knows of a list, after the source was asked about what it lacks where the result has to be `isSettled`.
   * With a token below `atLeast` other instances know later versions: the list is compared again.
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
    const digesting = digestsOf(list);
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

  /** Brings the store up to a list. The items that are gone become tombstones. */
  #compareList(
    given: Parameters<typeof compareList>[0],
    gone: ReadonlySet<string>,
  ): Promise<ListState | null> {
    const { tag, now } = given;
    return this.#inTurn(tag, async () => {
      const isStored = await this.#synchronise(tag, (rows) => {
        const buried = [...rows.values()].filter(
          ({ id, absentAt }) => absentAt !== null && gone.has(id),
        );
        const tombstones = buried.map((row) => ({ ...row, absentAt: null, deletedAt: now }));
        return [...compareList(given, rows), ...tombstones];
      });
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

  /** Of an item alone, where its source does not say when it changed it; else its list says so too. */
  #noteItem(tag: DataTag, item: Stored): void {
    if (item.updatedAt !== null) return;
    const content = digestOf(item);
    if (content === this.#rows[tag].get(item.id)?.itemDigest) return;
    const now = this.#app.clock();
    const compare = (rows: Rows): Row[] => {
      const before = rows.get(item.id);
      if (content === before?.itemDigest) return [];
      // The item alone that is seen for the first time is no change of what was in a list before.
      const at = before?.itemDigest === null ? before.at : now;
      return [{ ...firstRow(tag, item, now), ...before, at, itemDigest: content }];
    };
    this.#items.set(
      item,
      this.#inTurn(tag, () => this.#synchronise(tag, compare)),
    );
  }

  /** Runs one after the other for each tag, so that rows and point are of one moment. Never rejects. */
  #inTurn<Result>(tag: DataTag, work: () => Promise<Result>): Promise<Result | null> {
    const result = this.#turns[tag].then(work).catch(() => null);
    this.#turns[tag] = result;
    return result;
  }

  /** Brings the store up to what was read. False while it is down: this process alone remembers then what is new. */
  async #synchronise(tag: DataTag, compare: Compare): Promise<boolean> {
    if (this.#app.store.fault() === null)
      try {
        await this.#read(tag);
        const isNew = this.#points[tag] === undefined || compare(this.#rows[tag]).length > 0;
        if (isNew) await this.#write(tag, compare);
        return true;
      } catch {
        // The store itself says that it is down.
      }
    for (const row of compare(this.#rows[tag])) this.#rows[tag].set(row.id, row);
    return false;
  }

  /** The point is read before the rows: a version that is written in between has a higher number. */
  async #read(tag: DataTag): Promise<void> {
    const { db } = this.#app.store;
    const points = db.selectFrom("syncPoints").selectAll().where("tag", "=", tag);
    const point = await points.executeTakeFirst();
    this.#rows[tag] = await readRows(db, tag);
    this.#points[tag] = point;
  }

  /** Writes what differs from the store under one new number. The differences are found again under the lock of the point. */
  async #write(tag: DataTag, compare: Compare): Promise<void> {
    const { store, clock } = this.#app;
    const written = await store.db.transaction().execute(async (locked) => {
      const point = await nextPoint(locked, tag, clock());
      const rows = await readRows(locked, tag);
      const { number } = point;
      // An item that is only absent is told to nobody yet.
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

  /**
   * Finds the items that a list lacks and of which the source says that it has none: a list that is cut off deletes nothing. Nor does
   * a source that says so of an item of its list, or an empty list.
   */
  async #findGone(tag: DataTag, list: readonly Stored[]): Promise<Set<string>> {
    const now = this.#app.clock();
    for (const { id } of list) this.#stillThere.delete(`${tag} ${id}`);
    const isRecent = (at: number | null | undefined) =>
      at != null && Math.abs(now - at) < DOUBTFUL_MS;
    const missing = [...this.#rows[tag].values()].filter(({ absentAt }) => absentAt !== null);
    const isMany = missing.filter(({ absentAt }) => isRecent(absentAt)).length > list.length;
    const asked = missing
      .filter(({ absentAt }) => !isMany || !isRecent(absentAt))
      .filter(({ id }) => !isRecent(this.#stillThere.get(`${tag} ${id}`)))
      .slice(0, ASKED_AT_ONCE);
    const [listed] = list;
    const gone = new Set<string>();
    if (listed === undefined || asked.length === 0) return gone;
    const signal = AbortSignal.timeout(ASKING_MS);
    for (const by of ["id", "slug"] as const) {
      // Where the source has no route for ids, that for slugs is asked.
      if ((await this.#has(tag, listed[by], by, signal)) !== true) continue;
      for (const row of asked) {
        const found = await this.#has(tag, row[by], by, signal);
        if (found === false) gone.add(row.id);
        if (found === true) this.#stillThere.set(`${tag} ${row.id}`, now);
      }
      break;
    }
    return gone;
  }

  /** Asks the source for an item. Null when it cannot tell. */
  async #has(tag: DataTag, name: string, by: "id" | "slug", signal: AbortSignal) {
    if (!isSlug(name)) return null;
    const call = { requestId: "source-check", signal };
    return this.#app.source.client[tag].item(by, name, call).then(
      (found) => found !== null,
      () => null,
    );
  }

  /** Removes the tombstones that are too old. Whoever has not read them since has to begin again. */
  #forget(tag: DataTag): Promise<number> {
    const { store, clock } = this.#app;
    return store.db.transaction().execute(async (locked) => {
      const points = locked.updateTable("syncPoints").where("tag", "=", tag);
      // Locks the point before any row, as a write does.
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
