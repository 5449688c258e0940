import type { Test } from "tap";
import type { Inbox, InboxDraft } from "../../../../../server/submissions/inbox/inbox.ts";
import { openSqliteInbox } from "../../../../../server/submissions/inbox/sqlite-inbox.ts";
import { testFolder } from "../../../../setup/test-folder.ts";

/** A clock that the test moves. */
export interface Clock {
  ms: number;
}

/** An open inbox of any store. `place` opens the same store in another process. */
export interface OpenedInbox {
  inbox: Inbox;
  place: string;
  clock: Clock;
  errors: unknown[];
}

export function draft(part: Partial<InboxDraft> = {}): InboxDraft {
  return {
    form: "contact",
    state: "waiting",
    fields: { name: "Asha", message: "Habari" },
    key: `key-${Math.random()}`,
    requestId: "request-1",
    tries: 1,
    lastError: "content-api: timeout",
    ...part,
  };
}

/** A SQLite inbox in a folder of the test; a second one over the folder stands for another process. */
export function withInbox(
  t: Test,
  { dataDir = testFolder(t), maxTries = 3 }: { dataDir?: string; maxTries?: number } = {},
): { inbox: Inbox; dataDir: string; clock: Clock; errors: unknown[] } {
  const clock: Clock = { ms: Date.parse("2026-06-17T09:00:00Z") };
  const errors: unknown[] = [];
  const inbox = openSqliteInbox({
    dataDir,
    maxTries,
    now: () => clock.ms,
    onError: (error) => void errors.push(error),
  });
  t.teardown(() => inbox.close());
  return { inbox, dataDir, clock, errors };
}
