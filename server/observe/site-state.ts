import type { SourcesReport } from "../../shared/contract/sources-report.ts";
import type { InboxCensus } from "../inbox/inbox.ts";
import type { GuardState } from "../upstream/guarded-http-client.ts";

/** How things stand, for health and metrics. */
export interface SiteState {
  breakers: () => Record<string, GuardState>;
  breaker: () => GuardState;
  sources: () => SourcesReport;
  sourceAnsweredAt: () => number | null;
  sourceIsWell: () => boolean | null;
  inbox: () => Promise<InboxCensus>;
  copies: () => { copies: number; bytes: number };
  /** Null when none is configured. */
  redisIsUp: () => boolean | null;
}
