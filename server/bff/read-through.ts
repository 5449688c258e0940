import { setTimeout as wait } from "node:timers/promises";
import type { Asker } from "../../shared/contract/api-data.ts";
import type { CopyStore } from "./copy-store.ts";
import { createFlights } from "./flights.ts";
import { type FreshnessPolicy, freshnessOf } from "./freshness.ts";

/** A value of the source and how old it is. */
export interface Copy<T> {
  value: T;
  /** ISO 8601 UTC. */
  fetchedAt: string;
  /** True when it is past its freshness: the source did not answer in time, or is down. */
  stale: boolean;
}

/** What the source is asked with: the first reader's id, and a signal for when all have left. */
export type SourceCall = Pick<Asker, "requestId" | "traceparent" | "signal" | "onSource">;

export interface ReadThrough<T> {
  /** Rejects with the source's fault, or with the signal's reason when the reader left. */
  read(key: string, asker: Asker, load: (call: SourceCall) => Promise<T>): Promise<Copy<T>>;
  /** After a write: what is kept must be asked for again before it is served, the source willing. */
  doubt(): void;
}

interface Deps {
  /** Goes before every key in the store: one for each kind of value. */
  kind: string;
  copies: CopyStore;
  policy: FreshnessPolicy;
  /** The clock, milliseconds. */
  now: () => number;
}

const NEVER = new AbortController().signal;

/** Reads from the source with copies in between (server/bff/freshness.ts), one call at a time for each key. */
export function createReadThrough<T>({ kind, copies, policy, now }: Deps): ReadThrough<T> {
  const flights = createFlights<Copy<T>>();
  let doubtedAtMs = Number.NEGATIVE_INFINITY;
  /** Grows with each write: nobody joins a call that began before it. */
  let generation = 0;

  function saved(key: string): { value: T; fetchedAtMs: number } | undefined {
    const copy = copies.get(`${kind} ${key}`);
    // Under a kind only values of that kind are stored, by this very module.
    return copy && { value: copy.value as T, fetchedAtMs: copy.fetchedAtMs };
  }

  function ask(key: string, asker: Asker, load: (call: SourceCall) => Promise<T>) {
    const { requestId, traceparent, onFault, onSource } = asker;
    return async (signal: AbortSignal): Promise<Copy<T>> => {
      // A change made while the source was answering may be missing from the answer: it is as old as its question.
      const fetchedAtMs = now();
      try {
        const value = await load({ requestId, traceparent, signal, onSource });
        const newer = saved(key);
        if (!newer || newer.fetchedAtMs <= fetchedAtMs)
          copies.set(`${kind} ${key}`, value, fetchedAtMs);
        return { value, fetchedAt: new Date(fetchedAtMs).toISOString(), stale: false };
      } catch (fault) {
        if (!signal.aborted) onFault(fault);
        throw fault;
      }
    };
  }

  /** Says how an answer came about that was asked for now. */
  async function asked(answer: Promise<Copy<T>>, { onData, signal }: Asker): Promise<Copy<T>> {
    try {
      const copy = await answer;
      onData?.("refreshed");
      return copy;
    } catch (fault) {
      if (!signal.aborted) onData?.("none");
      throw fault;
    }
  }

  return {
    doubt: () => {
      doubtedAtMs = now();
      generation += 1;
    },
    async read(key, asker, load) {
      const copy = saved(key);
      const flight = `${generation} ${key}`;
      if (!copy) return asked(flights.join(flight, asker.signal, ask(key, asker, load)), asker);
      const freshness = freshnessOf(
        { fetchedAtMs: copy.fetchedAtMs, isAbsence: copy.value === null },
        now(),
        policy,
      );
      const kept = { value: copy.value, fetchedAt: new Date(copy.fetchedAtMs).toISOString() };
      const isDoubted = copy.fetchedAtMs <= doubtedAtMs;
      if (freshness === "fresh" && !isDoubted) {
        asker.onData?.("fresh");
        return { ...kept, stale: false };
      }
      // No reader's leaving ends a refresh: the next reader is served by it.
      const refresh = flights.join(flight, NEVER, ask(key, asker, load));
      if (freshness === "expired") return asked(refresh, asker);
      const failed = refresh.catch(() => null);
      const inTime = isDoubted
        ? await failed
        : await Promise.race([failed, wait(policy.refreshWaitMs, null, { ref: false })]);
      asker.onData?.(inTime ? "refreshed" : "stale");
      return inTime ?? { ...kept, stale: true };
    },
  };
}
