import fp from "fastify-plugin";
import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";
import packageJson from "../../package.json" with { type: "json" };
import { formActions } from "../../shared/forms/form-names.ts";
import { CHECK_OUTCOMES, WEBHOOK_STATUSES } from "../gifts/payment-rules.ts";
import {
  DATA_STATES,
  PAGE_CACHE_STATES,
  type RequestLine,
  type RequestStats,
  type SourceNote,
} from "../http/request-log.ts";
import type { Tracing } from "../http/tracing.ts";
import { PICTURE_STATES } from "../pictures/pictures.ts";

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The kinds of missing URLs. A fixed set: no request can add a series. */
const NOT_FOUND_AREAS = ["page", "entry", "api", "file"] as const;

function createHistograms(registers: Registry[]) {
  const histogram = <Name extends string>(name: string, help: string, labelNames: Name[]) =>
    new Histogram({ name, help, labelNames, buckets: SECONDS, registers });
  return {
    requests: histogram(
      "http_request_duration_seconds",
      "Time of requests until their last byte, by method, route template and status",
      ["method", "route", "status"],
    ),
    render: histogram(
      "site_render_duration_seconds",
      "Time until a page was rendered (whole), or its shell (streamed), including the wait for data",
      ["kind"],
    ),
    calls: histogram("site_source_call_duration_seconds", "Calls to sources, retries included", [
      "source",
      "outcome",
    ]),
    conversions: histogram(
      "site_picture_conversion_duration_seconds",
      "Conversions of pictures, the wait for their turn not included",
      ["format"],
    ),
  };
}

/** A counter of one label starts at 0 for each of its known values. */
const counterOf =
  (registers: Registry[]) =>
  <Label extends string = never>(
    name: string,
    help: string,
    label?: Label,
    known: readonly string[] = [],
  ) => {
    const labelNames = label === undefined ? [] : [label];
    const counter = new Counter<Label>({ name, help, labelNames, registers });
    for (const value of known) counter.labels(value).inc(0);
    return counter;
  };

function createCounters(registers: Registry[]) {
  const counter = counterOf(registers);
  return {
    aborted: counter("http_requests_aborted_total", "Visitors who left before the end"),
    shed: counter("http_requests_shed_total", "Requests shed because of load (503)"),
    streams: counter("site_streams_total", "Streamed pages", "ended", ["whole", "aborted"]),
    limited: counter(
      "site_rate_limited_total",
      "Posts refused by a rate limit (429)",
      "limit",
      // One for each form, and one for all together.
      [...Object.keys(formActions), "tries", "all"],
    ),
    pages: counter(
      "site_page_cache_total",
      "Pages and `/bff` responses, by state of the response cache",
      "state",
      PAGE_CACHE_STATES,
    ),
    data: counter(
      "site_data_total",
      "Responses, by the worst state of the data they use",
      "state",
      DATA_STATES,
    ),
    notFound: counter(
      "site_not_found_total",
      "404 responses, by what was not found",
      "area",
      NOT_FOUND_AREAS,
    ),
    errors: counter("site_faults_total", "Errors of the site that became a 5xx"),
    /** By the directive, which is one of the list in `csp-reports.ts`. */
    cspReports: counter("site_csp_reports_total", "CSP violation reports", "directive"),
    attempts: counter("site_source_attempts_total", "Requests sent to sources", "source"),
    pictures: counter(
      "site_pictures_total",
      "Requests for pictures of the source",
      "state",
      PICTURE_STATES,
    ),
    webhooks: counter(
      "site_payment_webhooks_total",
      "Webhooks of the provider",
      "outcome",
      Object.keys(WEBHOOK_STATUSES),
    ),
    paymentChecks: counter(
      "site_payment_checks_total",
      "Answers of the payment provider about gifts",
      "outcome",
      CHECK_OUTCOMES,
    ),
  };
}

function areaOf(route: string): (typeof NOT_FOUND_AREAS)[number] {
  if (route.startsWith("/bff")) return "api";
  if (route.includes(":")) return "entry";
  return route === "*" || route === "(unknown)" || route === "/*" ? "page" : "file";
}

function outcomeOf({ status, attempts }: SourceNote): string {
  if (attempts === 0) return "not-asked";
  if (typeof status !== "number") return status;
  // The response to an item that does not exist, so not an error.
  return status === 404 || status === 410 ? "missing" : `${Math.floor(status / 100)}xx`;
}

/** The metrics of one site, in a registry of their own; the gauges of its state are in `gauges.ts`. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const histograms = createHistograms([registry]);
  const counters = createCounters([registry]);

  return {
    registry,
    ...histograms,
    ...counters,
    /** Counts what the log line of a request says. */
    requestEnded(line: RequestLine, stats: RequestStats) {
      const { method, route, status, aborted } = line;
      histograms.requests.observe({ method, route, status }, line.durationMs / 1_000);
      if (line.pageCache !== undefined) counters.pages.inc({ state: line.pageCache });
      if (line.data !== undefined) counters.data.inc({ state: line.data });
      if (status === 404) counters.notFound.inc({ area: areaOf(route) });
      if (aborted) counters.aborted.inc();
      if (stats.isStreamed) counters.streams.inc({ ended: aborted ? "aborted" : "whole" });
      if (stats.isShed) counters.shed.inc();
      if (stats.limited !== undefined) counters.limited.inc({ limit: stats.limited });
      if (stats.renderMs === undefined) return;
      const kind = stats.isStreamed ? "streamed" : "whole";
      histograms.render.observe({ kind }, stats.renderMs / 1_000);
    },
    sourceCalled(note: SourceNote) {
      const { name: source, attempts, ms } = note;
      histograms.calls.observe({ source, outcome: outcomeOf(note) }, ms / 1_000);
      counters.attempts.inc({ source }, attempts);
    },
  };
}

declare module "fastify" {
  interface FastifyInstance {
    metrics: ReturnType<typeof createMetrics>;
    /** Null without a trace collector. */
    tracing: Tracing | null;
  }
}

const { version, dependencies } = packageJson;

/** For the first log line and `site_build_info`; every dependency is pinned. */
export const versions = {
  site: version,
  // The build puts it here: server/build/build.ts.
  commit: process.env.SOURCE_COMMIT || "unknown",
  node: process.version,
  fastify: dependencies.fastify,
  react: dependencies.react,
};

/** Metrics, and traces when a collector is configured; otherwise none of their packages is loaded. */
export const observabilityPlugin = fp(
  async (app) => {
    const metrics = createMetrics();
    app.decorate("metrics", metrics);
    app.addHook("onClose", async () => metrics.registry.clear());
    const endpoint = app.config.OTEL_EXPORTER_OTLP_ENDPOINT;
    const tracing =
      endpoint === undefined
        ? null
        : (await import("../http/tracing.ts")).startTracing(app, endpoint, versions.site);
    app.decorate("tracing", tracing);
  },
  { name: "observability" },
);
