/** The queue is full. */
export class OverLimitError extends Error {
  override name = "OverLimitError";
}

/** Runs at most `atOnce` jobs, lets `waiting` more wait in order, and refuses the rest. */
export function createTurns({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  const queue: (() => void)[] = [];
  let running = 0;

  async function take<T>(job: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw new OverLimitError("too many cards wait already");
      // The one who leaves hands its place on: `running` stays as it is.
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

  return take;
}
