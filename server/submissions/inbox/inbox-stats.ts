/**
 * `waiting`: to be delivered to the source. `delivered`: the source has it, its fields are erased here.
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

export const emptyInboxStats = (): InboxStats => ({
  counts: { waiting: 0, delivered: 0, dead: 0, kept: 0, held: 0 },
  oldestWaitingAt: null,
});
