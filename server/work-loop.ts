import { setImmediate as nextTurn } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { HOUR_MS } from "../shared/time.ts";
import type { Store } from "./store/store.ts";

/** Runs at most one operation per key at a time. Callers that arrive meanwhile get the result of the running operation. */
export function createSingleFlight<Result>() {
  const running = new Map<string, Promise<Result>>();
  return (key: string, start: () => Promise<Result>): Promise<Result> => {
    const result = running.get(key) ?? start().finally(() => running.delete(key));
    running.set(key, result);
    return result;
  };
}

/** The interval at which the loop looks for work that another process has stored. */
const POLL_MS = 1_000;

/** Does due work, a few pieces at a time, while the store is up. Closing the site ends the loop and waits for work in progress. */
export function startWorkLoop<Claimed>(
  app: FastifyInstance,
  name: string,
  options: {
    /** Claims the next due piece of work, which nobody else takes until the lease ends. */
    claim: () => Promise<Claimed | null>;
    /** Does the work and settles the claim. After an error the lease expires, and the work is claimed again. */
    work: (claimed: Claimed) => Promise<void>;
    concurrency?: number;
  },
): void {
  const { claim, work, concurrency = 4 } = options;
  const { log, store } = app;
  // The store itself logs its outages, so log only other errors.
  const onError = (err: unknown) => {
    if (store.fault() === null) log.error({ err }, `${name} failed`);
  };
  const inProgress = new Set<Promise<void>>();
  let isStopped = false;
  let endPause = () => {};

  async function run(): Promise<void> {
    while (!isStopped) {
      // Create the pause before the claim, so that a call of `endPause` during the claim is not lost.
      const pause = Promise.withResolvers<void>();
      endPause = pause.resolve;
      let claimed: Claimed | null = null;
      if (inProgress.size < concurrency && store.fault() === null)
        try {
          claimed = await claim();
        } catch (error) {
          onError(error);
        }
      if (claimed === null) {
        const poll = setTimeout(pause.resolve, POLL_MS);
        await pause.promise;
        clearTimeout(poll);
        continue;
      }
      const done = work(claimed)
        .catch(onError)
        .finally(() => {
          inProgress.delete(done);
          endPause();
        });
      inProgress.add(done);
    }
  }

  const running = run();
  app.addHook("onClose", async () => {
    isStopped = true;
    endPause();
    await running;
    await Promise.all(inProgress);
  });
}

const PURGE_EVERY_MS = 6 * HOUR_MS;

/** Erases old data now and every six hours until the site closes. `purge` returns the number of erased rows. */
export function startRetention(
  app: Pick<FastifyInstance, "addHook" | "log">,
  { fault }: Pick<Store, "fault">,
  name: string,
  purge: () => Promise<number>,
): void {
  async function run(): Promise<void> {
    try {
      const count = await purge();
      if (count > 0) app.log.info({ count }, `${name} purged`);
    } catch (err) {
      // The store itself logs its outages.
      if (fault() === null) app.log.error({ err }, `${name} failed`);
    }
  }
  void run();
  const timer = setInterval(run, PURGE_EVERY_MS).unref();
  app.addHook("onClose", async () => clearInterval(timer));
}

/** Does the work for each item. Yields to the event loop first, and again every 8 ms. Rejects with the signal's reason. */
export async function inSlices<Item>(
  items: readonly Item[],
  work: (item: Item) => void,
  signal?: AbortSignal,
): Promise<void> {
  let endsAt = 0;
  for (const item of items) {
    if (performance.now() >= endsAt) {
      await nextTurn();
      signal?.throwIfAborted();
      endsAt = performance.now() + 8;
    }
    work(item);
  }
}
