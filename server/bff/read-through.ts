import { setTimeout as wait } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { z } from "zod";
import type { Asker } from "../../shared/contract/api-data.ts";
import type { DataTag } from "../../shared/contract/data-tags.ts";
import type { Pace } from "../upstream/pace.ts";
import type { CopyStore } from "./copy-store.ts";
import { createFlights } from "./flights.ts";
import { type FreshnessPolicy, freshnessOf } from "./freshness.ts";
import type { SharedCopies } from "./shared-copies.ts";

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

/** What every reading of a source stands on. */
export interface Keeping {
  copies: CopyStore;
  /** Null when this instance is alone. */
  shared: SharedCopies | null;
  policy: FreshnessPolicy;
  /** How quickly the source answers: one that is slow these days is not waited for. */
  pace: Pick<Pace, "isSlowerThan">;
  /** Told of each fault of the source once, beside the reader who met it. */
  onFault: (tag: DataTag, fault: unknown) => void;
  /** The clock, milliseconds. */
  now: () => number;
  /** Hears when saved copies begin to stand in for a source that fails, and when it answers again. */
  onStandIn?: StandInListener;
}

interface Deps<T> extends Keeping {
  /** Goes before every key in the store: one for each kind of value. */
  kind: string;
  /** Which writes put these values out of date. */
  tag: DataTag;
  /** What a value must look like that another instance has put by. */
  shape: z.ZodType<T>;
}

export type StandInListener = (change: { kind: string; isStandingIn: boolean }) => void;

/** Addresses that were never anybody's: a flood of them must not push out what readers may need. */
const MOST_ABSENCES = 1_000;

const NEVER = new AbortController().signal;
/** An old copy is looked for elsewhere this often at most, while the source is down. */
const LOOK_EVERY_MS = 1_000;

/** Reads from the source with copies in between (server/bff/freshness.ts), one call at a time for each key. */
export function createReadThrough<T>(deps: Deps<T>): ReadThrough<T> {
  const { kind, tag, shape, copies, shared, policy, pace, now, onStandIn = () => {} } = deps;
  const flights = createFlights<Copy<T>>();
  const looks = createFlights<void>();
  const looked = new LRUCache<string, true>({ max: policy.maxCopies, ttl: LOOK_EVERY_MS });
  /** Grows with each write: nobody joins a call that began before it, or believes its answer. */
  let generation = 0;
  /** "No such item" of keys that hold no copy. */
  const absences = new LRUCache<string, { value: T; fetchedAtMs: number; isDoubted: boolean }>({
    max: MOST_ABSENCES,
  });
  let isStandingIn = false;

  function stand(isIn: boolean): void {
    if (isIn === isStandingIn) return;
    isStandingIn = isIn;
    onStandIn({ kind, isStandingIn });
  }

  const hasCopy = (key: string) => copies.get(`${kind} ${key}`) !== undefined;

  function saved(key: string) {
    const copy = copies.get(`${kind} ${key}`) ?? absences.get(key);
    if (copy === undefined) return undefined;
    const { fetchedAtMs, isDoubted } = copy;
    const freshness = freshnessOf({ fetchedAtMs, isAbsence: copy.value === null }, now(), policy);
    // Under a kind only values of that kind are stored, by this very module.
    return { value: copy.value as T, fetchedAtMs, isDoubted, freshness };
  }

  /** Stores what was fetched here or elsewhere, unless what is here is better. */
  function store(key: string, copy: { value: T; fetchedAtMs: number; isDoubted: boolean }): void {
    const own = saved(key);
    const isWorse =
      own?.isDoubted === copy.isDoubted
        ? own.fetchedAtMs > copy.fetchedAtMs
        : own?.isDoubted === false;
    if (isWorse) return;
    if (copy.value === null && !hasCopy(key)) {
      absences.set(key, copy);
      return;
    }
    absences.delete(key);
    copies.set(`${kind} ${key}`, copy);
  }

  /** Takes over what another instance has put by. */
  async function look(from: SharedCopies, key: string): Promise<void> {
    looked.set(key, true);
    const found = await from.find(tag, `${kind} ${key}`);
    if (found === null) return;
    const checked = shape.safeParse(found.value);
    // The other's clock may be ahead of ours: nothing was fetched in the future.
    const fetchedAtMs = Math.min(found.fetchedAtMs, now());
    if (checked.success) store(key, { ...found, value: checked.data, fetchedAtMs });
  }

  function ask(key: string, asker: Asker, load: (call: SourceCall) => Promise<T>) {
    const { requestId, traceparent, onFault, onSource } = asker;
    return async (signal: AbortSignal): Promise<Copy<T>> => {
      // A change made while the source was answering may be missing from the answer: it is as old as its question.
      const fetchedAtMs = now();
      const begun = generation;
      try {
        const value = await load({ requestId, traceparent, signal, onSource });
        const isDoubted = begun !== generation;
        store(key, { value, fetchedAtMs, isDoubted });
        const isWorthSharing = value !== null || hasCopy(key);
        if (!isDoubted && isWorthSharing)
          shared?.keep(tag, `${kind} ${key}`, { value, fetchedAtMs });
        stand(false);
        return { value, fetchedAt: new Date(fetchedAtMs).toISOString(), stale: false };
      } catch (fault) {
        if (!signal.aborted) {
          if (saved(key)) stand(true);
          deps.onFault(tag, fault);
          onFault(fault);
        }
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

  async function quickOf(answer: Promise<Copy<T> | null>): Promise<Copy<T> | null> {
    const { refreshWaitMs } = policy;
    if (pace.isSlowerThan(refreshWaitMs)) return null;
    return Promise.race([answer, wait(refreshWaitMs, null, { ref: false })]);
  }

  return {
    doubt: () => {
      copies.doubt(kind);
      absences.clear();
      generation += 1;
    },
    async read(key, asker, load) {
      let copy = saved(key);
      const isGood = copy?.freshness === "fresh" && !copy.isDoubted;
      if (shared && !isGood && !(copy && looked.has(key))) {
        await looks.join(key, NEVER, () => look(shared, key));
        copy = saved(key);
      }
      const flight = `${generation} ${key}`;
      if (!copy) return asked(flights.join(flight, asker.signal, ask(key, asker, load)), asker);
      const kept = { value: copy.value, fetchedAt: new Date(copy.fetchedAtMs).toISOString() };
      const { freshness, isDoubted } = copy;
      if (freshness === "fresh" && !isDoubted) {
        asker.onData?.("fresh");
        return { ...kept, stale: false };
      }
      // No reader's leaving ends a refresh: the next reader is served by it.
      const refresh = flights.join(flight, NEVER, ask(key, asker, load));
      if (freshness === "expired") return asked(refresh, asker);
      const failed = refresh.catch(() => null);
      const inTime = isDoubted ? await failed : await quickOf(failed);
      asker.onData?.(inTime ? "refreshed" : "stale");
      return inTime ?? { ...kept, stale: true };
    },
  };
}
