import { statfsSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import packageJson from "../../package.json" with { type: "json" };
import { NOT_PUBLIC } from "../../shared/contract/source-faults.ts";
import type { SourceReport } from "../../shared/contract/sources-report.schema.ts";
import { formActions } from "../../shared/forms/form-names.ts";
import { CHECK_OUTCOMES, WEBHOOK_STATUSES } from "../gifts/gift.ts";
import { DATA_STATES, type SourceNote } from "../http/read-context.ts";
import { PAGE_CACHE_STATES, type RequestLine, type RequestStats } from "../http/request-log.ts";
import type { Tracing } from "../http/tracing.ts";
import { BREAKER_STATES } from "../source/http/circuit-breaker.ts";
import { lastBackupAt } from "../store/last-backup.ts";

const { version, dependencies } = packageJson;

/** The versions for the first log line and `site_build_info`. package.json is exact, since every dependency is pinned. */
export const versions = {
  site: version,
  // The build sets SOURCE_COMMIT: server/build/build.ts.
  commit: process.env.SOURCE_COMMIT || "unknown",
  node: process.version,
  fastify: dependencies.fastify,
  react: dependencies.react,
};

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

function createHistograms(registers: Registry[]) {
  const histogram = (name: string, help: string, ...labelNames: string[]) =>
    new Histogram({ name, help, labelNames, buckets: SECONDS, registers });
  const requests = "Time of requests until their last byte";
  const render = "Time until a page was rendered (whole), or its shell (streamed)";
  const calls = "Calls to sources, retries included";
  const conversions = "Conversions of pictures, the wait for their turn not included";
  return {
    requests: histogram("http_request_duration_seconds", requests, "method", "route", "status"),
    render: histogram("site_render_duration_seconds", render, "kind"),
    calls: histogram("site_source_call_duration_seconds", calls, "source", "outcome"),
    conversions: histogram("site_picture_conversion_duration_seconds", conversions, "format"),
  };
}

function createCounters(registers: Registry[]) {
  /** Creates a counter that starts at 0 for each known value of the label. No request can add a value. */
  const counter = (name: string, help: string, label?: string, known: readonly string[] = []) => {
    const labelNames = label === undefined ? [] : [label];
    const created = new Counter({ name, help, labelNames, registers });
    for (const value of known) created.labels(value).inc(0);
    return created;
  };
  const pages = "Pages and `/bff` responses, by state of the response cache";
  const webhooks = Object.keys(WEBHOOK_STATUSES);
  const checks = "Answers of the payment provider about gifts";
  // A limit for each form, and a limit for all messages together.
  const limits = [...Object.keys(formActions), "writes", "all"];
  return {
    aborted: counter("http_requests_aborted_total", "Visitors who left before the end"),
    shed: counter("http_requests_shed_total", "Requests shed because of load (503)"),
    streams: counter("site_streams_total", "Streamed pages", "ended", ["whole", "aborted"]),
    limited: counter("site_rate_limited_total", "Posts refused by a limit (429)", "limit", limits),
    pages: counter("site_page_cache_total", pages, "state", PAGE_CACHE_STATES),
    data: counter("site_data_total", "Responses, by their worst data", "state", DATA_STATES),
    errors: counter("site_faults_total", "Errors of the site that became a 5xx"),
    cspReports: counter("site_csp_reports_total", "CSP violation reports", "directive"),
    attempts: counter("site_source_attempts_total", "Requests sent to sources", "source"),
    webhooks: counter("site_payment_webhooks_total", "Webhooks received", "outcome", webhooks),
    paymentChecks: counter("site_payment_checks_total", checks, "outcome", CHECK_OUTCOMES),
  };
}

function outcomeOf({ status, attempts }: SourceNote): string {
  if (attempts === 0) return "not-asked";
  if (typeof status !== "number") return status;
  // A missing item is no error.
  return status === 404 || status === 410 ? "missing" : `${Math.floor(status / 100)}xx`;
}

/** Creates the metrics in a registry of their own. `addGauges` adds the gauges of the site's state. */
function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const help = "Always 1; versions as labels";
  const labelNames = Object.keys(versions);
  new Gauge({ name: "site_build_info", help, labelNames, registers }).set(versions, 1);
  const metrics = { ...createHistograms(registers), ...createCounters(registers) };
  return {
    registry,
    ...metrics,
    requestEnded(line: RequestLine, stats: RequestStats) {
      const { method, route, status, aborted, durationMs } = line;
      metrics.requests.observe({ method, route, status }, durationMs / 1_000);
      if (line.pageCache !== undefined) metrics.pages.inc({ state: line.pageCache });
      if (line.data !== undefined) metrics.data.inc({ state: line.data });
      if (aborted) metrics.aborted.inc();
      if (stats.isStreamed) metrics.streams.inc({ ended: aborted ? "aborted" : "whole" });
      if (stats.shed) metrics.shed.inc();
      if (stats.limited !== undefined) metrics.limited.inc({ limit: stats.limited });
      if (stats.renderMs === undefined) return;
      const kind = stats.isStreamed ? "streamed" : "whole";
      metrics.render.observe({ kind }, stats.renderMs / 1_000);
    },
    sourceCalled(note: SourceNote) {
      const { name: source, attempts, ms } = note;
      metrics.calls.observe({ source, outcome: outcomeOf(note) }, ms / 1_000);
      metrics.attempts.inc({ source }, attempts);
    },
  };
}

