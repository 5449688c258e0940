import { createHash, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { BIN_DAYS, type DeskState } from "../../shared/contract/desk.ts";
import { crockford, type InboxForm } from "../../shared/forms/form-names.ts";
import type { Language } from "../../shared/languages.ts";
import { DAY_MS, HOUR_MS, SECOND_MS } from "../../shared/time.ts";
import type { MessageRow } from "../store/schema.ts";
import { searchTextOf, senderOf } from "../store/search-text.ts";
import type { InboxState } from "../store/states.ts";
import {
  claimDue,
  compareAndSet,
  eraseMails,
  eraseOrphanedMails,
  type Store,
} from "../store/store.ts";
import { eraseEntries, eraseOrphanedEntries, OUTSIDE_BIN } from "./conversation.ts";
import { requestDigest } from "./idempotency.ts";

export type InboxFields = Readonly<Record<string, string | readonly string[]>>;

type StoredMessage = Omit<MessageRow, "searchText">;

export interface InboxMessage extends Omit<StoredMessage, "fields"> {
  fields: InboxFields;
}

export interface InboxDraft extends Pick<InboxMessage, "form" | "fields" | "key" | "requestId"> {
  /** The language of the page with the form. */
  language?: Language | undefined;
  /** The signals for which the message is held as spam, as JSON. */
  heldBecause?: string | null;
}

type Tried = Pick<InboxMessage, "reference" | "claim">;

const PAGE_SIZE = 1_000;

/** A time longer than a try can take. A process that holds a claim longer has crashed. */
const LEASE_MS = 10_000;

/**
 * Returns the key of a message; another body has another key. Without a client's key, equal fields on one UTC day are one
 * message, as after a double click or a reload.
 */
export function messageKey(form: string, fields: object, nowMs: number, clientKey?: string) {
  const scope = clientKey === undefined ? ["day", Math.floor(nowMs / DAY_MS)] : ["key", clientKey];
  return requestDigest(form, scope, fields);
}

/** Returns a number to dictate over the telephone: 40 bits from the message key, so that a repetition gets the same number. */
export const referenceOf = (form: InboxForm, key: string): string =>
  `${form.charAt(0).toUpperCase()}-${crockford(createHash("sha256").update(key).digest(), 8)}`;

/** The desk state of a released message: a message that was only suspected is no longer spam. */
const RELEASED = sql<DeskState>`case when state = 'held' and desk_state = 'spam' then 'new' else desk_state end`;

const messageOf = (row: StoredMessage): InboxMessage => ({
  ...row,
  fields: JSON.parse(row.fields),
});

/** The columns of a message. The searched text is left out, because it repeats the fields. */
const COLUMNS = [
  "reference",
  "form",
  "state",
  "fields",
  "key",
  "requestId",
  "receivedAt",
  "lastError",
  "deskState",
  "sender",
  "heldBecause",
  "dueAt",
  "tries",
  "claim",
  "language",
  "assignee",
  "answeredAt",
  "answeredBy",
  "binnedAt",
  "binnedFrom",
] as const;

/** Returns the delay: 1 s, doubling up to an hour, less a random share that spreads messages; at least `Retry-After`. */
export function backoffMs(tries: number, retryAfterSeconds: number, random = Math.random()) {
  const full = Math.min(SECOND_MS * 2 ** Math.max(0, tries - 1), HOUR_MS);
  return Math.round(Math.max(full * (1 - random / 2), retryAfterSeconds * SECOND_MS));
}

/** The submissions in the store. Once a write resolves, the message survives a crash of the process or the machine. */
export class Inbox {
  readonly #db: Store["db"];
  readonly #patientDb: Store["db"];
  readonly #now: () => number;

  constructor({ db, patientDb }: Pick<Store, "db" | "patientDb">, now: () => number = Date.now) {
    this.#patientDb = patientDb;
    this.#db = db;
    this.#now = now;
  }

  /**
   * Stores a message, which may be acknowledged afterwards. The caller gets the claim of a waiting message for a first
   * try; a known key gives no claim. A held message is released when the same message comes without suspicion, and a
   * message that comes again leaves the bin.
   */
  async add(draft: InboxDraft, state: "kept" | "held" | "waiting"): Promise<InboxMessage> {
    const receivedAt = this.#now();
    const first = { tries: 1, claim: randomUUID(), dueAt: receivedAt + LEASE_MS };
    const tried = state === "waiting" ? first : { tries: 0, claim: null, dueAt: null };
    const reference = referenceOf(draft.form, draft.key);
    const row = {
      ...draft,
      ...tried,
      state,
      receivedAt,
      lastError: null,
      reference,
      fields: JSON.stringify(draft.fields),
      sender: senderOf(draft.fields),
      searchText: searchTextOf(reference, draft.fields),
      deskState: state === "held" ? "spam" : "new",
      language: draft.language ?? null,
    } as const;
    const insert = this.#db.insertInto("messages").values(row);
    const once = insert.onConflict((conflict) => conflict.column("key").doNothing());
    const inserted = await once.returningAll().executeTakeFirst();
    if (inserted !== undefined) return messageOf(inserted);
    await this.restore(reference);
    if (state === "kept") {
      const held = this.#db.updateTable("messages").set({ state, deskState: RELEASED });
      await held.where("key", "=", draft.key).where("state", "=", "held").execute();
    }
    const known = this.#db.selectFrom("messages").selectAll().where("key", "=", draft.key);
    return { ...messageOf(await known.executeTakeFirstOrThrow()), claim: null };
  }

  /** Deletes a message that the source refused, unless the message is acknowledged. */
  async withdraw({ reference, claim }: Tried): Promise<void> {
    const query = this.#db.deleteFrom("messages").where("reference", "=", reference);
    await query.where("claim", "=", claim).where("state", "=", "waiting").execute();
  }

  /** Records that the source has a message, whoever holds the claim. */
  async markDelivered(reference: string): Promise<void> {
    const values = { state: "delivered", dueAt: null, claim: null, lastError: null } as const;
    const update = this.#db.updateTable("messages").set({ ...values, deskState: RELEASED });
    await update.where("reference", "=", reference).where("state", "<>", "delivered").execute();
  }

  /**
   * Makes a message due after its sender's try failed, as after a first try, whatever its state was. Ends the claim of
   * another process, because the message is acknowledged and must not be withdrawn. Resolves to false when the message
   * is delivered or gone.
   */
  async makeDue(reference: string, dueAt: number, lastError: string): Promise<boolean> {
    const values = { state: "waiting", tries: 1, dueAt, claim: null, lastError } as const;
    const update = this.#db.updateTable("messages").set({ ...values, deskState: RELEASED });
    const undelivered = update.where("reference", "=", reference).where("state", "<>", "delivered");
    return (await undelivered.executeTakeFirst()).numUpdatedRows > 0n;
  }

  async claimDue(): Promise<InboxMessage | null> {
    const now = this.#now();
    const row = await claimDue(this.#db, "messages", { now, leaseEnd: now + LEASE_MS });
    return row ? messageOf(row) : null;
  }

  /**
   * Makes a message due again after a failed try, or dead. Resolves to false, and changes nothing, once somebody else has
   * claimed the message.
   */
  putBack({ reference, claim }: Tried, dueAt: number | null, lastError: string): Promise<boolean> {
    const state = dueAt === null ? "dead" : "waiting";
    const read = { reference, state: "waiting", claim } as const;
    const values = { state, dueAt, claim: null, lastError } as const;
    return compareAndSet(this.#db, "messages", { read, values });
  }

  async list(filter: {
    form?: InboxForm | undefined;
    state?: InboxState | undefined;
    /** The earliest time of receipt, in milliseconds. */
    since?: number | undefined;
    /** True for the messages in the bin, false for all others. By default, both are listed. */
    isBinned?: boolean | undefined;
    /** The page, from 1, of a thousand messages each. Without a page, all messages are listed. */
    page?: number | undefined;
  }): Promise<InboxMessage[]> {
    const { form, state, since = 0, page, isBinned } = filter;
    const db = page === undefined ? this.#patientDb : this.#db;
    let query = db.selectFrom("messages").select(COLUMNS).where("receivedAt", ">=", since);
    if (form !== undefined) query = query.where("form", "=", form);
    if (state !== undefined) query = query.where("state", "=", state);
    if (isBinned !== undefined) query = query.where("deskState", isBinned ? "=" : "<>", "bin");
    if (page !== undefined) query = query.limit(PAGE_SIZE).offset((page - 1) * PAGE_SIZE);
    const rows = await query.orderBy("receivedAt", "desc").orderBy("reference").execute();
    return rows.map(messageOf);
  }

  /** Counts the messages by state. `oldestWaitingAt` is in milliseconds, and null when no message waits. */
  async stats() {
    const counts = { waiting: 0, delivered: 0, dead: 0, kept: 0, held: 0 };
    const query = this.#db.selectFrom("messages").select("state").groupBy("state");
    const rows = await query
      .select(({ fn }) => [fn.countAll<number>().as("count"), fn.min("receivedAt").as("since")])
      .execute();
    for (const { state, count } of rows) counts[state] = count;
    const oldestWaitingAt = rows.find(({ state }) => state === "waiting")?.since ?? null;
    return { counts, oldestWaitingAt };
  }

  async get(reference: string): Promise<InboxMessage | null> {
    const query = this.#db
      .selectFrom("messages")
      .select(COLUMNS)
      .where("reference", "=", reference);
    const row = await query.executeTakeFirst();
    return row ? messageOf(row) : null;
  }

  /** Makes a dead or held contact message due at once and resets its tries. Resolves to false for any other message. */
  async retry(reference: string): Promise<boolean> {
    const values = { state: "waiting", tries: 0, dueAt: this.#now(), claim: null } as const;
    const update = this.#db.updateTable("messages").set({ ...values, deskState: RELEASED });
    const query = update.where("reference", "=", reference);
    const ofState = query.where("form", "=", "contact").where("state", "in", ["dead", "held"]);
    return (await ofState.executeTakeFirst()).numUpdatedRows > 0n;
  }

  /** Puts a message into the bin. Resolves to false when the message is not in the state that somebody has seen. */
  bin(reference: string, seen: DeskState): Promise<boolean> {
    const values = { deskState: "bin", binnedAt: this.#now(), binnedFrom: seen } as const;
    return compareAndSet(this.#db, "messages", { read: { reference, deskState: seen }, values });
  }

  /** Takes a message out of the bin, with the state that it had before. Resolves to false when it is not in the bin. */
  async restore(reference: string): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable("messages")
      .set({ deskState: sql<DeskState>`coalesce(binned_from, 'new')`, ...OUTSIDE_BIN })
      .where("reference", "=", reference)
      .where("deskState", "=", "bin")
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /**
   * Erases a message, its replies and notes, and the mails about it. With the state that somebody has seen, erases the message
   * only in that state. Resolves to false when there is no such message.
   */
  remove(reference: string, seen?: DeskState): Promise<boolean> {
    return this.#db.transaction().execute(async (db) => {
      let query = db.deleteFrom("messages").where("reference", "=", reference);
      if (seen !== undefined) query = query.where("deskState", "=", seen);
      const { numDeletedRows } = await query.executeTakeFirst();
      // Mails are erased only for a known reference: any other text may be a pattern that matches the mails of others.
      if (numDeletedRows > 0n) {
        await eraseEntries(db, reference);
        await eraseMails(db, reference);
      }
      return numDeletedRows > 0n;
    });
  }

  /**
   * Erases messages received before a time, and those that have been in the bin for long enough, except waiting ones, with all
   * that belongs to them. Returns the number of messages.
   */
  async purge(receivedBefore: number): Promise<number> {
    const binnedBefore = this.#now() - BIN_DAYS * DAY_MS;
    const { numDeletedRows } = await this.#patientDb
      .deleteFrom("messages")
      .where("state", "<>", "waiting")
      .where(({ and, eb, or }) =>
        or([
          eb("receivedAt", "<", receivedBefore),
          and([eb("deskState", "=", "bin"), eb("binnedAt", "<", binnedBefore)]),
        ]),
      )
      .executeTakeFirst();
    await eraseOrphanedEntries(this.#patientDb);
    await eraseOrphanedMails(this.#db);
    return Number(numDeletedRows);
  }
}
