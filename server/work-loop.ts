interface Options<Claimed> {
  /** Claims the next due piece of work, which nobody else does until the lease ends; null when nothing is due. */
  claim: () => Promise<Claimed | null>;
  /** Does the work and settles the claim. When it throws, the lease ends, and the work is claimed again. */
  work: (claimed: Claimed) => Promise<void>;
  /** Called with each error; the loop goes on. */
  onError: (error: unknown) => void;
}

export interface WorkLoop {
  /** Work may be due. */
  wake(): void;
  /** Resolves when the work in progress is done. */
  stop(): Promise<void>;
}

interface LoopState<Claimed> extends Options<Claimed> {
  inProgress: Set<Promise<void>>;
  isStopped: boolean;
  /** `wake` was called since the last claim. */
  isAwake: boolean;
  /** Ends the current pause. */
  endPause: () => void;
}

const CONCURRENCY = 4;
/** Work becomes due, or another process has stored some. */
const POLL_MS = 1_000;

function wake(loop: { isAwake: boolean; endPause: () => void }): void {
  loop.isAwake = true;
  loop.endPause();
}

/** Starts the next due piece of work. False when nothing is due or all slots are taken. */
async function startNext<Claimed>(loop: LoopState<Claimed>): Promise<boolean> {
  loop.isAwake = false;
  // The end of any piece wakes the loop again.
  if (loop.inProgress.size >= CONCURRENCY) return false;
  const claimed = await loop.claim();
  if (claimed === null) return false;
  const done = loop
    .work(claimed)
    .catch(loop.onError)
    .finally(() => {
      loop.inProgress.delete(done);
      wake(loop);
    });
  loop.inProgress.add(done);
  return true;
}

/** Resolves when work is due, some is done, or the poll interval is over. */
function pause<Claimed>(loop: LoopState<Claimed>): Promise<void> {
  if (loop.isAwake) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, POLL_MS);
    loop.endPause = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}

async function run<Claimed>(loop: LoopState<Claimed>): Promise<void> {
  while (!loop.isStopped) {
    try {
      while (!loop.isStopped && (await startNext(loop)));
      if (!loop.isStopped) await pause(loop);
    } catch (error) {
      loop.onError(error);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
}

/** Does due work, a few pieces at a time, until it is stopped. */
export function startWorkLoop<Claimed>(options: Options<Claimed>): WorkLoop {
  const loop: LoopState<Claimed> = {
    ...options,
    inProgress: new Set(),
    isStopped: false,
    isAwake: false,
    endPause: () => {},
  };
  const running = run(loop);
  return {
    wake: () => wake(loop),
    stop: async () => {
      loop.isStopped = true;
      wake(loop);
      await running;
      await Promise.all(loop.inProgress);
    },
  };
}
