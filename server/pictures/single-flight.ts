/** Runs at most one operation for each key at a time. */
export interface SingleFlight<T> {
  /** The result of the operation under way for `key`, or of `start`. */
  run(key: string, start: () => Promise<T>): Promise<T>;
}

export function createSingleFlight<T>(): SingleFlight<T> {
  const running = new Map<string, Promise<T>>();
  return {
    run: (key, start) => {
      const before = running.get(key);
      if (before) return before;
      const result = start();
      running.set(key, result);
      const end = () => void running.delete(key);
      result.then(end, end);
      return result;
    },
  };
}
