import type { Kysely } from "kysely";
import type { Tables } from "./schema.ts";

/** The row in which the backup command notes its last success. */
const NAME = "last-backup";

/** Notes the time of a backup that succeeded, for the doctor and the metrics. */
export async function noteBackup(db: Kysely<Tables>, now: number): Promise<void> {
  const row = { name: NAME, value: String(now) };
  const insert = db.insertInto("secrets").values(row);
  await insert.onConflict((conflict) => conflict.column("name").doUpdateSet(row)).execute();
}

/** Returns the time of the last backup in milliseconds since 1970, or null. */
export async function lastBackupAt(db: Kysely<Tables>): Promise<number | null> {
  const query = db.selectFrom("secrets").select("value").where("name", "=", NAME);
  const row = await query.executeTakeFirst();
  return row === undefined ? null : Number(row.value);
}
