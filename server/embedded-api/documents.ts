import { sql } from "kysely";
import type { DataTag } from "../../shared/contract/site-data.ts";
import type { DocumentRow } from "../store/schema.ts";
import { compareAndSet, type Store } from "../store/store.ts";

/** A news item or an event. Its fields are under the names by which they are sent. */
export interface Item extends Omit<DocumentRow, "slug" | "document"> {
  slug: string;
  document: Record<string, unknown>;
}

export type Draft = Pick<Item, "date" | "document">;

/** What became of a write: `stale` means that the item is no longer in the version that the writer knew. */
export type Write = Item | "missing" | "stale";

/** Null for one that was deleted: its row stays, so that its id never comes back as another. */
function itemOf(row: DocumentRow | undefined): Item | null {
  if (!row || row.slug === null || row.document === null) return null;
  return { ...row, slug: row.slug, document: JSON.parse(row.document) };
}

/** True for a row of `uploads` that a news item or an event names. */
export const isNamedUpload = sql<boolean>`exists (
  select 1 from documents where document like '%' || uploads.name || '%'
)`;

export const utcSeconds = (at: Date | number) => `${new Date(at).toISOString().slice(0, 19)}Z`;

/** `isForAll`: drafts, and what is planned for later, are not there. */
function readsOf(db: Store["db"], kind: DataTag, now: () => Date, isForAll: boolean) {
  function rows() {
    const all = db.selectFrom("documents").selectAll().where("kind", "=", kind);
    return isForAll ? all.where("date", ">", "").where("date", "<=", utcSeconds(now())) : all;
  }

  async function list(): Promise<Item[]> {
    const items = (await rows().execute()).flatMap((row) => itemOf(row) ?? []);
    return items.sort((a, b) => (a.date === b.date ? a.id - b.id : a.date < b.date ? -1 : 1));
  }

  async function hasDateWithin(after: string, until: string): Promise<boolean> {
    const within = rows().where("date", ">", after).where("date", "<=", until).limit(1);
    return (await within.executeTakeFirst()) !== undefined;
  }

  const find = async (column: "id" | "slug", value: number | string) =>
    itemOf(await rows().where(column, "=", value).executeTakeFirst());

  /** None is found by a text that cannot be an id; PostgreSQL refuses a number that its integers cannot hold. */
  const byId = (text: string | number) =>
    find("id", /^[1-9]\d{0,8}$/.test(String(text)) ? Number(text) : 0);

  const bySlug = (slug: string) => find("slug", slug);

  /** What a link to each of these items needs, in their order; none to what does not exist. */
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
  const reads = readsOf(db, kind, now, isForAll);

  const valuesOf = ({ date, document }: Draft) => {
    return { date, updatedAt: now().toISOString(), document: JSON.stringify(document) };
  };

  const isTaken = async (slug: string): Promise<boolean> => {
    const row = db.selectFrom("documents").select("id").where("kind", "=", kind);
    return (await row.where("slug", "=", slug).executeTakeFirst()) !== undefined;
  };

  /** Under the slug, or the first of `slug-2`, `slug-3`, … that is free. */
  async function create(slug: string, draft: Draft): Promise<Item> {
    let number = 1;
    for (;;) {
      const name = number === 1 ? slug : `${slug}-${number}`;
      const row = await db
        .insertInto("documents")
        .values({
          ...valuesOf(draft),
          kind,
          id: sql<number>`(select coalesce(max(id), 0) + 1 from documents where kind = ${kind})`,
          slug: name,
          version: 1,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst();
      const item = itemOf(row);
      if (item) return item;
      // Otherwise a parallel creation took the id, and the next try gets another one.
      if (await isTaken(name)) number += 1;
    }
  }

  /** Deletes the pictures of a deleted document, but for those that another item names, in whatever state it is. */
  async function removePictures(document: Item["document"]): Promise<void> {
    const wasNamed = sql<boolean>`${JSON.stringify(document)} like '%' || uploads.name || '%'`;
    const uploads = db.deleteFrom("uploads").where(wasNamed);
    await uploads.where(({ not }) => not(isNamedUpload)).execute();
  }

  /** Changes an item, or removes it with its pictures where `change` gives null. The slug stays: links that are out in the world go on working. */
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
      const changed = draft === null ? { slug: null, document: null } : valuesOf(draft);
      const values = { ...changed, version: version + 1 };
      if (!(await compareAndSet(db, "documents", { read: { kind, id, version }, values })))
        continue;
      if (draft === null) await removePictures(item.document);
      return (await reads.byId(id)) ?? item;
    }
  }

  return { ...reads, create, write };
}
