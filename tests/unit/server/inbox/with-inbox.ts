import type { Test } from "tap";
import type { Inbox, InboxDraft } from "../../../../server/inbox/inbox.ts";
import { openSqliteInbox } from "../../../../server/inbox/sqlite-inbox.ts";

/** A clock that the test moves. */
export interface Clock {
  ms: number;
}

/** What the tests of every store have in hand. `place` names the store to another process. */
export interface OpenedInbox {
  inbox: Inbox;
  place: string;
  clock: Clock;
  faults: unknown[];
}

export function draft(part: Partial<InboxDraft> = {}): InboxDraft {
  return {
    form: "contact",
    state: "waiting",
    fields: { name: "Asha", message: "Habari" },
    key: `key-${Math.random()}`,
    requestId: "request-1",
    tries: 1,
    lastFault: "content-api: timeout",
    ...part,
  };
}

/** An inbox over a folder of the test; a second one over the same folder is another process's. */
export function withInbox(
  t: Test,
  { dataDir = t.testdir(), maxTries = 3 }: { dataDir?: string; maxTries?: number } = {},
): { inbox: Inbox; dataDir: string; clock: Clock; faults: unknown[] } {
  const clock: Clock = { ms: Date.parse("2026-06-17T09:00:00Z") };
  const faults: unknown[] = [];
  const inbox = openSqliteInbox({
    ...{ dataDir, maxTries, now: () => clock.ms },
    onFault: (fault) => void faults.push(fault),
  });
  t.teardown(() => inbox.close());
  return { inbox, dataDir, clock, faults };
}

/** Resolves when `isDone` is true; the test's own time limit ends a wait in vain. */
export async function until(isDone: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isDone())) await new Promise((resolve) => setTimeout(resolve, 10));
}
