import type { DatabaseSync, StatementSync } from "node:sqlite";

/** One entry for each schema version; a released one is never edited. */
export const INBOX_MIGRATIONS = [
  `
  CREATE TABLE messages (
    reference TEXT PRIMARY KEY,
    form TEXT NOT NULL,
    state TEXT NOT NULL,
    fields TEXT NOT NULL,
    key TEXT NOT NULL UNIQUE,
    request_id TEXT NOT NULL,
    received_at INTEGER NOT NULL,
    tries INTEGER NOT NULL,
    due_at INTEGER,
    claim TEXT,
    last_fault TEXT
  ) STRICT;
  CREATE INDEX messages_due ON messages (due_at) WHERE state = 'waiting';
  CREATE INDEX messages_received ON messages (received_at);
  `,
] as const;

const SQL = {
  insert: `INSERT INTO messages (reference, form, state, fields, key, request_id, received_at, tries, due_at, last_fault)
     VALUES (:reference, :form, :state, :fields, :key, :requestId, :receivedAt, :tries, :dueAt, :lastError)
     ON CONFLICT (key) DO NOTHING`,
  selectByKey: "SELECT reference FROM messages WHERE key = ?",
  selectByReference: "SELECT * FROM messages WHERE reference = ?",
  list: `SELECT * FROM messages
     WHERE (:form IS NULL OR form = :form) AND (:state IS NULL OR state = :state)
       AND received_at >= :since
     ORDER BY received_at DESC, reference`,
  stats: "SELECT state, count(*) AS count, min(received_at) AS since FROM messages GROUP BY state",
  claimDue: `UPDATE messages SET tries = tries + 1, due_at = :leaseEnd, claim = :claim
     WHERE reference = (
       SELECT reference FROM messages WHERE state = 'waiting' AND due_at <= :now ORDER BY due_at LIMIT 1
     ) RETURNING *`,
  nextDue: "SELECT min(due_at) AS at FROM messages WHERE state = 'waiting'",
  settleDelivered: `UPDATE messages SET state = 'delivered', fields = '{}', due_at = NULL, claim = NULL, last_fault = NULL
     WHERE reference = ? AND state IN ('waiting', 'dead')`,
  // No effect once another process has claimed the message.
  settleFailed: `UPDATE messages SET state = :state, due_at = :dueAt, claim = NULL, last_fault = :error
     WHERE reference = :reference AND claim = :claim AND state = 'waiting'`,
  retry: `UPDATE messages SET state = 'waiting', tries = 0, due_at = ?, claim = NULL
     WHERE reference = ? AND form = 'contact' AND state IN ('dead', 'held')`,
  erase: "DELETE FROM messages WHERE reference = ?",
  eraseOld: "DELETE FROM messages WHERE received_at < ? AND state <> 'waiting'",
} as const;

export type InboxStatements = Record<keyof typeof SQL, StatementSync>;

export function prepareStatements(db: DatabaseSync): InboxStatements {
  return {
    insert: db.prepare(SQL.insert),
    selectByKey: db.prepare(SQL.selectByKey),
    selectByReference: db.prepare(SQL.selectByReference),
    list: db.prepare(SQL.list),
    stats: db.prepare(SQL.stats),
    claimDue: db.prepare(SQL.claimDue),
    nextDue: db.prepare(SQL.nextDue),
    settleDelivered: db.prepare(SQL.settleDelivered),
    settleFailed: db.prepare(SQL.settleFailed),
    retry: db.prepare(SQL.retry),
    erase: db.prepare(SQL.erase),
    eraseOld: db.prepare(SQL.eraseOld),
  };
}
