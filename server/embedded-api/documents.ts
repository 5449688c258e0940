import { sql, type Updateable } from "kysely";
import type { DataTag } from "../../shared/contract/data-tags.ts";
import type { DocumentRow } from "../store/schema.ts";
import { compareAndSet, type Store } from "../store/store.ts";
import { createVersions } from "./document-versions.ts";

/** A news item or an event. The document has its fields under the names by which they are sent. */
export interface Item extends Omit<DocumentRow, "slug" | "document"> {
  slug: string;
  document: Record<string, unknown>;
}

/** The values to write for an item. Without a slug, the item keeps its own. */
export type Draft = Pick<Item, "date" | "document"> & { slug?: string | undefined };

/** The result of a write. `stale`: the item is no longer in the version that the writer knew. `taken`: another item has the slug. */
export type Write = Item | "missing" | "stale" | "taken";

/** The item that has a slug: a present one, one in the bin, or one that had the slug before. */
export interface SlugHolder {
  id: number;
  title: string;
  holds: "now" | "in-bin" | "before";
}

/** Reads an item from its row. Returns null for a deleted item, whose row stays, so that its id is never used again. */
function parseRow(row: DocumentRow | undefined): Item | null {
  if (!row || row.slug === null || row.document === null) return null;
  return { ...row, slug: row.slug, document: JSON.parse(row.document) };
}

export const utcSeconds = (at: Date | number) => `${new Date(at).toISOString().slice(0, 19)}Z`;

/** Returns the reads of one kind. With `isForAll`, drafts and items planned for later are left out. */
function createReads(db: Store["db"], kind: DataTag, now: () => Date, isForAll: boolean) {
  function rows() {
    const all = db.selectFrom("documents").selectAll().where("kind", "=", kind);
    return isForAll ? all.where("date", ">", "").where("date", "<=", utcSeconds(now())) : all;
  }

  async function list(): Promise<Item[]> {
    const items = (await rows().execute()).flatMap((row) => parseRow(row) ?? []);
    return items.sort((a, b) => {
      if (a.date === b.date) return a.id - b.id;
      return a.date < b.date ? -1 : 1;
    });
  }

  async function hasDateWithin(after: string, until: string): Promise<boolean> {
    const within = rows().where("date", ">", after).where("date", "<=", until).limit(1);
    return (await within.executeTakeFirst()) !== undefined;
  }

  const find = async (column: "id" | "slug", value: number | string) =>
    parseRow(await rows().where(column, "=", value).executeTakeFirst());

  /** Finds an item by its id. A text that cannot be an id finds nothing: PostgreSQL refuses a number above its integers. */
  const byId = (text: string | number) =>
    find("id", /^[1-9]\d{0,8}$/.test(String(text)) ? Number(text) : 0);

  const bySlug = (slug: string) => find("slug", slug);

  /** Returns the data for a link to each of these items, in their order. Items that do not exist are left out. */
  async function links(slugs: unknown) {
    const wanted = Array.isArray(slugs) ? slugs.map(String) : [];
    const items = await Promise.all(wanted.map(bySlug));
    return items.flatMap((item) =>
      item === null ? [] : [{ id: item.id, slug: item.slug, title: item.document.title }],
    );
  }

  return { list, hasDateWithin, byId, bySlug, links };
}

/** Returns the former slugs of one kind. An item that is found by its former slug has the present one. */
function createFormerSlugs(db: Store["db"], kind: DataTag) {
  return {
    async idOf(slug: string): Promise<number | null> {
      const row = db.selectFrom("formerSlugs").select("id").where("kind", "=", kind);
      return (await row.where("slug", "=", slug).executeTakeFirst())?.id ?? null;
    },
    async add(slug: string, id: number): Promise<void> {
      await db
        .insertInto("formerSlugs")
        .values({ kind, slug, id })
        .onConflict((conflict) => conflict.columns(["kind", "slug"]).doUpdateSet({ id }))
        .execute();
    },
    async remove(slug: string): Promise<void> {
      await db
        .deleteFrom("formerSlugs")
        .where("kind", "=", kind)
        .where("slug", "=", slug)
        .execute();
    },
  };
}