declare module "fastify" {
  interface FastifyInstance {
    metrics: ReturnType<typeof createMetrics>;
    tracing: Tracing | null;
  }
}

/** Adds metrics, and traces when a collector is configured. Otherwise the packages for traces are not loaded. */
export const observabilityPlugin = fp(
  async (app) => {
    app.decorate("metrics", createMetrics());
    app.addHook("onClose", async () => app.metrics.registry.clear());
    app.decorate("tracing", null);
    const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = app.config;
    if (endpoint === undefined) return;
    const { startTracing } = await import("../http/tracing.ts");
    app.tracing = await startTracing(app, endpoint, versions.site);
  },
  { name: "observability" },
);

/** The gauges, each with a help text and labels. */
const GAUGES = {
  site_source_rows: [
    "Rows of the last list: used, not public, or dropped as invalid",
    "data",
    "outcome",
  ],
  site_source_dates: ["Dates of the used rows of the last list", "data", "outcome"],
  site_source_missing_fields: ["Fields of the contract that no row of the last list has", "data"],
  site_source_usable: ["1 while the last response was usable, or before the first", "data"],
  site_source_fault: ["1 for what is wrong with the last response", "data", "fault"],
  site_source_last_good_timestamp_seconds: ["Time of the request for the last usable list", "data"],
  site_source_breaker: ["1 for the current state of the circuit breaker", "source", "state"],
  site_fresh_seconds: ["The setting `FRESH_SECONDS`, for rules about the age of data"],
  site_inbox_messages: ["Messages by their state", "state"],
  site_inbox_oldest_waiting_seconds: ["Age of the oldest message that waits; 0 when none does"],
  site_gifts: ["Gifts by their state and currency", "state", "currency"],
  site_gifts_oldest_pending_seconds: ["Age of the oldest payment without an answer; 0 without one"],
  site_copies: ["Cache entries of source responses in memory"],
  site_page_cache_pages: ["Pages in the response cache"],
  site_page_cache_bytes: ["Size of the pages in the response cache, all content encodings"],
  site_time_seconds: ["The clock of this machine, to compare with that of Prometheus"],
  site_data_dir_free_bytes: ["Free space on the disk of `DATA_DIR`"],
  site_last_backup_timestamp_seconds: [
    "Time of the last backup that succeeded; absent before the first",
  ],
  site_part_up: ["1 when a check of /health/ready is ok", "part"],
} satisfies Record<string, [help: string, ...labels: string[]]>;

/** A gauge's number, or a value for each value of the first label, and so on. Without a number the gauge is absent. */
type Value = number | null | undefined | { readonly [label: string]: Value };

