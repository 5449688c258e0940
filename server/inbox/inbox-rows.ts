import * as z from "zod";
import { INBOX_FORMS } from "../../shared/forms/form-names.ts";
import { emptyCensus, INBOX_STATES, type InboxCensus, type InboxMessage } from "./inbox.ts";

/** One entry a schema version; one that has shipped is never edited. */
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

const fields = z.record(z.string(), z.union([z.string(), z.array(z.string())]));

const row = z
  .object({
    reference: z.string(),
    form: z.enum(INBOX_FORMS),
    state: z.enum(INBOX_STATES),
    fields: z.string().transform((text) => fields.parse(JSON.parse(text))),
    key: z.string(),
    request_id: z.string(),
    received_at: z.number(),
    tries: z.number(),
    due_at: z.number().nullable(),
    last_fault: z.string().nullable(),
  })
  .transform(
    ({ request_id, received_at, due_at, last_fault, ...same }): InboxMessage => ({
      ...same,
      requestId: request_id,
      receivedAt: received_at,
      dueAt: due_at,
      lastFault: last_fault,
    }),
  );

/** A message out of its row. */
export function messageOf(stored: unknown): InboxMessage {
  return row.parse(stored);
}

/** For each state how many there are, and since when. */
export const CENSUS =
  "SELECT state, count(*) AS count, min(received_at) AS since FROM messages GROUP BY state";

const censusRow = z.object({ state: z.enum(INBOX_STATES), count: z.number(), since: z.number() });

/** The rows of `CENSUS` together. */
export function censusOf(rows: readonly unknown[]): InboxCensus {
  const census = emptyCensus();
  for (const row of rows) {
    const { state, count, since } = censusRow.parse(row);
    census.counts[state] = count;
    if (state === "waiting") census.oldestWaitingAt = since;
  }
  return census;
}

/** The same by looking at each message. */
export function censusOfMessages(messages: readonly InboxMessage[]): InboxCensus {
  const census = emptyCensus();
  for (const { state, receivedAt } of messages) {
    census.counts[state] += 1;
    if (state === "waiting" && receivedAt < (census.oldestWaitingAt ?? Number.POSITIVE_INFINITY))
      census.oldestWaitingAt = receivedAt;
  }
  return census;
}
