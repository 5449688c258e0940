import { createRequire } from "node:module";
import type { Queue } from "bullmq";
import type { InboxState } from "../../contract/inbox-stats.ts";
import { type RedisLink, redisError } from "../../storage/redis-connection.ts";
import {
  JOB_TYPES,
  jobIdOf,
  jobOptions,
  type MessageJob,
  type StoredMessage,
} from "./redis-jobs.ts";

/** Loaded with the first queue: an instance without Redis does not need it. */
export const loadBullmq = (): typeof import("bullmq") => createRequire(import.meta.url)("bullmq");

/** Options shared by queues and workers. */
export const QUEUE_OPTIONS = { prefix: "site", skipVersionCheck: true } as const;
export const OUTGOING_QUEUE = "inbox";
const STAFF_QUEUE = "inbox-aside";

type MessageQueue = Queue<StoredMessage, void, string>;

export interface RedisQueues {
  /** Messages for the source, processed by workers. */
  outgoing: MessageQueue;
  /** Messages for staff; no worker processes them. */
  staff: MessageQueue;
  /** After this many tries a message is dead. */
  maxTries: number;
}

export interface JobWithState {
  job: MessageJob;
  state: InboxState;
}

/** Reports errors of BullMQ, except those that follow from the lost connection. */
export function errorReporter(
  link: Pick<RedisLink, "isUp">,
  onError: (error: unknown) => void,
): (error: unknown) => void {
  return (error) => {
    if (link.isUp()) onError(redisError(error));
  };
}

export function openQueues(options: {
  link: RedisLink;
  maxTries: number;
  onError: (error: unknown) => void;
}): RedisQueues {
  const { link, maxTries, onError } = options;
  const { Queue } = loadBullmq();
  const open = (name: string): MessageQueue => {
    const queue: MessageQueue = new Queue(name, { ...QUEUE_OPTIONS, connection: link.client });
    queue.on("error", errorReporter(link, onError));
    return queue;
  };
  return { outgoing: open(OUTGOING_QUEUE), staff: open(STAFF_QUEUE), maxTries };
}

export async function closeQueues({ outgoing, staff }: RedisQueues): Promise<void> {
  await Promise.all([outgoing.close(), staff.close()]);
}

/** Adds a message unless its key is known. Returns the reference it is stored under. */
export async function storeMessage(
  { outgoing, staff, maxTries }: RedisQueues,
  message: StoredMessage,
  delay: number,
): Promise<string> {
  const jobId = jobIdOf(message.key);
  const [queue, other] = message.state === "waiting" ? [outgoing, staff] : [staff, outgoing];
  const known = await other.getJob(jobId);
  if (known) return known.data.reference;
  await queue.add(message.form, message, jobOptions(message, { delay, maxTries }));
  // BullMQ leaves an existing job with this id unchanged.
  return (await queue.getJob(jobId))?.data.reference ?? message.reference;
}

/** All jobs, or those in one state. A job that moves between two reads is listed once. */
export async function readJobs(
  { outgoing, staff }: RedisQueues,
  wanted?: InboxState,
): Promise<JobWithState[]> {
  const found = new Map<string, JobWithState>();
  const collect = (job: MessageJob | undefined, state: InboxState) => {
    if (job?.data.key && (wanted ?? state) === state) found.set(job.data.key, { job, state });
  };
  for (const job of await staff.getJobs(["wait"])) collect(job, job.data.state);
  for (const state of ["waiting", "dead", "delivered"] as const)
    if ((wanted ?? state) === state)
      for (const job of await outgoing.getJobs([...JOB_TYPES[state]])) collect(job, state);
  return [...found.values()];
}

export async function findJob(
  queues: RedisQueues,
  reference: string,
): Promise<JobWithState | undefined> {
  const jobs = await readJobs(queues);
  return jobs.find(({ job }) => job.data.reference === reference);
}

export async function eraseJob(
  { outgoing, staff }: RedisQueues,
  { data, id = "" }: MessageJob,
): Promise<boolean> {
  const isOutgoing = data.state === "waiting" || data.state === "delivered";
  return (await (isOutgoing ? outgoing : staff).remove(id)) > 0;
}

/** Erases messages received before, except waiting ones. Returns how many. */
export async function eraseOldJobs(queues: RedisQueues, receivedBefore: number): Promise<number> {
  let count = 0;
  for (const { job, state } of await readJobs(queues))
    if (
      state !== "waiting" &&
      job.data.receivedAt < receivedBefore &&
      (await eraseJob(queues, job))
    )
      count += 1;
  return count;
}

/** Makes a dead or held contact message due at once. */
export async function retryJob(queues: RedisQueues, reference: string): Promise<boolean> {
  const { job, state } = (await findJob(queues, reference)) ?? {};
  if (job?.data.form !== "contact") return false;
  const message: StoredMessage = { ...job.data, state: "waiting", tries: 0 };
  if (state === "dead") {
    await job.updateData(message);
    await job.retry("failed", { resetAttemptsMade: true });
    return true;
  }
  if (state !== "held") return false;
  // Added before the removal: a crash between the two loses nothing.
  const { outgoing, maxTries } = queues;
  await outgoing.add(message.form, message, jobOptions(message, { delay: 0, maxTries }));
  await eraseJob(queues, job);
  return true;
}