function set(gauge: Gauge, [label = "", ...more]: string[], value: Value, labels = {}): void {
  if (typeof value === "number") gauge.set(labels, value);
  else
    for (const [key, one] of Object.entries(value ?? {}))
      set(gauge, more, one, { ...labels, [label]: key });
}

/** Returns the free space of a folder's disk, or null when the folder cannot be read. */
function freeBytes(dir: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(dir);
    return bavail * bsize;
  } catch {
    return null;
  }
}

/** Adds the gauges, which read the state of the site at each scrape. */
export function addGauges(app: FastifyInstance): void {
  const { source, siteData, pages, giving, config, clock } = app;
  const lists = (read: (health: SourceReport) => Value) => () =>
    Object.fromEntries(source.health.read().map((one) => [one.name, read(one)]));
  // These gauges are absent while the store cannot be read.
  const inbox = () => app.submissions.inbox.stats().catch(() => null);
  const gifts = () => giving.gifts.stats().catch(() => null);
  const ageOf = (since: number | null = null) =>
    since === null ? 0 : Math.max(0, (clock() - since) / 1_000);
  const { provider } = giving.payments ?? {};
  const breakers = () => ({
    ...source.breakers(),
    ...(provider && { [provider.name]: provider.http.breaker() }),
  });
  const statesOf = (current: string) =>
    Object.fromEntries(BREAKER_STATES.map((state) => [state, Number(state === current)]));
  const each = <One>(record: Record<string, One>, read: (one: One) => Value) =>
    Object.fromEntries(Object.entries(record).map(([name, one]) => [name, read(one)]));
  const sum = (counts: Record<string, number>) =>
    Object.values(counts).reduce((all, count) => all + count, 0);
  const reads: Record<keyof typeof GAUGES, () => Value | Promise<Value>> = {
    site_source_rows: lists(({ list }) => {
      if (list === null) return null;
      const { [NOT_PUBLIC]: hidden = 0, ...dropped } = list.dropped;
      return { used: list.used, hidden, dropped: sum(dropped) };
    }),
    site_source_dates: lists(({ list }) => list && { ...list.dates }),
    site_source_missing_fields: lists(({ list }) => list?.missing.length ?? 0),
    site_source_usable: lists(({ fault }) => Number(fault === null || fault.name === "slow")),
    // Use the number of an error status, which tells an expired key from a wrong path.
    site_source_fault: lists(
      ({ fault }) => fault && { [fault.name === "status" ? fault.detail : fault.name]: 1 },
    ),
    site_source_last_good_timestamp_seconds: lists(({ lastGoodAt }) =>
      lastGoodAt === null ? null : Date.parse(lastGoodAt) / 1_000,
    ),
    site_source_breaker: () => each(breakers(), statesOf),
    site_fresh_seconds: () => config.FRESH_SECONDS,
    site_inbox_messages: async () => (await inbox())?.counts,
    site_inbox_oldest_waiting_seconds: async () => ageOf((await inbox())?.oldestWaitingAt),
    site_gifts: async () => (await gifts())?.counts,
    site_gifts_oldest_pending_seconds: async () => ageOf((await gifts())?.oldestPendingAt),
    site_copies: () => siteData.cacheSize(),
    site_page_cache_pages: () => pages.pageCache.size().pages,
    site_page_cache_bytes: () => pages.pageCache.size().bytes,
    site_time_seconds: () => clock() / 1_000,
    site_data_dir_free_bytes: () => freeBytes(config.DATA_DIR),
    site_last_backup_timestamp_seconds: async () => {
      const at = await lastBackupAt(app.store.db).catch(() => null);
      return at === null ? null : at / 1_000;
    },
    site_part_up: () => each(app.readiness(), ({ state }) => Number(state === "ok")),
  };
  for (const [name, [help, ...labelNames]] of Object.entries(GAUGES))
    new Gauge({
      name,
      help,
      labelNames,
      registers: [app.metrics.registry],
      async collect() {
        const value = await reads[name as keyof typeof GAUGES]();
        this.reset();
        set(this, labelNames, value);
      },
    });
}
