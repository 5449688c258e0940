import { createRequire } from "node:module";
import { type RedisLink, redisFault } from "../storage/redis-link.ts";
import { backoffMs } from "./backoff.ts";
import type { Deliver, Inbox, InboxMessage, InboxState } from "./inbox.ts";
import { censusOfMessages } from "./inbox-rows.ts";
import { makeReference } from "./make-reference.ts";
import {
  JOB_TYPES,
  jobIdOf,
  type MessageJob,
  messageOfJob,
  type StoredMessage,
  TryLater,
  waitAfter,
} from "./redis-jobs.ts";

const AT_ONCE = 4;
/** Read when a queue is opened: an instance that is alone starts without it. */
const bullmq = (): typeof import("bullmq") => createRequire(import.meta.url)("bullmq");

/** Longer than a try can take: whoever holds a job this old is dead. */
const LEASE_MS = 10_000;
const CLOSE_MS = 5_000;
const ENDLESSLY = 1_000_000;

export interface RedisInboxOptions {
  link: RedisLink;
  /** After this many tries a message is dead. */
  maxTries: number;
  /** The clock for what is received; BullMQ has its own for what is due. */
  now: () => number;
  /** Told of faults of the store while delivering. */
  onFault: (fault: unknown) => void;
}

export interface RedisInbox extends Inbox {
  /** Takes over a message that nobody delivers, its reference with it. */
  takeOver(message: InboxMessage): Promise<void>;
}

/**
 * The inbox that several instances share, through BullMQ. A message is a job named by its key: the
 * ones for the source in a queue with workers, the ones for staff in a queue without.
 */
