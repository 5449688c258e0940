import { type RedisLink, whenUp } from "../../storage/redis-connection.ts";
import type { Inbox, InboxFilter, InboxMessage } from "./inbox.ts";
import { statsOfMessages } from "./inbox-rows.ts";
import { firstDelay, messageOfJob } from "./redis-jobs.ts";
import {
  closeQueues,
  eraseJob,
  eraseOldJobs,
  findJob,
  openQueues,
  type RedisQueues,
  readJobs,
  retryJob,
  storeMessage,
} from "./redis-queues.ts";
import { startWorker } from "./redis-worker.ts";
import { referenceOf } from "./reference-number.ts";

export interface RedisInboxOptions {
  link: RedisLink;
  /** After this many tries a message is dead. */
  maxTries: number;
  /** The clock for `receivedAt`, milliseconds; BullMQ schedules by its own. */
  now: () => number;
  /** Called with storage errors during delivery. */
  onError: (error: unknown) => void;
}

export interface RedisInbox extends Inbox {
  /** Takes over a message for staff from another inbox, with its reference. */
  takeOver(message: InboxMessage): Promise<void>;
}

async function readMessages(
  queues: RedisQueues,
  { form, state, since = 0 }: InboxFilter,
): Promise<InboxMessage[]> {
  const jobs = await readJobs(queues, state);
  return jobs
    .map((found) => messageOfJob(found.job, found.state))
    .filter((message) => (form ?? message.form) === message.form && message.receivedAt >= since)
    .sort((a, b) => b.receivedAt - a.receivedAt || (a.reference < b.reference ? -1 : 1));
}

/**
 * The inbox shared by several instances, on BullMQ. A message is a job whose id is its idempotency
 * key: messages for the source are in a queue with workers, those for staff in one without.
 */
export function openRedisInbox({ link, maxTries, now, onError }: RedisInboxOptions): RedisInbox {
  const queues = openQueues({ link, maxTries, onError });
  const run = <Result>(work: () => Promise<Result>) => whenUp(link, work);
  let stopWorker: (() => Promise<void>) | null = null;

  async function stopDelivery(): Promise<void> {
    const stop = stopWorker;
    stopWorker = null;
    await stop?.();
  }

  return {
    add: (draft) =>
      run(async () => {
        const reference = referenceOf(draft.form, draft.key);
        const message = { ...draft, reference, receivedAt: now() };
        return { reference: await storeMessage(queues, message, firstDelay(draft)) };
      }),
    takeOver: ({ dueAt: _, state, ...message }) =>
      run(async () => {
        if (state !== "kept" && state !== "held") throw new Error(`${state} is not taken over`);
        await storeMessage(queues, { ...message, state }, 0);
      }),
    list: (filter) => run(() => readMessages(queues, filter)),
    inboxStats: () => run(async () => statsOfMessages(await readMessages(queues, {}))),
    get: (reference) =>
      run(async () => {
        const found = await findJob(queues, reference);
        return found ? messageOfJob(found.job, found.state) : null;
      }),
    retry: (reference) => run(() => retryJob(queues, reference)),
    remove: (reference) =>
      run(async () => {
        const found = await findJob(queues, reference);
        return found ? eraseJob(queues, found.job) : false;
      }),
    purge: (receivedBefore) => run(() => eraseOldJobs(queues, receivedBefore)),
    startDelivery(deliver) {
      stopWorker = startWorker({ link, deliver, onError });
      return stopDelivery;
    },
    async close() {
      await stopDelivery();
      if (link.isUp()) await closeQueues(queues);
    },
  };
}
