import fp from "fastify-plugin";
import { type ContentApiClient, createContentApiClient } from "./content-api-client.ts";
import { SourceHealth } from "./health.ts";
import type { BreakerState } from "./http/circuit-breaker.ts";
import { HttpClient, type HttpLimits, SLOW_MS } from "./http/http-client.ts";

declare module "fastify" {
  interface FastifyInstance {
    source: {
      client: ContentApiClient;
      /** Of reads: a response within so many milliseconds is unlikely. */
      isSlowerThan: HttpClient["isSlowerThan"];
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

/** The client of the content API, and its health. `limits` of calls are those of tests. */
export const sourcePlugin = fp<{ limits?: Partial<HttpLimits> | undefined }>(
  async (app, { limits = {} }) => {
    const { config, clock: now, log, contentApiUrl: baseUrl } = app;
    /** One for each kind of call: one kind may fail while the others do not, or be slow. */
    const connect = (name: string) =>
      new HttpClient({
        ...limits,
        source: READS,
        baseUrl,
        now,
        onCall: app.metrics.sourceCalled,
        beginSpan: app.tracing?.beginSpan,
        onBreaker: (breaker) => log.warn({ source: name, breaker }, "content source breaker"),
      });
    const [http, contacts, events] = [connect(READS), connect(CONTACTS), connect(EVENTS)];
    const isSlowerThan = (ms: number) => http.isSlowerThan(ms);
    const health = new SourceHealth({ log, now, isSlow: () => isSlowerThan(SLOW_MS) });
    const client = createContentApiClient({
      http,
      writes: { contacts, events },
      baseUrl,
      nextParameter: config.CONTENT_API_NEXT_PARAMETER,
      onReadReport: (report) => health.recordRead(report),
    });
    app.decorate("source", {
      client,
      isSlowerThan,
      health,
      breakers: () => ({
        [READS]: http.breaker(),
        [CONTACTS]: contacts.breaker(),
        [EVENTS]: events.breaker(),
      }),
      breaker: () => http.breaker(),
      headStartMs: (role) => {
        const usualMs = config.HEAD_START_MS;
        if (role === "page" && health.isFailing() && !isSlowerThan(FAST_ERROR_MS))
          return Math.max(usualMs, FAST_ERROR_MS);
        return isSlowerThan(usualMs) ? 0 : usualMs;
      },
    });
    app.addHook("onClose", async () => {
      await Promise.all([http, contacts, events].map((one) => one.close()));
    });
  },
  { name: "source", dependencies: ["embedded-api"] },
);
