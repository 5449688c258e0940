import { randomUUID } from "node:crypto";
import type { InboxForm } from "../../shared/forms/form-names.ts";
import type { MessageRow } from "../store/schema.ts";
import { claimDue, compareAndSet, eraseMails, type Store, senderOf } from "../store/store.ts";
import { startWorkLoop, type WorkLoop } from "../work-loop.ts";
import { backoffMs, type Forwarded, isRetryable, safeErrorText } from "./forward-contact.ts";
import { referenceOf } from "./idempotency/message-key.ts";

/**
 * `waiting`: to be delivered to the source. `delivered`: the source has it.
 * `dead`: delivery was given up, stored until staff retry it. `kept`: for staff to read. `held`:
 * suspected spam; staff may release it.
 */
export const INBOX_STATES = ["waiting", "delivered", "dead", "kept", "held"] as const;
export type InboxState = (typeof INBOX_STATES)[number];

/** Messages by state, for operators. */
export interface InboxStats {
  counts: Record<InboxState, number>;
  /** When the oldest waiting message was received, milliseconds; null when none waits. */
  oldestWaitingAt: number | null;
}

export type InboxFields = Readonly<Record<string, string | readonly string[]>>;

/** A stored submission. */
export interface InboxMessage extends Omit<MessageRow, "fields"> {
  fields: InboxFields;
}

export interface InboxDraft extends Pick<InboxMessage, "form" | "fields" | "key" | "requestId"> {
  state: "waiting" | "kept" | "held";
  /** Tries before it was stored. */
  tries?: number;
  lastError?: string | null;
}

export interface InboxFilter {
  form?: InboxForm | undefined;
  state?: InboxState | undefined;
  /** Received at or after this, milliseconds. */
  since?: number | undefined;
  /** From 1, of a thousand messages each; all of them unless given. */
  page?: number | undefined;
}

/** A contact message that is stored while its first try is under way. Until then it is not acknowledged. */
export interface Begun {
  reference: string;
  /** The source has it: it was sent before. */
  isDelivered: boolean;
  /** Null when it was stored before, by a request that may have acknowledged it. */
  claim: string | null;
}

const PAGE_SIZE = 1_000;

/** Longer than a try can take: a process that holds a claim longer has crashed. */
const LEASE_MS = 10_000;

const messageOf = (row: MessageRow): InboxMessage => ({ ...row, fields: JSON.parse(row.fields) });

interface Options {
  store: Pick<Store, "db" | "fault">;
  /** After so many a message is dead. */
  maxTries: number;
  /** The clock, milliseconds. */
  now: () => number;
  /** Called with errors during delivery. */
  onError: (error: unknown) => void;
}

/** Submissions in the store. After a write resolves, a message survives a crash of the process or the machine. */
export class Inbox {
  readonly #options: Options;
  readonly #db: Store["db"];
  #loop: WorkLoop | null = null;

  constructor(options: Options) {
    this.#options = options;
    this.#db = options.store.db;
  }

