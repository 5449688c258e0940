import { SOURCE_FAULTS } from "../../shared/contract/source-faults.ts";
import type { DataHealth } from "../bff/sources/source-health.ts";
import { folderError } from "../storage/folder-check.ts";
import type { BreakerState } from "../upstream/http/circuit-breaker.ts";

/** What the source last sent of one kind of data. */
interface DataCheck {
  /** Null while the last response was usable. */
  fault: string | null;
  /** When the newest usable list was requested, ISO 8601 UTC; null before the first. */
  lastGoodAt: string | null;
  ageSeconds: number | null;
}

/** The result of a health check. `why` is for operators. */
export interface HealthCheck {
  state: "ok" | "degraded" | "down";
  why?: string;
  /** Of the source: by the kind of data. */
  data?: Record<string, DataCheck>;
}

export interface Readiness {
  isReady: boolean;
  checks: Record<string, HealthCheck>;
}

export interface ReadinessProbes {
  dataDir: string;
  breaker: () => BreakerState;
  sourceHealth: () => DataHealth[];
  storeFault: () => string | null;
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

/** Also of a disk that is nearly full, before a message does not fit. */
function createStoreCheck({ storeFault, dataDir, now }: ReadinessProbes): () => HealthCheck {
  let last: { at: number; error: string | null } | null = null;
  return () => {
    const at = now();
    if (last === null || Math.abs(at - last.at) >= DISK_CHECK_MS)
      last = { at, error: folderError(dataDir) };
    const fault = storeFault() ?? last.error;
    return fault === null ? OK : { state: "degraded", why: `forms may be refused: ${fault}` };
  };
}

function checkBuild({ isBuildPresent }: ReadinessProbes): HealthCheck {
  if (isBuildPresent()) return OK;
  return { state: "down", why: "dist contains no build: run npm run build" };
}

const iso = (ms: number) => new Date(ms).toISOString();

function dataCheck({ fault, lastGoodMs }: DataHealth, nowMs: number): DataCheck {
  return {
    fault: fault?.name ?? null,
    lastGoodAt: lastGoodMs === null ? null : iso(lastGoodMs),
    ageSeconds: lastGoodMs === null ? null : Math.max(0, Math.round((nowMs - lastGoodMs) / 1_000)),
  };
}

function reasonOf({ name, fault, lastGoodMs }: DataHealth): string[] {
  if (fault === null) return [];
  const since = fault.sinceMs === null ? "" : ` since ${iso(fault.sinceMs)}`;
  const last = lastGoodMs === null ? "no usable list yet" : `last usable list ${iso(lastGoodMs)}`;
  return [`${name}: ${SOURCE_FAULTS[fault.name]} (${fault.detail})${since}; ${last}`];
}

function checkSource({ sourceHealth, breaker, cacheEntries, now }: ReadinessProbes): HealthCheck {
  const health = sourceHealth();
  const data = Object.fromEntries(health.map((one) => [one.name, dataCheck(one, now())]));
  const reasons = health.flatMap(reasonOf);
  const state = breaker();
  if (state !== "closed") reasons.push(`circuit breaker ${state}`);
  if (reasons.length === 0) return { ...OK, data };
  const why = [...reasons, `${cacheEntries().cacheEntries} cache entries`].join("; ");
  return { state: "degraded", why, data };
}

function checkLoad({ isOverloaded }: ReadinessProbes): HealthCheck {
  if (!isOverloaded()) return OK;
  return { state: "degraded", why: "the event loop is delayed: uncached requests get 503" };
}

/** Whether the site accepts visitors. Without its build it does not; with the source or the store down it can be read. */
export function createReadiness(probes: ReadinessProbes): () => Readiness {
  const checkStore = createStoreCheck(probes);
  return () => {
    const checks: Record<string, HealthCheck> = {
      build: checkBuild(probes),
      store: checkStore(),
      source: checkSource(probes),
      load: checkLoad(probes),
    };
    return { isReady: Object.values(checks).every(({ state }) => state !== "down"), checks };
  };
}
