import type { Job, JobType } from "bullmq";
import { backoffMs } from "./backoff.ts";
import type { Delivery, InboxMessage, InboxState } from "./inbox.ts";

/** What a job holds: the message as it came in. BullMQ keeps the tries made since, and the state. */
export interface StoredMessage
  extends Pick<
    InboxMessage,
    "reference" | "form" | "fields" | "key" | "requestId" | "receivedAt" | "lastFault"
  > {
  /** `delivered` as soon as the source has it, so that a death right after cannot send it again. */
  state: "waiting" | "kept" | "held" | "delivered";
  /** Made before it was stored. */
  tries: number;
}

export type MessageJob = Job<StoredMessage>;

/** Where BullMQ keeps the messages that are to be delivered, by their state. */
export const JOB_TYPES = {
  waiting: ["delayed", "wait", "prioritized", "active"],
  dead: ["failed"],
  delivered: ["completed"],
} as const satisfies Partial<Record<InboxState, JobType[]>>;

/** BullMQ takes no name that could be a number. */
export const jobIdOf = (key: string): string => `message-${key}`;

/** A message out of its job. The time of the next try is right to within the length of a try. */
export function messageOfJob(job: MessageJob, state: InboxState): InboxMessage {
  const { data, failedReason, attemptsMade, processedOn, timestamp, delay } = job;
  return {
    ...data,
    state,
    tries: data.tries + attemptsMade,
    dueAt: state === "waiting" ? (processedOn ?? timestamp) + delay : null,
    lastFault: state === "delivered" ? null : failedReason || data.lastFault,
  };
}

/** A try that failed and may be repeated after a while. The message holds our own words alone. */
export class TryLater extends Error {
  override name = "TryLater";
  readonly retryAfterSeconds: number | null;

  constructor({ fault, retryAfterSeconds }: Extract<Delivery, { kind: "later" }>) {
    super(fault);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The wait after a try, counted from the very first one. */
export function waitAfter(attemptsMade: number, fault: Error | undefined, before: number): number {
  const retryAfterSeconds = fault instanceof TryLater ? fault.retryAfterSeconds : null;
  return backoffMs({ tries: before + attemptsMade, retryAfterSeconds, random: Math.random() });
}
