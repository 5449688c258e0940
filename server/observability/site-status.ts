import type { SourcesReport } from "../../shared/contract/sources-report.schema.ts";
import type { DataHealth } from "../bff/sources/source-health.ts";
import type { GiftStats } from "../giving/gift-stats.ts";
import type { InboxStats } from "../submissions/inbox/inbox-stats.ts";
import type { BreakerState } from "../upstream/http/circuit-breaker.ts";

/** The state of the site, for health checks and metrics. */
export interface SiteState {
  breakers: () => Record<string, BreakerState>;
  breaker: () => BreakerState;
  sources: () => SourcesReport;
  /** For each kind of data, what the last response says of the source. */
  sourceHealth: () => DataHealth[];
  inbox: () => Promise<InboxStats>;
  gifts: () => Promise<GiftStats>;
  cacheEntries: () => { cacheEntries: number; bytes: number };
  /** Pictures on disk. */
  pictures: () => { files: number; bytes: number };
  /** Why the store is down; null while it works. */
  storeFault: () => string | null;
}
