/** Runs at most one operation for each key at a time. */
export interface SingleFlight<T> {
  /**
   * The result of the operation under way for `key`, or of `start`. When `signal` aborts, only this
   * caller's promise rejects; the operation itself is aborted when its last caller has left.
   */
  run(key: string, signal: AbortSignal, start: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

interface Flight<T> {
  result: Promise<T>;
  callers: number;
  controller: AbortController;
  /** Later callers start an operation of their own. */
  remove: () => void;
}

export function createSingleFlight<T>(): SingleFlight<T> {
  const flights = new Map<string, Flight<T>>();
  return {
    run: (key, signal, start) => waitFor(flights.get(key) ?? begin(flights, key, start), signal),
  };
}

function begin<T>(
  flights: Map<string, Flight<T>>,
  key: string,
  start: (signal: AbortSignal) => Promise<T>,
): Flight<T> {
  const controller = new AbortController();
  const remove = () => {
    if (flights.get(key) === flight) flights.delete(key);
  };
  const flight = { result: start(controller.signal), callers: 0, controller, remove };
  flights.set(key, flight);
  flight.result.then(remove, remove);
  return flight;
}

function waitFor<T>(flight: Flight<T>, signal: AbortSignal): Promise<T> {
  flight.callers += 1;
  return new Promise<T>((resolve, reject) => {
    const leave = () => {
      reject(signal.reason);
      flight.callers -= 1;
      if (flight.callers > 0) return;
      flight.remove();
      flight.controller.abort(signal.reason);
    };
    if (signal.aborted) return leave();
    signal.addEventListener("abort", leave, { once: true });
    const settle = () => signal.removeEventListener("abort", leave);
    flight.result.finally(settle).then(resolve, reject);
  });
}
