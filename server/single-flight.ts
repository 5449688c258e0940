/** Runs at most one operation for each key at a time. */
export interface SingleFlight<T> {
  /**
   * The result of the operation under way for `key`, or of `start`. When `signal` aborts, only this
   * caller's promise rejects; the operation itself is aborted when its last caller has left.
   */
  run(key: string, signal: AbortSignal, start: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

interface Call<T> {
  result: Promise<T>;
  callers: number;
  controller: AbortController;
  /** Later callers start an operation of their own. */
  remove: () => void;
}

export function createSingleFlight<T>(): SingleFlight<T> {
  const calls = new Map<string, Call<T>>();
  return {
    run: (key, signal, start) => waitFor(calls.get(key) ?? begin(calls, key, start), signal),
  };
}

function begin<T>(
  calls: Map<string, Call<T>>,
  key: string,
  start: (signal: AbortSignal) => Promise<T>,
): Call<T> {
  const controller = new AbortController();
  const remove = () => {
    if (calls.get(key) === call) calls.delete(key);
  };
  const call = { result: start(controller.signal), callers: 0, controller, remove };
  calls.set(key, call);
  call.result.then(remove, remove);
  return call;
}

function waitFor<T>(call: Call<T>, signal: AbortSignal): Promise<T> {
  call.callers += 1;
  return new Promise<T>((resolve, reject) => {
    const leave = () => {
      reject(signal.reason);
      call.callers -= 1;
      if (call.callers > 0) return;
      call.remove();
      call.controller.abort(signal.reason);
    };
    if (signal.aborted) return leave();
    signal.addEventListener("abort", leave, { once: true });
    const settle = () => signal.removeEventListener("abort", leave);
    call.result.finally(settle).then(resolve, reject);
  });
}
