/** The queue is full. */
export class OverLimitError extends Error {
  override name = "OverLimitError";
}

/** Runs at most `atOnce` jobs, lets `waiting` more wait in order, and refuses the rest. */
export function createConcurrencyLimit({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  const queue: (() => void)[] = [];
  let running = 0;

  async function run<T>(job: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw new OverLimitError("too many jobs are waiting");
      // A job that ends starts the next one: `running` stays the same.
      await new Promise<void>((resolve) => queue.push(resolve));
    } else running += 1;
    try {
      return await job();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  }

  /** How many wait now. */
  const waitingNow = () => queue.length;
  return Object.assign(run, { waitingNow });
}
