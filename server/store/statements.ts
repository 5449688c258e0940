import { randomUUID } from "node:crypto";
import { type Kysely, type Selectable, sql, type Updateable } from "kysely";
import type { MessageRow, Tables } from "./tables.ts";

/**
 * Claims the row that has been due longest, for one process until `leaseEnd`; undefined when none is due, or another
 * process was quicker.
 */
export async function claimDue<Table extends "messages" | "gifts">(
  db: Kysely<Tables>,
  table: Table,
  { now, leaseEnd }: { now: number; leaseEnd: number },
): Promise<Tables[Table] | undefined> {
  const { rows } = await sql<Tables[Table]>`
    update ${sql.table(table)} set due_at = ${leaseEnd}, tries = tries + 1, claim = ${randomUUID()}
    where reference = (
      select reference from ${sql.table(table)} where due_at <= ${now} order by due_at limit 1
    ) and due_at <= ${now}
    returning *`.execute(db);
  return rows[0];
}

/** Counts one more for a key in its window, which the first one opens. */
export async function countUp(
  db: Kysely<Tables>,
  { key, windowMs, now }: { key: string; windowMs: number; now: number },
): Promise<{ count: number; resetsAt: number }> {
  const isOver = sql<boolean>`rate_limits.resets_at <= ${now}`;
  return db
    .insertInto("rateLimits")
    .values({ key, count: 1, resetsAt: now + windowMs })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({
        count: sql`case when ${isOver} then 1 else rate_limits.count + 1 end`,
        resetsAt: sql`case when ${isOver} then ${now + windowMs} else rate_limits.resets_at end`,
      }),
    )
    .returning(["count", "resetsAt"])
    .executeTakeFirstOrThrow();
}

/** Changes the row that still has the values that were read. False when there is none: others have changed it. */
export async function compareAndSet<Table extends keyof Tables>(
  db: Kysely<Tables>,
  table: Table,
  { read, values }: { read: Partial<Selectable<Tables[Table]>>; values: Updateable<Tables[Table]> },
): Promise<boolean> {
  // Kysely's types cannot follow a table that is not known yet.
  const update = db.updateTable(table as "messages").set(values as Updateable<MessageRow>);
  const { numUpdatedRows } = await update
    .where(({ and }) => and(read as Partial<MessageRow>))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
