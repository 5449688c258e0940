import { randomUUID } from "node:crypto";
import { closeSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "../storage/database.ts";
import { backoffMs } from "./backoff.ts";
import { type Claimed, type DeliveryLoop, startDeliveryLoop } from "./delivery-loop.ts";
import type { Delivery, Inbox, InboxMessage } from "./inbox.ts";
import { CENSUS, censusOf, INBOX_MIGRATIONS, messageOf } from "./inbox-rows.ts";
import { makeReference } from "./make-reference.ts";

/** Longer than a try can take: whoever holds a claim this old is dead. */
const LEASE_MS = 10_000;

export interface SqliteInboxOptions {
  /** Holds `inbox.sqlite`, readable for the account that runs the site alone. */
  dataDir: string;
  /** After this many tries a message is dead. */
  maxTries: number;
  /** The clock, milliseconds. */
  now: () => number;
  /** Told of faults of the store while delivering. */
  onFault: (fault: unknown) => void;
}

/** The inbox of one machine: any number of processes over one file. */
export function openSqliteInbox({ dataDir, maxTries, now, onFault }: SqliteInboxOptions): Inbox {
  const file = join(dataDir, "inbox.sqlite");
  mkdirSync(dataDir, { recursive: true });
  // Made before SQLite opens it, so that its journal gets the same permissions.
  closeSync(openSync(file, "a", 0o600));
  const db = openDatabase({ file, migrations: INBOX_MIGRATIONS });
  // What is deleted is overwritten: a person asked for it.
  db.exec("PRAGMA secure_delete = ON");

  const insert = db.prepare(
    `INSERT INTO messages (reference, form, state, fields, key, request_id, received_at, tries, due_at, last_fault)
     VALUES (:reference, :form, :state, :fields, :key, :requestId, :receivedAt, :tries, :dueAt, :lastFault)
     ON CONFLICT (key) DO NOTHING`,
  );
  const byKey = db.prepare("SELECT reference FROM messages WHERE key = ?");
  const byReference = db.prepare("SELECT * FROM messages WHERE reference = ?");
  const listed = db.prepare(
    `SELECT * FROM messages
     WHERE (:form IS NULL OR form = :form) AND (:state IS NULL OR state = :state)
       AND received_at >= :since
     ORDER BY received_at DESC, reference`,
  );
  const counted = db.prepare(CENSUS);
  const takeDue = db.prepare(
    `UPDATE messages SET tries = tries + 1, due_at = :leaseEnd, claim = :claim
     WHERE reference = (
       SELECT reference FROM messages WHERE state = 'waiting' AND due_at <= :now ORDER BY due_at LIMIT 1
     ) RETURNING *`,
  );
  const soonest = db.prepare("SELECT min(due_at) AS at FROM messages WHERE state = 'waiting'");
  const settleDelivered = db.prepare(
    `UPDATE messages SET state = 'delivered', fields = '{}', due_at = NULL, claim = NULL, last_fault = NULL
     WHERE reference = ? AND state IN ('waiting', 'dead')`,
  );
  // Whoever lost the claim meanwhile has no say any more.
  const settleFailed = db.prepare(
    `UPDATE messages SET state = :state, due_at = :dueAt, claim = NULL, last_fault = :fault
     WHERE reference = :reference AND claim = :claim AND state = 'waiting'`,
  );
  const makeDue = db.prepare(
    `UPDATE messages SET state = 'waiting', tries = 0, due_at = ?, claim = NULL
     WHERE reference = ? AND form = 'contact' AND state IN ('dead', 'held')`,
  );
  const erase = db.prepare("DELETE FROM messages WHERE reference = ?");
  const eraseOld = db.prepare("DELETE FROM messages WHERE received_at < ? AND state <> 'waiting'");
  let loop: DeliveryLoop | null = null;

  const wait = (tries: number, retryAfterSeconds: number | null) =>
    now() + backoffMs({ tries, retryAfterSeconds, random: Math.random() });

  function settle({ message, claim }: Claimed, delivery: Delivery): void {
    const { reference, tries } = message;
    if (delivery.kind === "delivered") return void settleDelivered.run(reference);
    const { fault } = delivery;
    const isOver = delivery.kind === "never" || tries >= maxTries;
    const dueAt = isOver ? null : wait(tries, delivery.retryAfterSeconds);
    settleFailed.run({ reference, claim, fault, dueAt, state: isOver ? "dead" : "waiting" });
  }

  function claimDue(): Claimed | null {
    if ((untilNext() ?? 1) > 0) return null;
    const claim = randomUUID();
    const row = takeDue.get({ claim, now: now(), leaseEnd: now() + LEASE_MS });
    return row === undefined ? null : { message: messageOf(row), claim };
  }

  function untilNext(): number | null {
    const at = soonest.get()?.at;
    return typeof at === "number" ? at - now() : null;
  }

  return {
    async add({ state, fields, ...draft }) {
      const dueAt = state === "waiting" ? wait(draft.tries, null) : null;
      const reference = makeReference(draft.form);
      const { changes } = insert.run({
        ...{ ...draft, state, dueAt, reference },
        fields: JSON.stringify(fields),
        receivedAt: now(),
      });
      if (Number(changes) > 0) {
        loop?.wake();
        return { reference, isNew: true };
      }
      return { reference: String(byKey.get(draft.key)?.reference), isNew: false };
    },
    async list({ form, state, since }) {
      const rows = listed.all({ form: form ?? null, state: state ?? null, since: since ?? 0 });
      return rows.map(messageOf);
    },
    census: async () => censusOf(counted.all()),
    async get(reference): Promise<InboxMessage | null> {
      const row = byReference.get(reference);
      return row === undefined ? null : messageOf(row);
    },
    async retry(reference) {
      const { changes } = makeDue.run(now(), reference);
      loop?.wake();
      return Number(changes) > 0;
    },
    remove: async (reference) => Number(erase.run(reference).changes) > 0,
    purge: async (receivedBefore) => Number(eraseOld.run(receivedBefore).changes),
    startDelivery(deliver) {
      loop = startDeliveryLoop({ store: { claim: claimDue, settle, untilNext }, deliver, onFault });
      return loop.stop;
    },
    async close() {
      await loop?.stop();
      if (db.isOpen) db.close();
    },
  };
}
