import type { Asker } from "../../shared/contract/api-data.ts";
import { createFlights } from "./flights.ts";

/** A value of the source and how old it is. */
export interface Copy<T> {
  value: T;
  /** ISO 8601 UTC. */
  fetchedAt: string;
  /** True when the source is down and this is the last good copy. */
  stale: boolean;
}

/** What the source is asked with: the first reader's id, and a signal for when all have left. */
export type SourceCall = Pick<Asker, "requestId" | "traceparent" | "signal">;

export interface ReadThrough<T> {
  /** Rejects with the source's fault, or with the signal's reason when the reader left. */
  read(key: string, asker: Asker, load: (call: SourceCall) => Promise<T>): Promise<Copy<T>>;
}

/** Reads from the source, one call at a time for each key. `now` is the clock, milliseconds. */
export function createReadThrough<T>({ now }: { now: () => number }): ReadThrough<T> {
  const flights = createFlights<Copy<T>>();
  return {
    read: (key, { requestId, traceparent, signal }, load) =>
      flights.join(key, signal, async (flightSignal) => ({
        value: await load({ requestId, traceparent, signal: flightSignal }),
        fetchedAt: new Date(now()).toISOString(),
        stale: false,
      })),
  };
}
