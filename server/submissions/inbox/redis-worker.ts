import type { RedisLink } from "../../storage/redis-connection.ts";
import type { Deliver } from "./inbox.ts";
import {
  type MessageJob,
  messageOfJob,
  RetryLaterError,
  retryDelay,
  type StoredMessage,
} from "./redis-jobs.ts";
import { errorReporter, loadBullmq, OUTGOING_QUEUE, QUEUE_OPTIONS } from "./redis-queues.ts";

const CONCURRENCY = 4;
/** Longer than a try can take: a worker that holds a job longer has crashed. */
const LEASE_MS = 10_000;
const CLOSE_MS = 5_000;
/** A job whose worker crashed is always taken up again. */
const MAX_STALLED = 1_000_000;

interface WorkerOptions {
  link: RedisLink;
  deliver: Deliver;
  onError: (error: unknown) => void;
}

async function deliverJob(
  job: MessageJob,
  { deliver, onError }: Pick<WorkerOptions, "deliver" | "onError">,
): Promise<void> {
  const { data } = job;
  if (data.state === "delivered") return;
  const tries = data.tries + job.attemptsMade + 1;
  const delivery = await deliver({ ...messageOfJob(job, "waiting"), tries }).catch(
    (error: unknown) => {
      onError(error);
      throw new RetryLaterError({
        kind: "later",
        retryAfterSeconds: null,
        error: "internal error",
      });
    },
  );
  if (delivery.kind === "later") throw new RetryLaterError(delivery);
  if (delivery.kind === "never") throw new (loadBullmq().UnrecoverableError)(delivery.error);
  await job.updateData({ ...data, state: "delivered", fields: {}, lastError: null });
}

/** Delivers outgoing messages until the returned function is called. */
export function startWorker({ link, deliver, onError }: WorkerOptions): () => Promise<void> {
  const { Worker } = loadBullmq();
  const connection = link.connectPatiently();
  const worker = new Worker<StoredMessage, void, string>(
    OUTGOING_QUEUE,
    (job) => deliverJob(job, { deliver, onError }),
    {
      ...QUEUE_OPTIONS,
      connection,
      concurrency: CONCURRENCY,
      lockDuration: LEASE_MS,
      // No try takes longer; and a worker that cannot close, with a Redis just lost, would renew for ever.
      skipLockRenewal: true,
      stalledInterval: LEASE_MS / 2,
      maxStalledCount: MAX_STALLED,
      settings: {
        backoffStrategy: (attemptsMade, _type, error, job) =>
          retryDelay(Number(job?.data.tries ?? 0) + attemptsMade, error),
      },
    },
  );
  worker.on("error", errorReporter(link, onError));
  return async () => {
    const timeout = new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref());
    await Promise.race([worker.close(!link.isUp()), timeout]);
    connection.disconnect();
  };
}
