import type { SourcesReport } from "../../shared/contract/sources-report.schema.ts";
import type { GiftStats } from "../giving/gift-stats.ts";
import type { InboxStats } from "../submissions/inbox/inbox-stats.ts";
import type { BreakerState } from "../upstream/http/circuit-breaker.ts";

/** Where the gauges read the state of the site. */
export interface StateProbes {
  /** By source. */
  breakers: () => Readonly<Record<string, BreakerState>>;
  sources: () => SourcesReport;
  inbox: () => Promise<InboxStats>;
  gifts: () => Promise<GiftStats>;
  cacheEntries: () => { cacheEntries: number; bytes: number };
  /** Pictures on disk. */
  pictures: () => { files: number; bytes: number };
  pages: () => { pages: number; bytes: number };
  freshSeconds: number;
  /** The health checks of readiness: true when ok. */
  checks: () => Promise<Readonly<Record<string, boolean>>>;
  /** The clock, milliseconds. */
  now: () => number;
}

/** `inbox` and `gifts` are null when they cannot be read. */
export interface GaugeProbes extends Omit<StateProbes, "inbox" | "gifts"> {
  inbox: () => Promise<InboxStats | null>;
  gifts: () => Promise<GiftStats | null>;
}
