import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config.ts";
import type { PageCache } from "../ssr/page-cache.ts";
import type { Metrics } from "./metrics.ts";
import { createReadiness, type Readiness } from "./readiness.ts";
import type { SiteState } from "./site-state.ts";

interface Probed {
  state: SiteState;
  metrics: Metrics;
  /** Null where Vite serves the browser's files. */
  assetsDir: string | null;
  pages: PageCache | null;
  /** The clock, milliseconds. */
  now: () => number;
  isOutOfBreath: () => boolean;
}

/** Shows the gauges where to look, and makes what `/health/ready` asks. */
export function addProbes(
  config: Pick<Config, "DATA_DIR">,
  { state, metrics, assetsDir, pages, now, isOutOfBreath }: Probed,
): () => Readiness {
  const readiness = createReadiness({
    ...{ ...state, now, isOutOfBreath, dataDir: config.DATA_DIR },
    isBuildPresent: () => assetsDir === null || existsSync(join(assetsDir, ".vite/manifest.json")),
  });
  metrics.watch({
    ...{ ...state, now },
    pages: () => pages?.size() ?? { pages: 0, bytes: 0 },
    parts: async () =>
      Object.fromEntries(
        Object.entries(readiness().parts).map(([name, part]) => [name, part.state === "ok"]),
      ),
  });
  return readiness;
}
