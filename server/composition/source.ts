import type { Logger } from "pino";
import type { DataCache } from "../bff/cache/data-cache.ts";
import { createSourceHealth, type SourceHealth } from "../bff/sources/source-health.ts";
import { createSourcesMonitor, type SourcesMonitor } from "../bff/sources/sources-report.ts";
import type { Config } from "../config.ts";
import type { Metrics } from "../observability/metrics.ts";
import type { SiteState } from "../observability/site-status.ts";
import type { BeginSpan } from "../observability/tracing.ts";
import {
  type ContentApiClient,
  createContentApiClient,
} from "../upstream/content-api/content-api-client.ts";
import { createDriftDetector } from "../upstream/content-api/schema-drift.ts";
import { createCircuitBreaker } from "../upstream/http/circuit-breaker.ts";
import { createHttpClient, type HttpLimits } from "../upstream/http/http-client.ts";
import { instrumentHttpClient } from "../upstream/http/instrumented-http-client.ts";
import {
  createLatencyTracker,
  type LatencyTracker,
  SLOW_MS,
} from "../upstream/http/latency-tracker.ts";

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
  /** Of calls; those of `http-client.ts` unless given. */
  sourceLimits?: Partial<HttpLimits> | undefined;
}

interface SourceOptions extends ConnectionOptions {
  config: Pick<Config, "CONTENT_API_NEXT_PARAMETER">;
  /** Of the values in the cache, for the sources report. */
  copyStats: DataCache["stats"];
}

export interface ComposedSource {
  client: ContentApiClient;
  latency: LatencyTracker;
  monitor: SourcesMonitor;
  health: SourceHealth;
  state: Pick<SiteState, "breakers" | "breaker" | "sources" | "sourceHealth">;
  /** How long a page may wait for its data now, milliseconds, where `usualMs` is configured. */
  headStartMs: (role: "page" | "part", usualMs: number) => number;
  close: () => Promise<void>;
}

function composeHealth({ logger, now }: SourceOptions, latency: LatencyTracker): SourceHealth {
  return createSourceHealth({
    isSlow: () => latency.isSlowerThan(SLOW_MS),
    now,
    onListFault: (data, { name, detail }) =>
      logger.warn({ data, fault: name, detail }, "content source list is not usable"),
  });
}

/** One set of connections; a breaker for each kind of call, since one kind may fail while the others do not. */
function connect(options: ConnectionOptions) {
  const { contentApiUrl, logger, now, metrics, beginSpan, sourceLimits } = options;
  const breakerListeners: (() => void)[] = [];
  const latency = createLatencyTracker();
  const connections = createHttpClient({
    ...sourceLimits,
    source: READS,
    baseUrl: contentApiUrl,
  });

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
    onCall: metrics.sourceCalled,
  });
  return {
    http,
    writes: { contacts: write(CONTACTS), events: write(EVENTS) },
    latency,
    onBreakerChange: (listener: () => void) => void breakerListeners.push(listener),
  };
}

/** The client of the content API, with its circuit breakers, its latency and its report. */
export function composeSource(options: SourceOptions): ComposedSource {
  const { contentApiUrl, config, logger, now, copyStats } = options;
  const { http, writes, latency, onBreakerChange } = connect(options);
  const health = composeHealth(options, latency);
  const monitor = createSourcesMonitor({ copyStats, health, breaker: http.state, now });
  onBreakerChange(monitor.recordBreakerChange);
  const drift = createDriftDetector((change) => {
    monitor.recordDrift(change);
    const isFirst = change.missing.length > 0;
    logger.warn(
      { drift: change },
      isFirst ? "content source differs from its contract" : "content source changed",
    );
  });
  const client = createContentApiClient({
    http,
    writes,
    baseUrl: contentApiUrl,
    nextParameter: config.CONTENT_API_NEXT_PARAMETER,
    onReadReport: (report) => {
      monitor.recordRead(report);
      drift.check(report);
    },
  });
  return {
    client,
    latency,
    monitor,
    health,
    state: {
      breakers: () => ({
        [READS]: http.state(),
        [CONTACTS]: writes.contacts.state(),
        [EVENTS]: writes.events.state(),
      }),
      breaker: http.state,
      sources: monitor.report,
      sourceHealth: health.read,
    },
    headStartMs: (role, usualMs) =>
      role === "page" && health.isFailing() && !latency.isSlowerThan(FAST_ERROR_MS)
        ? Math.max(usualMs, FAST_ERROR_MS)
        : latency.isSlowerThan(usualMs)
          ? 0
          : usualMs,
    close: http.close,
  };
}
