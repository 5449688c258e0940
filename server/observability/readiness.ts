import type { BreakerState } from "../contract/breaker-state.ts";
import { folderError } from "../storage/folder-check.ts";

/** One thing that readers need. `why` is for operators, in words. */
export interface Part {
  state: "ok" | "degraded" | "down";
  why?: string;
}

export interface Readiness {
  isReady: boolean;
  parts: Record<string, Part>;
}

export interface ReadinessProbes {
  dataDir: string;
  breaker: () => BreakerState;
  /** Milliseconds; null while it has not answered yet. */
  sourceAnsweredAt: () => number | null;
  /** Of the last call to the source: true, false, or null while none was made. */
  sourceIsWell: () => boolean | null;
  redisIsUp: () => boolean | null;
  isBuildPresent: () => boolean;
  /** True while requests that need work are refused. */
  isOverloaded: () => boolean;
  /** Of the source's answers. */
  copies: () => { copies: number };
  /** The clock, milliseconds. */
  now: () => number;
}

/** However often balancers ask, the disk is written no more often than this. */
const PROBE_MS = 1_000;

/**
 * Whether the site takes readers. Without its build or a disk to store messages on it does not; with the
 * source or Redis away it does: copies are served, limits and inbox are this instance's own.
 */
export function createReadiness(probes: ReadinessProbes): () => Readiness {
  let disk: { at: number; fault: string | null } | null = null;

  function inbox(): Part {
    const now = probes.now();
    if (disk === null || Math.abs(now - disk.at) >= PROBE_MS)
      disk = { at: now, fault: folderError(probes.dataDir) };
    return disk.fault === null ? { state: "ok" } : { state: "down", why: disk.fault };
  }

  function source(): Part {
    const state = probes.breaker();
    if (state === "closed" && probes.sourceIsWell() !== false) return { state: "ok" };
    const at = probes.sourceAnsweredAt();
    const since = at === null ? "never since the start" : `last ${new Date(at).toISOString()}`;
    const words = { closed: "is tried", open: "is left alone", probing: "is probed" } as const;
    const breaker = state === "paused" ? "asked for a pause" : words[state];
    const { copies } = probes.copies();
    const why = `the content source does not answer and ${breaker}; ${since}; ${copies} copies are served`;
    return { state: "degraded", why };
  }

  return () => {
    const isUp = probes.redisIsUp();
    const parts: Record<string, Part> = {
      build: probes.isBuildPresent()
        ? { state: "ok" }
        : { state: "down", why: "dist holds no build: run npm run build" },
      inbox: inbox(),
      source: source(),
      load: probes.isOverloaded()
        ? { state: "degraded", why: "the event loop is late: what needs work gets 503" }
        : { state: "ok" },
    };
    if (isUp !== null)
      parts.redis = isUp
        ? { state: "ok" }
        : { state: "degraded", why: "Redis is away: limits and inbox are this instance's own" };
    return { isReady: Object.values(parts).every(({ state }) => state !== "down"), parts };
  };
}