export function openRedisInbox({ link, maxTries, now, onFault }: RedisInboxOptions): RedisInbox {
  const { Queue, UnrecoverableError, Worker } = bullmq();
  const options = { connection: link.client, prefix: "site", skipVersionCheck: true };
  const outgoing = new Queue<StoredMessage, void, string>("inbox", options);
  const aside = new Queue<StoredMessage, void, string>("inbox-aside", options);
  const tell = (fault: unknown) => {
    if (link.isUp()) onFault(redisFault(fault));
  };
  for (const queue of [outgoing, aside]) queue.on("error", tell);
  let stopDelivery: (() => Promise<void>) | null = null;

  /** Rejects at once while Redis is away: BullMQ alone would wait for it. */
  async function ask<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    if (!link.isUp()) throw new Error("redis: away");
    try {
      return await work();
    } catch (fault) {
      throw redisFault(fault);
    }
  }

  const jobOptions = ({ key, tries }: StoredMessage, delay: number) => ({
    ...{ jobId: jobIdOf(key), delay, attempts: Math.max(1, maxTries - tries) },
    ...{ backoff: { type: "custom" }, stackTraceLimit: 0 },
  });

  async function put(data: StoredMessage, delay: number): Promise<string> {
    const jobId = jobIdOf(data.key);
    const isOutgoing = data.state === "waiting";
    const [queue, other] = isOutgoing ? [outgoing, aside] : [aside, outgoing];
    const known = await other.getJob(jobId);
    if (known) return known.data.reference;
    await queue.add(data.form, data, jobOptions(data, delay));
    // A job of this name that was there before has stayed as it was.
    return (await queue.getJob(jobId))?.data.reference ?? data.reference;
  }

  /** Every job with its state, each once: one that moves meanwhile may be seen twice. */
  async function jobs(wanted?: InboxState): Promise<[MessageJob, InboxState][]> {
    const found = new Map<string, [MessageJob, InboxState]>();
    const see = (job: MessageJob | undefined, state: InboxState) => {
      if (job?.data.key && (wanted ?? state) === state) found.set(job.data.key, [job, state]);
    };
    for (const job of await aside.getJobs(["wait"])) see(job, job.data.state);
    for (const state of ["waiting", "dead", "delivered"] as const)
      if ((wanted ?? state) === state)
        for (const job of await outgoing.getJobs([...JOB_TYPES[state]])) see(job, state);
    return [...found.values()];
  }

  const find = async (reference: string) =>
    (await jobs()).find(([job]) => job.data.reference === reference);

  async function erase({ data, id = "" }: MessageJob): Promise<boolean> {
    const isOutgoing = data.state === "waiting" || data.state === "delivered";
    return (await (isOutgoing ? outgoing : aside).remove(id)) > 0;
  }

  async function deliverJob(job: MessageJob, deliver: Deliver): Promise<void> {
    const { data } = job;
    if (data.state === "delivered") return;
    const tries = data.tries + job.attemptsMade + 1;
    const delivery = await deliver({ ...messageOfJob(job, "waiting"), tries }).catch(
      (fault: unknown) => {
        onFault(fault);
        throw new TryLater({ kind: "later", retryAfterSeconds: null, fault: "a fault of ours" });
      },
    );
    if (delivery.kind === "later") throw new TryLater(delivery);
    if (delivery.kind === "never") throw new UnrecoverableError(delivery.fault);
    await job.updateData({ ...data, state: "delivered", fields: {}, lastFault: null });
  }

  return {
    add: (draft) =>
      ask(async () => {
        const reference = makeReference(draft.form);
        const delay =
          draft.state === "waiting"
            ? backoffMs({ tries: draft.tries, retryAfterSeconds: null, random: Math.random() })
            : 0;
        const kept = await put({ ...draft, reference, receivedAt: now() }, delay);
        return { reference: kept, isNew: kept === reference };
      }),
    takeOver: ({ dueAt: _, state, ...message }) =>
      ask(async () => {
        if (state !== "kept" && state !== "held") throw new Error(`${state} is not taken over`);
        await put({ ...message, state }, 0);
      }),
    list: ({ form, state, since }) =>
      ask(async () =>
        (await jobs(state))
          .map(([job, its]) => messageOfJob(job, its))
          .filter((one) => (form ?? one.form) === one.form && one.receivedAt >= (since ?? 0))
          .sort((a, b) => b.receivedAt - a.receivedAt || (a.reference < b.reference ? -1 : 1)),
      ),
    census: () =>
      ask(async () =>
        censusOfMessages((await jobs()).map(([job, state]) => messageOfJob(job, state))),
      ),
    get: (reference) =>
      ask(async () => {
        const found = await find(reference);
        return found ? messageOfJob(...found) : null;
      }),
    retry: (reference) =>
      ask(async () => {
        const [job, state] = (await find(reference)) ?? [];
        if (job?.data.form !== "contact") return false;
        const fresh: StoredMessage = { ...job.data, state: "waiting", tries: 0 };
        if (state === "dead") {
          await job.updateData(fresh);
          await job.retry("failed", { resetAttemptsMade: true });
          return true;
        }
        if (state !== "held") return false;
        // Added before it is removed: a death between the two loses nothing.
        await outgoing.add(fresh.form, fresh, jobOptions(fresh, 0));
        await erase(job);
        return true;
      }),
    remove: (reference) =>
      ask(async () => {
        const found = await find(reference);
        return found ? erase(found[0]) : false;
      }),
    purge: (receivedBefore) =>
      ask(async () => {
        let count = 0;
        for (const [job, state] of await jobs())
          if (state !== "waiting" && job.data.receivedAt < receivedBefore && (await erase(job)))
            count += 1;
        return count;
      }),
    startDelivery(deliver) {
      const connection = link.connectPatiently();
      const worker = new Worker<StoredMessage, void, string>(
        "inbox",
        (job) => deliverJob(job, deliver),
        {
          ...{ connection, prefix: options.prefix, skipVersionCheck: true, concurrency: AT_ONCE },
          ...{ lockDuration: LEASE_MS, stalledInterval: LEASE_MS / 2, maxStalledCount: ENDLESSLY },
          settings: {
            backoffStrategy: (attemptsMade, _type, fault, job) =>
              waitAfter(attemptsMade, fault, Number(job?.data.tries ?? 0)),
          },
        },
      );
      worker.on("error", tell);
      stopDelivery = async () => {
        stopDelivery = null;
        const patience = new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref());
        await Promise.race([worker.close(!link.isUp()), patience]);
        connection.disconnect();
      };
      return async () => stopDelivery?.();
    },
    async close() {
      await stopDelivery?.();
      if (link.isUp()) await Promise.all([outgoing.close(), aside.close()]);
    },
  };
}
