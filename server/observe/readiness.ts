import { randomUUID } from "node:crypto";
import { closeSync, fsyncSync, openSync, statfsSync, unlinkSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { GuardState } from "../upstream/guarded-http-client.ts";

/** One thing that readers need. `why` is for operators, in words. */
export interface Part {
  state: "ok" | "degraded" | "down";
  why?: string;
}

export interface Readiness {
  isReady: boolean;
  parts: Record<string, Part>;
}

/** Below this a message might not fit any more. */
export const LEAST_FREE_BYTES = 10 * 1024 * 1024;

/** Writes a file in the folder as a message would be, synced, and takes it away again. Null when that went well. */
export function folderFault(dataDir: string): string | null {
  const file = join(dataDir, `probe-${randomUUID()}`);
  try {
    const opened = openSync(file, "wx", 0o600);
    try {
      writeSync(opened, "probe");
      fsyncSync(opened);
    } finally {
      closeSync(opened);
      unlinkSync(file);
    }
    const { bavail, bsize } = statfsSync(dataDir);
    return bavail * bsize < LEAST_FREE_BYTES ? "the disk of DATA_DIR is full" : null;
  } catch (fault) {
    const code = fault instanceof Error && "code" in fault ? String(fault.code) : "fault";
    return `DATA_DIR cannot be written (${code})`;
  }
}

export interface ReadinessProbes {
  dataDir: string;
  breaker: () => GuardState;
  /** Milliseconds; null while it has not answered yet. */
  sourceAnsweredAt: () => number | null;
  /** Of the last call to the source: true, false, or null while none was made. */
  sourceIsWell: () => boolean | null;
  redisIsUp: () => boolean | null;
  isBuildPresent: () => boolean;
  /** True while requests that need work are refused. */
  isOutOfBreath: () => boolean;
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
      disk = { at: now, fault: folderFault(probes.dataDir) };
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
      load: probes.isOutOfBreath()
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
