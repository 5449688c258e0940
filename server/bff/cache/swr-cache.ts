import { setTimeout as wait } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { z } from "zod";
import type { DataTag } from "../../../shared/contract/data-tags.ts";
import type { RequestContext } from "../../contract/request-context.ts";
import { createSingleFlight } from "../../single-flight.ts";
import type { LatencyTracker } from "../../upstream/http/latency-tracker.ts";
import type { CacheStore } from "./cache-store.ts";
import { type FreshnessPolicy, freshnessOf } from "./freshness-policy.ts";
import type { SharedCache } from "./shared-cache.ts";

/** A value of the source and how old it is. */
export interface Cached<T> {
  value: T;
  /** ISO 8601 UTC. */
  fetchedAt: string;
  /** True when it is past its freshness: the source did not answer in time, or is down. */
  stale: boolean;
}

/** What the source is asked with: the first reader's id, and a signal for when all have left. */
export type SourceCall = Pick<RequestContext, "requestId" | "traceparent" | "signal" | "onSource">;

export interface ReadThrough<T> {
  /** Rejects with the source's fault, or with the signal's reason when the reader left. */
  read(
    key: string,
    context: RequestContext,
    load: (call: SourceCall) => Promise<T>,
  ): Promise<Cached<T>>;
  /** After a write: what is kept must be asked for again before it is served, the source willing. */
  invalidate(): void;
}

/** What every reading of a source stands on. */
export interface CacheRules {
  copies: CacheStore;
  /** Null when this instance is alone. */
  shared: SharedCache | null;
  policy: FreshnessPolicy;
  /** How quickly the source answers: one that is slow these days is not waited for. */
  latency: Pick<LatencyTracker, "isSlowerThan">;
  /** Told of each fault of the source once, beside the reader who met it. */
  onError: (tag: DataTag, fault: unknown) => void;
  /** The clock, milliseconds. */
  now: () => number;
  /** Hears when saved copies begin to stand in for a source that fails, and when it answers again. */
  onStandIn?: StandInListener;
}

