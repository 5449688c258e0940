import { openPrivateDatabase } from "../../storage/sqlite-database.ts";
import { startWorkLoop, type WorkLoop } from "../../work-loop.ts";
import type { Inbox, InboxDraft, InboxMessage } from "./inbox.ts";
import { messageOf, statsOf } from "./inbox-rows.ts";
import { referenceOf } from "./reference-number.ts";
import { createClaimableStore, nextTryAt } from "./sqlite-claims.ts";
import { INBOX_MIGRATIONS, type InboxStatements, prepareStatements } from "./sqlite-statements.ts";

export interface SqliteInboxOptions {
  /** Folder of `inbox.sqlite`, which only the site's account can read. */
  dataDir: string;
  /** After this many tries a message is dead. */
  maxTries: number;
  /** The clock, milliseconds. */
  now: () => number;
  /** Called with storage errors during delivery. */
  onError: (error: unknown) => void;
}

function insertDraft(
  { insert, selectByKey }: InboxStatements,
  { fields, ...draft }: InboxDraft,
  nowMs: number,
): { reference: string; isNew: boolean } {
  const reference = referenceOf(draft.form, draft.key);
  const { tries } = draft;
  const isWaiting = draft.state === "waiting";
  const { changes } = insert.run({
    ...draft,
    reference,
    dueAt: isWaiting ? nextTryAt(nowMs, { tries, retryAfterSeconds: null }) : null,
    fields: JSON.stringify(fields),
    receivedAt: nowMs,
  });
  if (Number(changes) > 0) return { reference, isNew: true };
  return { reference: String(selectByKey.get(draft.key)?.reference), isNew: false };
}

/** The inbox of one machine. Several processes may open the same file. */
export function openSqliteInbox({ dataDir, maxTries, now, onError }: SqliteInboxOptions): Inbox {
  const db = openPrivateDatabase({ dataDir, name: "inbox.sqlite", migrations: INBOX_MIGRATIONS });
  const statements = prepareStatements(db);
  const store = createClaimableStore(statements, { maxTries, now });
  let loop: WorkLoop | null = null;

  return {
    async add(draft) {
      const { reference, isNew } = insertDraft(statements, draft, now());
      if (isNew) loop?.wake();
      return { reference };
    },
    async list({ form = null, state = null, since = 0 }) {
      return statements.list.all({ form, state, since }).map(messageOf);
    },
    inboxStats: async () => statsOf(statements.stats.all()),
    async get(reference): Promise<InboxMessage | null> {
      const row = statements.selectByReference.get(reference);
      return row === undefined ? null : messageOf(row);
    },
    async retry(reference) {
      const { changes } = statements.retry.run(now(), reference);
      loop?.wake();
      return Number(changes) > 0;
    },
    remove: async (reference) => Number(statements.erase.run(reference).changes) > 0,
    purge: async (receivedBefore) => Number(statements.eraseOld.run(receivedBefore).changes),
    startDelivery(deliver) {
      loop = startWorkLoop({
        claim: store.claim,
        work: async (claimed) => store.settle(claimed, await deliver(claimed.message)),
        untilNext: store.untilNext,
        onError,
      });
      return loop.stop;
    },
    async close() {
      await loop?.stop();
      if (db.isOpen) db.close();
    },
  };
}
