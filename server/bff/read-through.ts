import { setTimeout as wait } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { Asker } from "../../shared/contract/api-data.ts";
import { UpstreamError } from "../upstream/upstream-error.ts";
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
export type SourceCall = Pick<Asker, "requestId" | "traceparent" | "signal">;

/** How an answer came about, for logs and metrics. */
export type DataState = "fresh" | "refreshed" | "stale" | "none";

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
  /** Hears when saved copies begin to stand in for a source that fails, and when it answers again. */
  onStandIn?: StandInListener;
}

export type StandInListener = (change: { kind: string; isStandingIn: boolean }) => void;

/** Addresses that were never anybody's: a flood of them must not push out what readers may need. */
const MOST_ABSENCES = 1_000;

/** The guard did not let the question through, and has said why when it closed the way. */
const wasNotAsked = (fault: unknown) => fault instanceof UpstreamError && fault.attempts === 0;

const NEVER = new AbortController().signal;

/** Reads from the source with copies in between (server/bff/freshness.ts), one call at a time for each key. */
export function createReadThrough<T>({
  kind,
  copies,
  policy,
  now,
  onStandIn = () => {},
}: Deps): ReadThrough<T> {
  const flights = createFlights<Copy<T>>();
  let doubtedAtMs = Number.NEGATIVE_INFINITY;
  /** Grows with each write: nobody joins a call that began before it. */
  let generation = 0;
  /** "No such item" of keys that hold no copy, and when it was said. */
  const absences = new LRUCache<string, number>({ max: MOST_ABSENCES });
  let isStandingIn = false;

  function stand(isIn: boolean): void {
    if (isIn === isStandingIn) return;
    isStandingIn = isIn;
    onStandIn({ kind, isStandingIn });
  }

  function saved(key: string): { value: T; fetchedAtMs: number } | undefined {
    const copy = copies.get(`${kind} ${key}`);
    // Under a kind only values of that kind are stored, by this very module.
    if (copy) return { value: copy.value as T, fetchedAtMs: copy.fetchedAtMs };
    const saidAtMs = absences.get(key);
    // An absence is the null of a kind that has one: nothing else is noted there.
    return saidAtMs === undefined ? undefined : { value: null as T, fetchedAtMs: saidAtMs };
  }

  function keep(key: string, value: T, fetchedAtMs: number): void {
    if (value === null && !copies.get(`${kind} ${key}`)) {
      absences.set(key, fetchedAtMs);
      return;
    }
    absences.delete(key);
    copies.set(`${kind} ${key}`, value, fetchedAtMs);
  }

  function ask(key: string, asker: Asker, load: (call: SourceCall) => Promise<T>) {
    const { requestId, traceparent, onFault } = asker;
    return async (signal: AbortSignal): Promise<Copy<T>> => {
      // A change made while the source was answering may be missing from the answer: it is as old as its question.
      const fetchedAtMs = now();
      try {
        const value = await load({ requestId, traceparent, signal });
        const newer = saved(key);
        if (!newer || newer.fetchedAtMs <= fetchedAtMs) keep(key, value, fetchedAtMs);
        stand(false);
        return { value, fetchedAt: new Date(fetchedAtMs).toISOString(), stale: false };
      } catch (fault) {
        if (!signal.aborted) {
          if (saved(key)) stand(true);
          if (!wasNotAsked(fault)) onFault(fault);
        }
        throw fault;
      }
    };
  }

  return {
    doubt: () => {
      doubtedAtMs = now();
      generation += 1;
    },
    async read(key, asker, load) {
      const copy = saved(key);
      const flight = `${generation} ${key}`;
      if (!copy) return flights.join(flight, asker.signal, ask(key, asker, load));
      const freshness = freshnessOf(
        { fetchedAtMs: copy.fetchedAtMs, isAbsence: copy.value === null },
        now(),
        policy,
      );
      const kept = { value: copy.value, fetchedAt: new Date(copy.fetchedAtMs).toISOString() };
      const isDoubted = copy.fetchedAtMs <= doubtedAtMs;
      if (freshness === "fresh" && !isDoubted) return { ...kept, stale: false };
      // No reader's leaving ends a refresh: the next reader is served by it.
      const refresh = flights.join(flight, NEVER, ask(key, asker, load));
      if (freshness === "expired") return refresh;
      const failed = refresh.catch(() => null);
      const inTime = isDoubted
        ? await failed
        : await Promise.race([failed, wait(policy.refreshWaitMs, null, { ref: false })]);
      return inTime ?? { ...kept, stale: true };
    },
  };
}
