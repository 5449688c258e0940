import type { Logger } from "pino";
import type { CacheStore } from "../bff/cache/cache-store.ts";
import { createSourcesMonitor, type SourcesMonitor } from "../bff/sources-report.ts";
import type { SourceNote } from "../contract/request-context.ts";
import type { BeginSpan } from "../contract/span.ts";
import type { Metrics } from "../observability/metrics.ts";
import type { SiteState } from "../observability/site-status.ts";
import {
  type ContentApiClient,
  createContentApiClient,
} from "../upstream/content-api/content-api-client.ts";
import { createDriftDetector } from "../upstream/content-api/schema-drift.ts";
import { createCircuitBreaker } from "../upstream/http/circuit-breaker.ts";
import { createHttpClient } from "../upstream/http/http-client.ts";
import { instrumentHttpClient } from "../upstream/http/instrumented-http-client.ts";
import { createLatencyTracker, type LatencyTracker } from "../upstream/http/latency-tracker.ts";

const READS = "content-api";
const CONTACTS = `${READS} contacts`;
const EVENTS = `${READS} events`;

/** Errors of a source that fails faster than this are waited for: the page then has its true status. */
const FAST_ERROR_MS = 600;

interface ConnectionOptions {
  contentApiUrl: string;
  logger: Logger;
  /** The clock, milliseconds. */
  now: () => number;
  metrics: Pick<Metrics, "sourceCalled">;
  /** Null without tracing. */
  beginSpan: BeginSpan | null;
}

interface SourceOptions extends ConnectionOptions {
  /** Counted in the sources report. */
  store: CacheStore;
}

export interface ComposedSource {
  client: ContentApiClient;
  latency: LatencyTracker;
  monitor: SourcesMonitor;
  state: Pick<SiteState, "breakers" | "breaker" | "sources" | "sourceAnsweredAt" | "sourceIsWell">;
  /** How long a page may wait for its data now, milliseconds, where `usualMs` is configured. */
  headStartMs: (usualMs: number) => number;
  close: () => Promise<void>;
}

/** What the last reads have shown of the source. */
function createSourceHealth(now: () => number) {
  let isWell: boolean | null = null;
  let answeredAt: number | null = null;
  return {
    isWell: () => isWell,
    answeredAt: () => answeredAt,
    called({ status, attempts }: SourceNote): void {
      // An aborted call says nothing about the source.
      if (status === "aborted" || attempts === 0) return;
      isWell = typeof status === "number" && status < 500;
      if (isWell) answeredAt = now();
    },
  };
}

/** One set of connections; a breaker for each kind of call, since one kind may fail while the others do not. */
function connect({ contentApiUrl, logger, now, metrics, beginSpan }: ConnectionOptions) {
  const breakerListeners: (() => void)[] = [];
  const health = createSourceHealth(now);
  const latency = createLatencyTracker();
  const connections = createHttpClient({ source: READS, baseUrl: contentApiUrl });

  function guard(source: string, onChange: () => void) {
    return createCircuitBreaker(connections, {
      source: READS,
      now,
      onChange: (breaker) => {
        onChange();
        logger.warn({ source, breaker }, "content source breaker");
      },
    });
  }
  const write = (source: string) =>
    instrumentHttpClient(
      guard(source, () => {}),
      {
        source: READS,
        beginSpan,
        // The duration of a write says nothing about the latency of reads.
        latency: createLatencyTracker(),
        onCall: metrics.sourceCalled,
      },
    );
  const notifyListeners = () => {
    for (const listener of breakerListeners) listener();
  };
  const http = instrumentHttpClient(guard(READS, notifyListeners), {
    source: READS,
    beginSpan,
    latency,
    onCall: (note) => {
      health.called(note);
      metrics.sourceCalled(note);
    },
  });
  return {
    http,
    writes: { contacts: write(CONTACTS), events: write(EVENTS) },
    latency,
    health,
    onBreakerChange: (listener: () => void) => void breakerListeners.push(listener),
  };
}

/** The client of the content API, with its circuit breakers, its latency and its report. */
export function composeSource(options: SourceOptions): ComposedSource {
  const { contentApiUrl, logger, now, store } = options;
  const { http, writes, latency, health, onBreakerChange } = connect(options);
  const monitor = createSourcesMonitor({ store, breaker: http.state, now });
  onBreakerChange(monitor.recordBreakerChange);
  const drift = createDriftDetector((change) => {
    monitor.recordDrift(change);
    logger.warn({ drift: change }, "content source changed");
  });
  const client = createContentApiClient({
    http,
    writes,
    baseUrl: contentApiUrl,
    onReadReport: (report) => {
      monitor.recordRead(report);
      drift.check(report);
    },
  });
  return {
    client,
    latency,
    monitor,
    state: {
      breakers: () => ({
        [READS]: http.state(),
        [CONTACTS]: writes.contacts.state(),
        [EVENTS]: writes.events.state(),
      }),
      breaker: http.state,
      sources: monitor.report,
      sourceAnsweredAt: health.answeredAt,
      sourceIsWell: health.isWell,
    },
    headStartMs: (usualMs) =>
      health.isWell() === false && !latency.isSlowerThan(FAST_ERROR_MS)
        ? Math.max(usualMs, FAST_ERROR_MS)
        : latency.isSlowerThan(usualMs)
          ? 0
          : usualMs,
    close: http.close,
  };
}
