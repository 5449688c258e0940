import { sql } from "kysely";
import type { DataTag } from "../../shared/contract/data-tags.ts";
import type { DocumentRow } from "../store/schema.ts";
import { compareAndSet, type Store } from "../store/store.ts";

/** A news item or an event. The document has its fields under the names by which they are sent. */
export interface Item extends Omit<DocumentRow, "slug" | "document"> {
  slug: string;
  document: Record<string, unknown>;
}

export type Draft = Pick<Item, "date" | "document">;

/** The result of a write. `stale`: the item is no longer in the version that the writer knew. */
export type Write = Item | "missing" | "stale";

/** Reads an item from its row. Returns null for a deleted item, whose row stays, so that its id is never used again. */
function parseRow(row: DocumentRow | undefined): Item | null {
  if (!row || row.slug === null || row.document === null) return null;
  return { ...row, slug: row.slug, document: JSON.parse(row.document) };
}

/** The condition that a news item or an event names the row of `uploads`. */
export const isNamedUpload = sql<boolean>`exists (
  select 1 from documents where document like '%' || uploads.name || '%'
) or exists (
  select 1 from content_versions where facts like '%' || uploads.name || '%'
)`;

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

export function createDocuments({ db }: Store, kind: DataTag, now: () => Date, isForAll = false) {
  const reads = createReads(db, kind, now, isForAll);

  const rowValues = ({ date, document }: Draft) => {
    return { date, updatedAt: now().toISOString(), document: JSON.stringify(document) };
  };

  const isTaken = async (slug: string): Promise<boolean> => {
    const row = db.selectFrom("documents").select("id").where("kind", "=", kind);
    return (await row.where("slug", "=", slug).executeTakeFirst()) !== undefined;
  };

  /** Creates an item under the slug, or under the first of `slug-2`, `slug-3`, … that is free. */
  async function create(slug: string, draft: Draft): Promise<Item> {
    let number = 1;
    for (;;) {
      const name = number === 1 ? slug : `${slug}-${number}`;
      const row = await db
        .insertInto("documents")
        .values({
          ...rowValues(draft),
          kind,
          id: sql<number>`(select coalesce(max(id), 0) + 1 from documents where kind = ${kind})`,
          slug: name,
          version: 1,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst();
      const item = parseRow(row);
      if (item) return item;
      // Otherwise a parallel creation took the id, and the next try gets another one.
      if (await isTaken(name)) number += 1;
    }
  }

  /** Deletes the pictures of a deleted document, except those that another item names, whatever the state of that item. */
  async function removePictures(document: Item["document"]): Promise<void> {
    const wasNamed = sql<boolean>`${JSON.stringify(document)} like '%' || uploads.name || '%'`;
    const uploads = db.deleteFrom("uploads").where(wasNamed);
    await uploads.where(({ not }) => not(isNamedUpload)).execute();
  }

  /**
   * Changes an item, or deletes the item with its pictures when `change` returns null. A changed item keeps its slug, so
   * that links out in the world go on working.
   */
  async function write(
    textOfId: string,
    isExpected: (item: Item) => boolean,
    change: (item: Item) => Draft | null,
  ): Promise<Write> {
    for (;;) {
      const item = await reads.byId(textOfId);
      if (item === null) return "missing";
      if (!isExpected(item)) return "stale";
      const { id, version } = item;
      const draft = change(item);
      const changed = draft === null ? { slug: null, document: null } : rowValues(draft);
      const values = { ...changed, version: version + 1 };
      if (!(await compareAndSet(db, "documents", { read: { kind, id, version }, values })))
        continue;
      if (draft === null) await removePictures(item.document);
      return (await reads.byId(id)) ?? item;
    }
  }

  return { ...reads, create, write };
}
