/** Questions on their way to the source, one at a time for each key. */
export interface Flights<T> {
  /**
   * Joins the flight of `key`, or starts it. One reader's leaving (`signal`) rejects only that
   * reader; the flight itself is given up when the last has left.
   */
  join(key: string, signal: AbortSignal, start: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

interface Flight<T> {
  answer: Promise<T>;
  readers: number;
  controller: AbortController;
}

/** Makes an empty set of flights. */
export function createFlights<T>(): Flights<T> {
  const flights = new Map<string, Flight<T>>();

  function board(key: string, start: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const known = flights.get(key);
    if (known) return known;
    const controller = new AbortController();
    const answer = start(controller.signal);
    const flight: Flight<T> = { answer, readers: 0, controller };
    flights.set(key, flight);
    const land = () => {
      if (flights.get(key) === flight) flights.delete(key);
    };
    answer.then(land, land);
    return flight;
  }

  function join(key: string, signal: AbortSignal, start: (signal: AbortSignal) => Promise<T>) {
    const flight = board(key, start);
    flight.readers += 1;
    return new Promise<T>((resolve, reject) => {
      const leave = () => {
        reject(signal.reason);
        flight.readers -= 1;
        if (flight.readers === 0) {
          flights.delete(key);
          flight.controller.abort(signal.reason);
        }
      };
      if (signal.aborted) return leave();
      signal.addEventListener("abort", leave, { once: true });
      const land = () => signal.removeEventListener("abort", leave);
      flight.answer.then(
        (value) => {
          land();
          resolve(value);
        },
        (fault: unknown) => {
          land();
          reject(fault);
        },
      );
    });
  }

  return { join };
}