  #rowOf(draft: InboxDraft): MessageRow {
    const { form, state, fields, key, requestId, tries = 0, lastError = null } = draft;
    const now = this.#options.now();
    const reference = referenceOf(form, key);
    const dueAt = state === "waiting" ? now + backoffMs(tries, null) : null;
    const stored = { reference, form, state, key, requestId, tries, lastError, dueAt };
    return {
      ...stored,
      fields: JSON.stringify(fields),
      sender: senderOf(fields),
      deskState: state === "held" ? "spam" : "new",
      receivedAt: now,
      claim: null,
    };
  }

  /** A known key adds nothing; a message that waits is then tried soon. */
  async add(draft: InboxDraft): Promise<{ reference: string }> {
    const row = this.#rowOf(draft);
    const { reference, dueAt, lastError } = row;
    await this.#db
      .insertInto("messages")
      .values(row)
      .onConflict((conflict) => {
        const known = conflict.column("key");
        if (dueAt === null) return known.doNothing();
        const tried = known.doUpdateSet({ dueAt, lastError, claim: null });
        return tried.where("messages.state", "=", "waiting");
      })
      .execute();
    this.#loop?.wake();
    return { reference };
  }

  /** Stores a contact message before its first try, which the caller makes now. */
  async begin(draft: Omit<InboxDraft, "state">): Promise<Begun> {
    const claim = randomUUID();
    const row = this.#rowOf({ ...draft, state: "waiting", tries: 1 });
    const { reference } = row;
    const inserted = await this.#db
      .insertInto("messages")
      .values({ ...row, claim, dueAt: row.receivedAt + LEASE_MS })
      .onConflict((conflict) => conflict.column("key").doNothing())
      .returning("reference")
      .executeTakeFirst();
    if (inserted !== undefined) return { reference, isDelivered: false, claim };
    const known = await this.get(reference);
    return { reference, isDelivered: known?.state === "delivered", claim: null };
  }

  /** Forgets a message that was refused, unless it is acknowledged. */
  async withdraw({ reference, claim }: Begun): Promise<void> {
    if (claim === null) return;
    await this.#db
      .deleteFrom("messages")
      .where("reference", "=", reference)
      .where("claim", "=", claim)
      .where("state", "=", "waiting")
      .execute();
  }

  /** The source has the message. */
  async markDelivered(reference: string): Promise<void> {
    await this.#db
      .updateTable("messages")
      .set({ state: "delivered", dueAt: null, claim: null, lastError: null })
      .where("reference", "=", reference)
      .where("state", "in", ["waiting", "dead"])
      .execute();
  }

  /** Newest first. */
  async list({ form, state, since = 0, page }: InboxFilter): Promise<InboxMessage[]> {
    let query = this.#db.selectFrom("messages").selectAll().where("receivedAt", ">=", since);
    if (form !== undefined) query = query.where("form", "=", form);
    if (state !== undefined) query = query.where("state", "=", state);
    if (page !== undefined) query = query.limit(PAGE_SIZE).offset((page - 1) * PAGE_SIZE);
    const rows = await query.orderBy("receivedAt", "desc").orderBy("reference").execute();
    return rows.map(messageOf);
  }

  async stats(): Promise<InboxStats> {
    const counts = { waiting: 0, delivered: 0, dead: 0, kept: 0, held: 0 };
    const stats: InboxStats = { counts, oldestWaitingAt: null };
    const rows = await this.#db
      .selectFrom("messages")
      .select(({ fn }) => [
        "state",
        fn.countAll<number>().as("count"),
        fn.min("receivedAt").as("since"),
      ])
      .groupBy("state")
      .execute();
    for (const { state, count, since } of rows) {
      counts[state] = count;
      if (state === "waiting") stats.oldestWaitingAt = since;
    }
    return stats;
  }

  async get(reference: string): Promise<InboxMessage | null> {
    const query = this.#db.selectFrom("messages").selectAll().where("reference", "=", reference);
    const row = await query.executeTakeFirst();
    return row === undefined ? null : messageOf(row);
  }

  /** Makes a dead or held contact message due at once and resets its tries. False when it is neither. */
  async retry(reference: string): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable("messages")
      .set({ state: "waiting", tries: 0, dueAt: this.#options.now(), claim: null })
      .where("reference", "=", reference)
      .where("form", "=", "contact")
      .where("state", "in", ["dead", "held"])
      .executeTakeFirst();
    this.#loop?.wake();
    return numUpdatedRows > 0n;
  }

  async remove(reference: string): Promise<boolean> {
    await eraseMails(this.#db, reference);
    const query = this.#db.deleteFrom("messages").where("reference", "=", reference);
    return (await query.executeTakeFirst()).numDeletedRows > 0n;
  }

  /** Erases messages received before, except waiting ones. Returns how many. */
  async purge(receivedBefore: number): Promise<number> {
    const query = this.#db.deleteFrom("messages").where("receivedAt", "<", receivedBefore);
    const { numDeletedRows } = await query.where("state", "<>", "waiting").executeTakeFirst();
    return Number(numDeletedRows);
  }

  /**
   * Delivers waiting messages by `forward` until the returned function is called. Several processes may do so. What is
   * refused for good, or was tried too often, is dead.
   */
  startDelivery(forward: (message: InboxMessage) => Promise<Forwarded>): () => Promise<void> {
    const { onError } = this.#options;
    const work = async (message: InboxMessage) => this.#settle(message, await forward(message));
    this.#loop = startWorkLoop({ claim: () => this.#claim(), work, onError });
    return this.#loop.stop;
  }

  async #claim(): Promise<InboxMessage | null> {
    const { store, now } = this.#options;
    // The store says itself when it is back.
    if (store.fault() !== null) return null;
    const due = { now: now(), leaseEnd: now() + LEASE_MS };
    const row = await claimDue(this.#db, "messages", due);
    return row === undefined ? null : messageOf(row);
  }

  /** Stores the result of a try; no effect once somebody else has claimed the message. */
  async #settle({ reference, tries, claim }: InboxMessage, forwarded: Forwarded): Promise<void> {
    if (forwarded.kind === "delivered") return this.markDelivered(reference);
    const { maxTries, now } = this.#options;
    const isRefused = forwarded.kind === "refused" && !isRetryable(forwarded.status);
    const isDead = isRefused || tries >= maxTries;
    const retryAfter = forwarded.kind === "no-response" ? forwarded.retryAfterSeconds : null;
    const state: InboxState = isDead ? "dead" : "waiting";
    const dueAt = isDead ? null : now() + backoffMs(tries, retryAfter);
    await compareAndSet(this.#db, "messages", {
      read: { reference, claim, state: "waiting" },
      values: { state, dueAt, claim: null, lastError: safeErrorText(forwarded.error) },
    });
  }
}
