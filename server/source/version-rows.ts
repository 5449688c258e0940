import { type Kysely, sql } from "kysely";
import type { DataTag } from "../../shared/contract/data-tags.ts";
import type { Tables } from "../store/schema.ts";

export type VersionRow = Tables["itemVersions"];
export type Point = Pick<Tables["syncPoints"], "number" | "horizon">;

/** The maximum number of rows in one statement, because database engines limit the number of values. */
const ROWS_AT_ONCE = 500;
/** Returns the rows of a tag, by id. */
export async function readRows(db: Kysely<Tables>, tag: DataTag): Promise<Map<string, VersionRow>> {
  const rows = await db.selectFrom("itemVersions").selectAll().where("tag", "=", tag).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Returns the next number, which is above all earlier numbers even if the clock was set back. The point stays locked until the
 * transaction ends.
 */
export function nextPoint(db: Kysely<Tables>, tag: DataTag, now: number): Promise<Point> {
  const next = sql<number>`case when sync_points.number >= ${now} then sync_points.number + 1 else ${now} end`;
  return db
    .insertInto("syncPoints")
    .values({ tag, number: now, horizon: now })
    .onConflict((conflict) => conflict.column("tag").doUpdateSet({ number: next }))
    .returning(["number", "horizon"])
    .executeTakeFirstOrThrow();
}

export async function writeRows(db: Kysely<Tables>, rows: readonly VersionRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    await db
      .insertInto("itemVersions")
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .onConflict((conflict) =>
        conflict.columns(["tag", "id"]).doUpdateSet(({ ref }) => ({
          slug: ref("excluded.slug"),
          rowDigest: ref("excluded.rowDigest"),
          itemDigest: ref("excluded.itemDigest"),
          at: ref("excluded.at"),
          number: ref("excluded.number"),
          absentAt: ref("excluded.absentAt"),
          deletedAt: ref("excluded.deletedAt"),
        })),
      )
      .execute();
}
