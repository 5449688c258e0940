import type { BreakerState } from "../contract/breaker-state.ts";
import { folderError } from "../storage/folder-check.ts";

/** The result of a health check. `why` is for operators. */
export interface HealthCheck {
  state: "ok" | "degraded" | "down";
  why?: string;
}

export interface Readiness {
  isReady: boolean;
  checks: Record<string, HealthCheck>;
}

export interface ReadinessProbes {
  dataDir: string;
  breaker: () => BreakerState;
  /** Time of the last good response, milliseconds; null before the first. */
  sourceAnsweredAt: () => number | null;
  /** Whether the last call to the source succeeded; null before the first. */
  sourceIsWell: () => boolean | null;
  redisIsUp: () => boolean | null;
  isBuildPresent: () => boolean;
  /** True while requests are shed. */
  isOverloaded: () => boolean;
  /** Cache entries of source responses. */
  cacheEntries: () => { cacheEntries: number };
  /** The clock, milliseconds. */
  now: () => number;
}

/** The disk is written at most this often, however often balancers check. */
const DISK_CHECK_MS = 1_000;

const OK: HealthCheck = { state: "ok" };

function createDiskCheck({ dataDir, now }: ReadinessProbes): () => HealthCheck {
  let last: { at: number; error: string | null } | null = null;
  return () => {
    const at = now();
    if (last === null || Math.abs(at - last.at) >= DISK_CHECK_MS)
      last = { at, error: folderError(dataDir) };
    return last.error === null ? OK : { state: "down", why: last.error };
  };
}

function checkBuild({ isBuildPresent }: ReadinessProbes): HealthCheck {
  if (isBuildPresent()) return OK;
  return { state: "down", why: "dist contains no build: run npm run build" };
}

function checkSource(probes: ReadinessProbes): HealthCheck {
  const breaker = probes.breaker();
  if (breaker === "closed" && probes.sourceIsWell() !== false) return OK;
  const at = probes.sourceAnsweredAt();
  const last = at === null ? "no response since the start" : `last ${new Date(at).toISOString()}`;
  const { cacheEntries } = probes.cacheEntries();
  const why = `the content source does not respond; circuit breaker ${breaker}; ${last}; ${cacheEntries} cache entries are served`;
  return { state: "degraded", why };
}

function checkLoad({ isOverloaded }: ReadinessProbes): HealthCheck {
  if (!isOverloaded()) return OK;
  return { state: "degraded", why: "the event loop is delayed: uncached requests get 503" };
}

function checkRedis(isUp: boolean): HealthCheck {
  if (isUp) return OK;
  return { state: "degraded", why: "Redis is down: limits and inbox are those of this instance" };
}

/**
 * Whether the site accepts visitors. Without its build or a disk for messages it does not; with the source or
 * Redis down it does: cached data is served, limits and inbox are those of this instance.
 */
export function createReadiness(probes: ReadinessProbes): () => Readiness {
  const checkDisk = createDiskCheck(probes);
  return () => {
    const checks: Record<string, HealthCheck> = {
      build: checkBuild(probes),
      inbox: checkDisk(),
      source: checkSource(probes),
      load: checkLoad(probes),
    };
    const isUp = probes.redisIsUp();
    if (isUp !== null) checks.redis = checkRedis(isUp);
    return { isReady: Object.values(checks).every(({ state }) => state !== "down"), checks };
  };
}
