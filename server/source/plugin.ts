import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import { type ContentApiClient, createContentApiClient } from "./content-api-client.ts";
import { SourceHealth } from "./health.ts";
import { type BreakerState, createCircuitBreaker } from "./http/circuit-breaker.ts";
import { createHttpClient, type HttpLimits } from "./http/http-client.ts";
import {
  createLatencyTracker,
  instrumentHttpClient,
  type LatencyTracker,
  SLOW_MS,
} from "./http/instrumented-http-client.ts";

declare module "fastify" {
  interface FastifyInstance {
    source: {
      client: ContentApiClient;
      latency: LatencyTracker;
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
  const connections = createHttpClient({ ...limits, source: READS, baseUrl: app.contentApiUrl });
  return (name: string, latency: LatencyTracker) =>
    instrumentHttpClient(
      createCircuitBreaker(connections, {
        source: READS,
        now: app.clock,
        onChange: (breaker) => app.log.warn({ source: name, breaker }, "content source breaker"),
      }),
      {
        source: READS,
        beginSpan: app.tracing?.beginSpan ?? null,
        onCall: app.metrics.sourceCalled,
        latency,
      },
    );
}

/** The client of the content API, with its circuit breakers, its latency and its health. `limits` of calls are those of tests. */
export const sourcePlugin = fp<{ limits?: Partial<HttpLimits> | undefined }>(
  async (app, { limits = {} }) => {
    const { config, clock: now, log } = app;
    const guarded = connect(app, limits);
    const latency = createLatencyTracker();
    const http = guarded(READS, latency);
    // The duration of a write says nothing about the latency of reads.
    const contacts = guarded(CONTACTS, createLatencyTracker());
    const events = guarded(EVENTS, createLatencyTracker());
    const health = new SourceHealth({ log, now, isSlow: () => latency.isSlowerThan(SLOW_MS) });
    const client = createContentApiClient({
      http,
      writes: { contacts, events },
      baseUrl: app.contentApiUrl,
      nextParameter: config.CONTENT_API_NEXT_PARAMETER,
      onReadReport: (report) => health.recordRead(report),
    });
    app.decorate("source", {
      client,
      latency,
      health,
      breakers: () => ({
        [READS]: http.state(),
        [CONTACTS]: contacts.state(),
        [EVENTS]: events.state(),
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