interface Deps<T> extends CacheRules {
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

/** Reads from the source with copies in between (server/bff/cache/freshness-policy.ts), one call at a time for each key. */
export function createReadThrough<T>(deps: Deps<T>): ReadThrough<T> {
  const { kind, tag, shape, copies, shared, policy, latency, now, onStandIn = () => {} } = deps;
  const singleFlight = createSingleFlight<Cached<T>>();
  const looks = createSingleFlight<void>();
  const looked = new LRUCache<string, true>({ max: policy.maxEntries, ttl: LOOK_EVERY_MS });
  /** Grows with each write: nobody joins a call that began before it, or believes its answer. */
  let generation = 0;
  /** "No such item" of keys that hold no copy. */
  const absences = new LRUCache<string, { value: T; fetchedAtMs: number; isInvalidated: boolean }>({
    max: MOST_ABSENCES,
  });
  let isStandingIn = false;

  function stand(isIn: boolean): void {
    if (isIn === isStandingIn) return;
    isStandingIn = isIn;
    onStandIn({ kind, isStandingIn });
  }

  const isCached = (key: string) => copies.get(`${kind} ${key}`) !== undefined;

  function saved(key: string) {
    const copy = copies.get(`${kind} ${key}`) ?? absences.get(key);
    if (copy === undefined) return undefined;
    const { fetchedAtMs, isInvalidated } = copy;
    const freshness = freshnessOf({ fetchedAtMs, isAbsence: copy.value === null }, now(), policy);
    // Under a kind only values of that kind are stored, by this very module.
    return { value: copy.value as T, fetchedAtMs, isInvalidated, freshness };
  }

  /** Stores what was fetched here or elsewhere, unless what is here is better. */
  function store(
    key: string,
    copy: { value: T; fetchedAtMs: number; isInvalidated: boolean },
  ): void {
    const own = saved(key);
    const isWorse =
      own?.isInvalidated === copy.isInvalidated
        ? own.fetchedAtMs > copy.fetchedAtMs
        : own?.isInvalidated === false;
    if (isWorse) return;
    if (copy.value === null && !isCached(key)) {
      absences.set(key, copy);
      return;
    }
    absences.delete(key);
    copies.set(`${kind} ${key}`, copy);
  }

  /** Takes over what another instance has put by. */
  async function look(from: SharedCache, key: string): Promise<void> {
    looked.set(key, true);
    const found = await from.find(tag, `${kind} ${key}`);
    if (found === null) return;
    const checked = shape.safeParse(found.value);
    // The other's clock may be ahead of ours: nothing was fetched in the future.
    const fetchedAtMs = Math.min(found.fetchedAtMs, now());
    if (checked.success) store(key, { ...found, value: checked.data, fetchedAtMs });
  }

  function ask(key: string, context: RequestContext, load: (call: SourceCall) => Promise<T>) {
    const { requestId, traceparent, onError, onSource } = context;
    return async (signal: AbortSignal): Promise<Cached<T>> => {
      // A change made while the source was answering may be missing from the answer: it is as old as its question.
      const fetchedAtMs = now();
      const begun = generation;
      try {
        const value = await load({ requestId, traceparent, signal, onSource });
        const isInvalidated = begun !== generation;
        store(key, { value, fetchedAtMs, isInvalidated: isInvalidated });
        const isWorthSharing = value !== null || isCached(key);
        if (!isInvalidated && isWorthSharing)
          shared?.keep(tag, `${kind} ${key}`, { value, fetchedAtMs });
        stand(false);
        return { value, fetchedAt: new Date(fetchedAtMs).toISOString(), stale: false };
      } catch (fault) {
        if (!signal.aborted) {
          if (saved(key)) stand(true);
          deps.onError(tag, fault);
          onError(fault);
        }
        throw fault;
      }
    };
  }

  /** Says how an answer came about that was asked for now. */
  async function asked(
    answer: Promise<Cached<T>>,
    { onData, signal }: RequestContext,
  ): Promise<Cached<T>> {
    try {
      const copy = await answer;
      onData?.("refreshed");
      return copy;
    } catch (fault) {
      if (!signal.aborted) onData?.("none");
      throw fault;
    }
  }

  async function quickOf(answer: Promise<Cached<T> | null>): Promise<Cached<T> | null> {
    const { refreshWaitMs } = policy;
    if (latency.isSlowerThan(refreshWaitMs)) return null;
    return Promise.race([answer, wait(refreshWaitMs, null, { ref: false })]);
  }

  return {
    invalidate: () => {
      copies.invalidate(kind);
      absences.clear();
      generation += 1;
    },
    async read(key, context, load) {
      let copy = saved(key);
      const isGood = copy?.freshness === "fresh" && !copy.isInvalidated;
      if (shared && !isGood && !(copy && looked.has(key))) {
        await looks.join(key, NEVER, () => look(shared, key));
        copy = saved(key);
      }
      const flight = `${generation} ${key}`;
      if (!copy)
        return asked(singleFlight.join(flight, context.signal, ask(key, context, load)), context);
      const kept = { value: copy.value, fetchedAt: new Date(copy.fetchedAtMs).toISOString() };
      const { freshness, isInvalidated } = copy;
      if (freshness === "fresh" && !isInvalidated) {
        context.onData?.("fresh");
        return { ...kept, stale: false };
      }
      // No reader's leaving ends a refresh: the next reader is served by it.
      const refresh = singleFlight.join(flight, NEVER, ask(key, context, load));
      if (freshness === "expired") return asked(refresh, context);
      const failed = refresh.catch(() => null);
      const inTime = isInvalidated ? await failed : await quickOf(failed);
      context.onData?.(inTime ? "refreshed" : "stale");
      return inTime ?? { ...kept, stale: true };
    },
  };
}
