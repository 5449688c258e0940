import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import {
  type ContentApiClient,
  createContentApiClient,
} from "../upstream/content-api/content-api-client.ts";
import { createDriftDetector } from "../upstream/content-api/schema-drift.ts";
import { type BreakerState, createCircuitBreaker } from "../upstream/http/circuit-breaker.ts";
import { createHttpClient, type HttpLimits } from "../upstream/http/http-client.ts";
import {
  createLatencyTracker,
  instrumentHttpClient,
  type LatencyTracker,
  SLOW_MS,
} from "../upstream/http/instrumented-http-client.ts";
import { createSourceHealth, type SourceHealth } from "./source-health.ts";
import { createSourcesMonitor, type SourcesMonitor } from "./sources-report.ts";

declare module "fastify" {
  interface FastifyInstance {
    source: {
      client: ContentApiClient;
      latency: LatencyTracker;
      monitor: SourcesMonitor;
      health: SourceHealth;
      breakers: () => Record<string, BreakerState>;
      /** That of reads. */
      breaker: () => BreakerState;
      /** How long a page may wait for its data now, milliseconds. */
      headStartMs: (role: "page" | "part") => number;
    };
  }
}

const READS = "content-api";
const CONTACTS = `${READS} contacts`;
const EVENTS = `${READS} events`;

/** Errors of a source that fails faster than this are waited for: the page then has its true status. */
const FAST_ERROR_MS = 600;

/** One set of connections; a breaker for each kind of call, since one kind may fail while the others do not. */
function connect(app: FastifyInstance, limits: Partial<HttpLimits>) {
  const breakerListeners: (() => void)[] = [];
  const latency = createLatencyTracker();
  const connections = createHttpClient({ ...limits, source: READS, baseUrl: app.contentApiUrl });
  const observers = {
    source: READS,
    beginSpan: app.tracing?.beginSpan ?? null,
    onCall: app.metrics.sourceCalled,
  };

  function guard(source: string, onChange: () => void) {
    return createCircuitBreaker(connections, {
      source: READS,
      now: app.clock,
      onChange: (breaker) => {
        onChange();
        app.log.warn({ source, breaker }, "content source breaker");
      },
    });
  }
  const write = (source: string) =>
    // The duration of a write says nothing about the latency of reads.
    instrumentHttpClient(
      guard(source, () => {}),
      { ...observers, latency: createLatencyTracker() },
    );
  const notifyListeners = () => {
    for (const listener of breakerListeners) listener();
  };
  return {
    http: instrumentHttpClient(guard(READS, notifyListeners), { ...observers, latency }),
    writes: { contacts: write(CONTACTS), events: write(EVENTS) },
    latency,
    onBreakerChange: (listener: () => void) => void breakerListeners.push(listener),
  };
}

/** The client of the content API, with its circuit breakers, its latency and its health. `limits` of calls are those of tests. */
export const sourcePlugin = fp<{ limits?: Partial<HttpLimits> | undefined }>(
  async (app, { limits = {} }) => {
    const { config, clock: now, log } = app;
    const { http, writes, latency, onBreakerChange } = connect(app, limits);
    const health = createSourceHealth({
      isSlow: () => latency.isSlowerThan(SLOW_MS),
      now,
      onListFault: (data, { name, detail }) =>
        log.warn({ data, fault: name, detail }, "content source list is not usable"),
    });
    const monitor = createSourcesMonitor({ health, breaker: http.state, now });
    onBreakerChange(monitor.recordBreakerChange);
    const drift = createDriftDetector((change) => {
      monitor.recordDrift(change);
      const isFirst = change.missing.length > 0;
      log.warn(
        { drift: change },
        isFirst ? "content source differs from its contract" : "content source changed",
      );
    });
    const client = createContentApiClient({
      http,
      writes,
      baseUrl: app.contentApiUrl,
      nextParameter: config.CONTENT_API_NEXT_PARAMETER,
      onReadReport: (report) => {
        monitor.recordRead(report);
        drift.check(report);
      },
    });
    app.decorate("source", {
      client,
      latency,
      monitor,
      health,
      breakers: () => ({
        [READS]: http.state(),
        [CONTACTS]: writes.contacts.state(),
        [EVENTS]: writes.events.state(),
      }),
      breaker: http.state,
      headStartMs: (role) => {
        const usualMs = config.HEAD_START_MS;
        if (role === "page" && health.isFailing() && !latency.isSlowerThan(FAST_ERROR_MS))
          return Math.max(usualMs, FAST_ERROR_MS);
        return latency.isSlowerThan(usualMs) ? 0 : usualMs;
      },
    });
    app.addHook("onClose", http.close);
  },
  { name: "source", dependencies: ["embedded-api"] },
);
