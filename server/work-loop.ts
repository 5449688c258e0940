import type { FastifyInstance } from "fastify";

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
