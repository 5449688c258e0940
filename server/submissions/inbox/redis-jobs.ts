import type { Job, JobsOptions, JobType } from "bullmq";
import type { InboxState } from "../../contract/inbox-stats.ts";
import { backoffMs } from "./backoff.ts";
import type { Delivery, InboxDraft, InboxMessage } from "./inbox.ts";

/** The data of a job: the message as received. BullMQ itself stores the later tries and the state. */
export interface StoredMessage
  extends Pick<
    InboxMessage,
    "reference" | "form" | "fields" | "key" | "requestId" | "receivedAt" | "lastError"
  > {
  /** `delivered` as soon as the source has it: a crash right after does not send it again. */
  state: "waiting" | "kept" | "held" | "delivered";
  /** Tries before it was stored. */
  tries: number;
  /** The name of `lastError` in jobs that releases before 2026-11-22 stored. */
  lastFault?: string | null;
}

export type MessageJob = Job<StoredMessage>;

/** The BullMQ job types of outgoing messages, by message state. */
export const JOB_TYPES = {
  waiting: ["delayed", "wait", "prioritized", "active"],
  dead: ["failed"],
  delivered: ["completed"],
} as const satisfies Partial<Record<InboxState, JobType[]>>;

/** Prefixed, since BullMQ refuses numeric ids. */
export const jobIdOf = (key: string): string => `message-${key}`;

/** `dueAt` is exact to within the duration of a try. */
export function messageOfJob(job: MessageJob, state: InboxState): InboxMessage {
  const { failedReason, attemptsMade, processedOn, timestamp, delay } = job;
  const { lastFault = null, ...data } = job.data;
  return {
    ...data,
    state,
    tries: data.tries + attemptsMade,
    dueAt: state === "waiting" ? (processedOn ?? timestamp) + delay : null,
    lastError: state === "delivered" ? null : failedReason || (data.lastError ?? lastFault),
  };
}

export function jobOptions(
  { key, tries }: StoredMessage,
  { delay, maxTries }: { delay: number; maxTries: number },
): JobsOptions {
  return {
    jobId: jobIdOf(key),
    delay,
    attempts: Math.max(1, maxTries - tries),
    backoff: { type: "custom" },
    stackTraceLimit: 0,
  };
}

/** Fails a job that is to be retried. Its message never contains text of the source or the visitor. */
export class RetryLaterError extends Error {
  override name = "RetryLaterError";
  readonly retryAfterSeconds: number | null;

  constructor({ error, retryAfterSeconds }: Extract<Delivery, { kind: "later" }>) {
    super(error);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The delay before the first try of a new message, milliseconds. */
export function firstDelay({ state, tries }: Pick<InboxDraft, "state" | "tries">): number {
  if (state !== "waiting") return 0;
  return backoffMs({ tries, retryAfterSeconds: null, random: Math.random() });
}

/** The delay after `tries` failed tries, milliseconds. */
export function retryDelay(tries: number, error: Error | undefined): number {
  const retryAfterSeconds = error instanceof RetryLaterError ? error.retryAfterSeconds : null;
  return backoffMs({ tries, retryAfterSeconds, random: Math.random() });
}
