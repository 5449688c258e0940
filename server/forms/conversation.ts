import { type Insertable, type Kysely, sql } from "kysely";
import type { DeskState } from "../../shared/contract/desk.ts";
import type { EntryRow, MailRow, Tables } from "../store/schema.ts";
import { addedSearchText } from "../store/search-text.ts";

/** The values of a message outside the bin. */
export const OUTSIDE_BIN = { binnedAt: null, binnedFrom: null } as const;

/** Returns the entries below a message, oldest first. */
export const readEntries = (db: Kysely<Tables>, message: string): Promise<EntryRow[]> =>
  db
    .selectFrom("messageEntries")
    .selectAll()
    .where("message", "=", message)
    .orderBy("number")
    .execute();

/** Returns the entries below all messages by the reference of the message, oldest first. */
export async function readAllEntries(db: Kysely<Tables>): Promise<Map<string, EntryRow[]>> {
  const rows = await db.selectFrom("messageEntries").selectAll().orderBy("number").execute();
  return Map.groupBy(rows, ({ message }) => message);
}

/** Returns the entry that a form has made, or undefined. */
export const findEntry = (
  db: Kysely<Tables>,
  { message, key }: Pick<EntryRow, "message" | "key">,
): Promise<EntryRow | undefined> =>
  db
    .selectFrom("messageEntries")
    .selectAll()
    .where("message", "=", message)
    .where("key", "=", key)
    .executeTakeFirst();

export interface NewEntry extends Pick<EntryRow, "message" | "key" | "kind" | "text" | "email"> {
  at: number;
  /** The name of the action in the history of the message. */
  action: string;
  /** The state and the entries that an answer is based on, and the state that it leads to; null for a note, which never conflicts. */
  answer: { seen: DeskState; entries: number; state: DeskState } | null;
  /** Returns the mail of a reply, which is stored together with the entry. */
  mail: ((number: number) => Insertable<MailRow>) | undefined;
}

/** Somebody else has changed the message since it was read. */
class ChangedMeanwhile extends Error {}

/**
 * Adds an entry with all that belongs to it: the state of the message, its searched text, the history, and the mail of a
 * reply. Either all is stored or nothing. Resolves to false when somebody else has answered or moved the message meanwhile.
 */
export async function addEntry(db: Kysely<Tables>, entry: NewEntry): Promise<boolean> {
  try {
    await db.transaction().execute((transaction) => insertEntry(transaction, entry));
    return true;
  } catch (error) {
    if (error instanceof ChangedMeanwhile) return false;
    throw error;
  }
}

async function insertEntry(db: Kysely<Tables>, entry: NewEntry): Promise<void> {
  const { message, key, kind, text, email, at, action, answer, mail } = entry;
  const searchText = sql<string>`search_text || ${addedSearchText(text)}`;
  const answered = { answeredAt: at, answeredBy: email };
  // The update locks the row of the message until the end, so that entries get their numbers one after the other.
  const update = db.updateTable("messages").where("reference", "=", message).set({ searchText });
  const { numUpdatedRows } = await (answer === null
    ? update
    : update
        .where("deskState", "=", answer.seen)
        .set({ deskState: answer.state, ...answered, ...OUTSIDE_BIN })
  ).executeTakeFirst();
  if (numUpdatedRows === 0n) throw new ChangedMeanwhile();
  const { last } = await db
    .selectFrom("messageEntries")
    .select(({ fn }) => fn.max("number").as("last"))
    .where("message", "=", message)
    .executeTakeFirstOrThrow();
  if (answer !== null && Number(last ?? 0) !== answer.entries) throw new ChangedMeanwhile();
  const number = Number(last ?? 0) + 1;
  const row = { message, number, key, kind, at, email, text, sentAt: null };
  const insert = db.insertInto("messageEntries").values(row);
  const inserted = await insert
    .onConflict((conflict) => conflict.column("key").doNothing())
    .returning("number")
    .executeTakeFirst();
  // The same form, sent twice at the same moment.
  if (inserted === undefined) throw new ChangedMeanwhile();
  if (mail !== undefined) {
    const values = mail(number);
    // An erased message may have had the same reference, when its sender has sent the same once more.
    const stored = db.insertInto("mails").values(values);
    await stored
      .onConflict((conflict) => conflict.column("reference").doUpdateSet(values))
      .execute();
  }
  const step = { at, email, action, reference: message };
  await db.insertInto("staffActions").values(step).execute();
}

/** Deletes the entries below a message. */
export const eraseEntries = (db: Kysely<Tables>, message: string) =>
  db.deleteFrom("messageEntries").where("message", "=", message).execute();

/** Deletes entries whose message is gone, as after the retention of an earlier release. */
export const eraseOrphanedEntries = (db: Kysely<Tables>) =>
  db
    .deleteFrom("messageEntries")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("messages")
            .select("messages.reference")
            .whereRef("messages.reference", "=", "messageEntries.message"),
        ),
      ),
    )
    .execute();
