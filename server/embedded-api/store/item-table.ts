import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";

/** An item as it is stored. Every field of the document is under the name by which a client of this API may read it. */
export interface StoredItem<Document> {
  id: number;
  slug: string;
  /** By which the list is sorted: an instant (ISO 8601, UTC) or a day of Dar es Salaam (`2026-09-24`). */
  date: string;
  version: number;
  updatedAt: string;
  document: Document;
}

/** What a writer decides; the table adds the rest. */
export type ItemDraft<Document> = Pick<StoredItem<Document>, "date" | "document">;

/** A row of a related list: what a link needs. */
const link = z.object({ id: z.number(), slug: z.string(), title: z.string() });
export type RelatedLink = z.infer<typeof link>;

export interface ItemTable<Document> {
  list: () => StoredItem<Document>[];
  byId: (id: number) => StoredItem<Document> | null;
  bySlug: (slug: string) => StoredItem<Document> | null;
  /** The items of these slugs that exist, in their order. */
  links: (slugs: readonly string[]) => RelatedLink[];
  insert: (slug: string, draft: ItemDraft<Document>) => StoredItem<Document>;
  /** The slug stays: links that are out in the world go on working. */
  replace: (id: number, draft: ItemDraft<Document>) => StoredItem<Document>;
  remove: (id: number) => void;
}

interface Options<Document> {
  db: DatabaseSync;
  table: "news" | "events";
  order: string;
  schema: z.ZodType<Document>;
  /** The clock of `updatedAt`. */
  now: () => Date;
}

/** Reads and writes one table of items; the statements are prepared once, here. */
export function createItemTable<Document>(options: Options<Document>): ItemTable<Document> {
  const { db, table, order, schema, now } = options;
  const rowSchema = z.object({
    id: z.number(),
    slug: z.string(),
    date: z.string(),
    version: z.number(),
    updatedAt: z.string(),
    document: z
      .string()
      .transform((text): unknown => JSON.parse(text))
      .pipe(schema),
  });
  const select = `SELECT id, slug, date, version, updated_at AS updatedAt, document FROM ${table}`;
  const selectAll = db.prepare(`${select} ORDER BY ${order}`);
  const selectById = db.prepare(`${select} WHERE id = ?`);
  const selectBySlug = db.prepare(`${select} WHERE slug = ?`);
  const selectLink = db.prepare(
    `SELECT id, slug, document ->> 'title' AS title FROM ${table} WHERE slug = ?`,
  );
  const insertRow = db.prepare(
    `INSERT INTO ${table} (slug, date, updated_at, document) VALUES (?, ?, ?, ?)`,
  );
  const replaceRow = db.prepare(
    `UPDATE ${table} SET date = ?, updated_at = ?, document = ?, version = version + 1 WHERE id = ?`,
  );
  const deleteRow = db.prepare(`DELETE FROM ${table} WHERE id = ?`);

  const read = (row: unknown) => (row === undefined ? null : rowSchema.parse(row));
  const byId = (id: number | bigint) => read(selectById.get(id));
  const written = (id: number | bigint) => {
    const item = byId(id);
    if (item === null) throw new Error(`${table} ${id} is gone within its own transaction`);
    return item;
  };
  return {
    list: () => selectAll.all().map((row) => rowSchema.parse(row)),
    byId,
    bySlug: (slug) => read(selectBySlug.get(slug)),
    links: (slugs) =>
      slugs.flatMap((slug) => {
        const row = selectLink.get(slug);
        return row === undefined ? [] : [link.parse(row)];
      }),
    insert: (slug, { date, document }) => {
      const values = [slug, date, now().toISOString(), JSON.stringify(document)];
      return written(insertRow.run(...values).lastInsertRowid);
    },
    replace: (id, { date, document }) => {
      replaceRow.run(date, now().toISOString(), JSON.stringify(document), id);
      return written(id);
    },
    remove: (id) => void deleteRow.run(id),
  };
}