/** Returns the pairs of items that are the same in two languages. */
function createPairs(db: Store["db"], kind: DataTag) {
  async function unpair(...ids: readonly number[]): Promise<void> {
    await db
      .deleteFrom("documentPairs")
      .where("kind", "=", kind)
      .where((either) => either.or([either("id", "in", ids), either("twin", "in", ids)]))
      .execute();
  }
  return {
    /** Returns the other item of each item that has one. */
    async twins(): Promise<ReadonlyMap<number, number>> {
      const rows = await db
        .selectFrom("documentPairs")
        .selectAll()
        .where("kind", "=", kind)
        .execute();
      return new Map(rows.flatMap(({ id, twin }) => [[id, twin] as const, [twin, id] as const]));
    },
    unpair,
    /** Makes two items a pair. Ends the pairs that they were in. */
    async pair(id: number, twin: number): Promise<void> {
      if (id === twin) return;
      await unpair(id, twin);
      await db
        .insertInto("documentPairs")
        .values({ kind, id, twin })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
  };
}

interface SlugSources {
  present: ReturnType<typeof createReads>;
  versions: ReturnType<typeof createVersions>;
  formerSlugs: ReturnType<typeof createFormerSlugs>;
}

/** Returns the questions about who has a slug: an item, one in the bin, or one that had the slug before. */
function createSlugHolders({ present, versions, formerSlugs }: SlugSources) {
  /** Returns the item that has, gets back or had a slug; null when the slug is free. */
  async function holderOf(slug: string): Promise<SlugHolder | null> {
    const titleOf = ({ document }: Pick<Item, "document">) => String(document.title ?? "");
    const item = await present.bySlug(slug);
    if (item !== null) return { id: item.id, title: titleOf(item), holds: "now" };
    const binned = await versions.inBinWith(slug);
    if (binned !== null) return { id: binned.id, title: titleOf(binned), holds: "in-bin" };
    const id = await formerSlugs.idOf(slug);
    const moved = id === null ? null : await present.byId(id);
    return moved && { id: moved.id, title: titleOf(moved), holds: "before" };
  }

  /** Tells whether another item has a slug, or gets the slug back when it is put back. */
  async function isTaken(slug: string, id?: number): Promise<boolean> {
    const holder = await holderOf(slug);
    return holder !== null && holder.holds !== "before" && holder.id !== id;
  }

  return { holderOf, isTaken };
}

/** Returns the writes of single rows of one kind. */
function createRowWrites(
  db: Store["db"],
  {
    kind,
    now,
    isTaken,
  }: {
    kind: DataTag;
    now: () => Date;
    isTaken: (slug: string, id: number) => Promise<boolean>;
  },
) {
  const rowValues = ({ date, document }: Draft) => {
    return { date, updatedAt: now().toISOString(), document: JSON.stringify(document) };
  };

  async function insert(slug: string, draft: Draft): Promise<Item | null> {
    const row = await db
      .insertInto("documents")
      .values({
        ...rowValues(draft),
        kind,
        id: sql<number>`(select coalesce(max(id), 0) + 1 from documents where kind = ${kind})`,
        slug,
        version: 1,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    return parseRow(row);
  }

  /** Changes the row of an item, unless another item has taken the slug. */
  async function change(
    { id, version }: Pick<Item, "id" | "version">,
    values: Updateable<DocumentRow>,
  ): Promise<"changed" | "other" | "taken"> {
    try {
      const read = { kind, id, version };
      return (await compareAndSet(db, "documents", { read, values })) ? "changed" : "other";
    } catch (error) {
      if (typeof values.slug === "string" && (await isTaken(values.slug, id))) return "taken";
      throw error;
    }
  }

  return { rowValues, insert, change };
}

/** Opens the items of one kind. `isForAll`: reads leave out drafts and items that are planned for later. */
export function createDocuments(
  { db }: Pick<Store, "db">,
  kind: DataTag,
  now: () => Date,
  isForAll = false,
) {
  const reads = createReads(db, kind, now, isForAll);
  const versions = createVersions({ db }, kind, now);
  const formerSlugs = createFormerSlugs(db, kind);
  const pairs = createPairs(db, kind);
  const present = createReads(db, kind, now, false);

  const keepVersion = ({ id, version, slug, date, document }: Item, at: number, email: string) =>
    versions.keep({
      kind,
      id,
      version,
      slug,
      date,
      document: JSON.stringify(document),
      at,
      email,
    });

  const { holderOf, isTaken } = createSlugHolders({ present, versions, formerSlugs });
  const { rowValues, insert, change } = createRowWrites(db, { kind, now, isTaken });

  /**
   * Creates an item under the slug of its draft. A draft without one gets `slug`, or the first of `slug-2`, `slug-3`, … that is
   * free. A redirect from the slug gives way.
   */
  async function create(slug: string, draft: Draft, email = ""): Promise<Item | "taken"> {
    let number = 1;
    for (;;) {
      const name = draft.slug ?? (number === 1 ? slug : `${slug}-${number}`);
      const isFree = !(await isTaken(name));
      if (!isFree && draft.slug !== undefined) return "taken";
      const item = isFree ? await insert(name, draft) : null;
      if (item) {
        await formerSlugs.remove(name);
        await keepVersion(item, now().getTime(), email);
        return item;
      }
      // A parallel creation took the slug or the id. In the latter case, the next try gets another id.
      if (!isFree) number += 1;
    }
  }

  /**
   * Changes an item, or moves the item to the bin when `change` returns null. The former slug of an item redirects to the new one.
   * The version before the change is kept first, so that a crash loses none.
   */
  async function write(
    textOfId: string,
    isExpected: (item: Item) => boolean,
    draftOf: (item: Item) => Draft | null,
    email = "",
  ): Promise<Write> {
    for (;;) {
      const item = await reads.byId(textOfId);
      if (item === null) return "missing";
      if (!isExpected(item)) return "stale";
      const { id, version } = item;
      const draft = draftOf(item);
      const slug = draft?.slug ?? item.slug;
      const isMoved = slug !== item.slug;
      if (isMoved && (await isTaken(slug, id))) return "taken";
      await keepVersion(item, Date.parse(item.updatedAt), "");
      // Nobody has a link to a draft that was never published.
      const wasPublic = item.date !== "" || item.document.first_published !== undefined;
      if (isMoved && wasPublic) await formerSlugs.add(item.slug, id);
      const changed =
        draft === null
          ? { slug: null, document: null, updatedAt: now().toISOString() }
          : { ...rowValues(draft), slug };
      const done = await change(item, { ...changed, version: version + 1 });
      if (done === "taken") return "taken";
      if (done === "other") continue;
      if (isMoved) await formerSlugs.remove(slug);
      const after = await reads.byId(id);
      if (draft !== null && after !== null) await keepVersion(after, now().getTime(), email);
      return after ?? item;
    }
  }

  /** Puts a deleted item back under its slug, as it was. Returns null when the item is not in the bin any more. */
  async function putBack(id: number, email: string): Promise<Item | null> {
    const binned = await versions.inBin(id);
    if (binned === null) return null;
    const version = binned.version + 1;
    const { slug, date, document } = binned;
    const values = { ...rowValues({ date, document }), slug, version: version + 1 };
    const done = await change({ id, version }, values);
    const item = done === "changed" ? await present.byId(id) : null;
    if (item !== null) await keepVersion(item, now().getTime(), email);
    return item;
  }

  return { ...reads, create, write, holderOf, putBack, versions, formerSlugs, pairs };
}
