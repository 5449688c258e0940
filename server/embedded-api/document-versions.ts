import { type SqlBool, sql } from "kysely";
import type { DataTag } from "../../shared/contract/data-tags.ts";
import { BIN_DAYS } from "../../shared/contract/desk.ts";
import { DAY_MS } from "../../shared/time.ts";
import type { DocumentVersionRow } from "../store/schema.ts";
import type { Store } from "../store/store.ts";

/** The versions of an item that are kept, the present one included. */
const KEPT_VERSIONS = 20;

/** A version with its document parsed. */
export interface Version extends Omit<DocumentVersionRow, "document"> {
  document: Record<string, unknown>;
}

/** An item in the bin, with its last version. */
export interface BinnedItem extends Version {
  deletedAt: string;
}

const parsed = ({ document, ...row }: DocumentVersionRow): Version => ({
  ...row,
  document: JSON.parse(document),
});

/** The condition that a news item, an event or a document of the website names the row of `uploads`, now or in a version that is kept. */
export const isNamedUpload = sql<SqlBool>`(
  exists (select 1 from documents where document like '%' || uploads.name || '%')
  or exists (select 1 from content_versions where facts like '%' || uploads.name || '%')
  or exists (select 1 from document_versions where document like '%' || uploads.name || '%')
)`;

/** The condition that a row of `document_versions` is the last version of a row of `documents` that was deleted. */
const IS_LAST_OF_DELETED = sql<SqlBool>`documents.slug is null and document_versions.version = documents.version - 1`;

/** Returns the versions and the bin of one kind of items. */
export function createVersions({ db }: Pick<Store, "db">, kind: DataTag, now: () => Date) {
  const binnedAfter = () => new Date(now().getTime() - BIN_DAYS * DAY_MS).toISOString();

  const binned = () =>
    db
      .selectFrom("documentVersions")
      .innerJoin("documents", (join) =>
        join
          .onRef("documents.id", "=", "documentVersions.id")
          .onRef("documents.kind", "=", "documentVersions.kind"),
      )
      .selectAll("documentVersions")
      .select("documents.updatedAt as deletedAt")
      .where("documentVersions.kind", "=", kind)
      .where(IS_LAST_OF_DELETED)
      .where("documents.updatedAt", ">", binnedAfter());

  return {
    /** Keeps a version. A version that is kept already stays as it is. */
    async keep(row: DocumentVersionRow): Promise<void> {
      await db
        .insertInto("documentVersions")
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await db
        .deleteFrom("documentVersions")
        .where("kind", "=", kind)
        .where("id", "=", row.id)
        .where("version", "<=", row.version - KEPT_VERSIONS)
        .execute();
    },

    /** Returns the versions of an item, the newest first. */
    async list(id: number): Promise<Version[]> {
      const rows = db.selectFrom("documentVersions").selectAll();
      const own = rows.where("kind", "=", kind).where("id", "=", id);
      return (await own.orderBy("version", "desc").execute()).map(parsed);
    },

    /** Returns the deleted items that can be put back, the last deleted first. */
    async bin(): Promise<BinnedItem[]> {
      const rows = await binned().orderBy("documents.updatedAt", "desc").execute();
      return rows.map(({ deletedAt, ...row }) => ({ ...parsed(row), deletedAt }));
    },

    async inBin(id: number): Promise<BinnedItem | null> {
      const row = await binned().where("documents.id", "=", id).executeTakeFirst();
      if (row === undefined) return null;
      const { deletedAt, ...version } = row;
      return { ...parsed(version), deletedAt };
    },

    /** Returns the deleted item that gets this slug when it is put back. */
    async inBinWith(slug: string): Promise<BinnedItem | null> {
      const row = await binned().where("documentVersions.slug", "=", slug).executeTakeFirst();
      if (row === undefined) return null;
      const { deletedAt, ...version } = row;
      return { ...parsed(version), deletedAt };
    },

    /** Erases what is kept of a deleted item. Pictures that nothing names any more go as well. */
    async erase(id: number): Promise<void> {
      for (const table of ["documentVersions", "formerSlugs"] as const)
        await db.deleteFrom(table).where("kind", "=", kind).where("id", "=", id).execute();
      await db
        .deleteFrom("documentPairs")
        .where("kind", "=", kind)
        .where((either) => either.or([either("id", "=", id), either("twin", "=", id)]))
        .execute();
      const old = db.deleteFrom("uploads").where("createdAt", "<", now().getTime() - DAY_MS);
      await old.where(({ not }) => not(isNamedUpload)).execute();
    },

    /** Erases the items that were deleted too long ago. Returns how many there were. */
    async purge(): Promise<number> {
      const rows = await db
        .selectFrom("documents")
        .select("id")
        .where("kind", "=", kind)
        .where("slug", "is", null)
        .where("updatedAt", "<=", binnedAfter())
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom("documentVersions")
              .select("documentVersions.id")
              .whereRef("documentVersions.id", "=", "documents.id")
              .where("documentVersions.kind", "=", kind),
          ),
        )
        .execute();
      for (const { id } of rows) await this.erase(id);
      return rows.length;
    },
  };
}
