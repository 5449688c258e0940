/** Runs at most one operation per key at a time. Callers that arrive meanwhile get the result of the running operation. */
export function createSingleFlight<Result>() {
  const running = new Map<string, Promise<Result>>();
  return (key: string, start: () => Promise<Result>): Promise<Result> => {
    const result = running.get(key) ?? start().finally(() => running.delete(key));
    running.set(key, result);
    return result;
  };
}
