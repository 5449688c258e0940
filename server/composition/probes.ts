import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config.ts";
import type { Metrics } from "../observability/metrics.ts";
import { createReadiness, type Readiness } from "../observability/readiness.ts";
import type { SiteState } from "../observability/site-status.ts";

interface Probed {
  state: SiteState;
  metrics: Metrics;
  /** Null when Vite serves the browser files. */
  assetsDir: string | null;
  /** The response cache of pages; null without one. */
  pageCache: { size: () => { pages: number; bytes: number } } | null;
  /** The clock, milliseconds. */
  now: () => number;
  isOverloaded: () => boolean;
}

/** Connects the gauges to the state of the site, and makes the checks of `/health/ready`. */
export function addProbes(
  config: Pick<Config, "DATA_DIR" | "FRESH_SECONDS">,
  { state, metrics, assetsDir, pageCache, now, isOverloaded }: Probed,
): () => Readiness {
  const readiness = createReadiness({
    ...state,
    now,
    isOverloaded,
    dataDir: config.DATA_DIR,
    isBuildPresent: () =>
      assetsDir === null || existsSync(join(assetsDir, ".vite/manifest.en.json")),
  });
  metrics.watch({
    ...state,
    now,
    freshSeconds: config.FRESH_SECONDS,
    pages: () => pageCache?.size() ?? { pages: 0, bytes: 0 },
    checks: async () =>
      Object.fromEntries(
        Object.entries(readiness().checks).map(([name, { state }]) => [name, state === "ok"]),
      ),
  });
  return readiness;
}
