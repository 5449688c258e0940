import * as z from "zod";
import { INBOX_FORMS } from "../../../shared/forms/form-names.ts";
import { emptyInboxStats, INBOX_STATES, type InboxStats } from "../../contract/inbox-stats.ts";
import type { InboxMessage } from "./inbox.ts";

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
      lastError: last_fault,
    }),
  );

/** Parses a row of the `messages` table. */
export function messageOf(stored: unknown): InboxMessage {
  return row.parse(stored);
}

const statsRow = z.object({ state: z.enum(INBOX_STATES), count: z.number(), since: z.number() });

/** Stats from rows grouped by state. */
export function statsOf(rows: readonly unknown[]): InboxStats {
  const stats = emptyInboxStats();
  for (const row of rows) {
    const { state, count, since } = statsRow.parse(row);
    stats.counts[state] = count;
    if (state === "waiting") stats.oldestWaitingAt = since;
  }
  return stats;
}

/** Stats counted over all messages. */
export function statsOfMessages(messages: readonly InboxMessage[]): InboxStats {
  const stats = emptyInboxStats();
  for (const { state, receivedAt } of messages) {
    stats.counts[state] += 1;
    if (state === "waiting")
      stats.oldestWaitingAt = Math.min(receivedAt, stats.oldestWaitingAt ?? receivedAt);
  }
  return stats;
}
