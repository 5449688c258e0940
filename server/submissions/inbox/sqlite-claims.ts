import { randomUUID } from "node:crypto";
import { backoffMs } from "./backoff.ts";
import type { Delivery, InboxMessage } from "./inbox.ts";
import { messageOf } from "./inbox-rows.ts";
import type { InboxStatements } from "./sqlite-statements.ts";

/** A message that only this process may deliver until the lease ends. */
interface Claimed {
  message: InboxMessage;
  claim: string;
}

export interface ClaimableStore {
  /** Null when nothing is due. */
  claim(): Claimed | null;
  settle(claimed: Claimed, delivery: Delivery): void;
  /** Milliseconds until the next message is due; null when none waits. */
  untilNext(): number | null;
}

/** Longer than a try can take: a process that holds a claim longer has crashed. */
const LEASE_MS = 10_000;

/** The time of the next try, milliseconds. */
export function nextTryAt(
  nowMs: number,
  { tries, retryAfterSeconds }: { tries: number; retryAfterSeconds: number | null },
): number {
  return nowMs + backoffMs({ tries, retryAfterSeconds, random: Math.random() });
}

/** Claims due messages and stores the result of each try. */
export function createClaimableStore(
  statements: InboxStatements,
  { maxTries, now }: { maxTries: number; now: () => number },
): ClaimableStore {
  function untilNext(): number | null {
    const at = statements.nextDue.get()?.at;
    return typeof at === "number" ? at - now() : null;
  }

  function claim(): Claimed | null {
    if ((untilNext() ?? 1) > 0) return null;
    const id = randomUUID();
    const row = statements.claimDue.get({ claim: id, now: now(), leaseEnd: now() + LEASE_MS });
    return row === undefined ? null : { message: messageOf(row), claim: id };
  }

  function settle({ message, claim }: Claimed, delivery: Delivery): void {
    const { reference, tries } = message;
    if (delivery.kind === "delivered") {
      statements.settleDelivered.run(reference);
      return;
    }
    const { error } = delivery;
    const isDead = delivery.kind === "never" || tries >= maxTries;
    const dueAt = isDead
      ? null
      : nextTryAt(now(), { tries, retryAfterSeconds: delivery.retryAfterSeconds });
    const state = isDead ? "dead" : "waiting";
    statements.settleFailed.run({ reference, claim, error, dueAt, state });
  }

  return { claim, settle, untilNext };
}
