import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";
import { DATA_STATES, type SourceNote } from "../../shared/contract/api-data.ts";
import { type Account, PAGE_CACHE_STATES } from "./account.ts";
import { addRequestHistogram } from "./request-histogram.ts";
import type { RequestLine } from "./request-line.schema.ts";
import { addStateGauges, type StateProbes } from "./state-gauges.ts";

/** What operators count. One for each site in the process. */
export interface Metrics {
  requestEnded: (line: RequestLine, account: Account) => void;
  sourceCalled: (note: SourceNote) => void;
  /** A browser told of something the policy refused; `directive` is one of the policy's own names. */
  cspReported: (directive: string) => void;
  /** A fault of ours that became a 500. */
  faulted: () => void;
  /** Where the gauges look, once all is composed. */
  watch: (probes: StateProbes) => void;
  /** In the Prometheus text format. */
  print: () => Promise<{ type: string; text: string }>;
  close: () => void;
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

const DIRECTIVES =
  /^(default|script|style|img|font|connect|manifest|frame|object|worker|media|child)-src(-elem|-attr)?$|^(form-action|base-uri|frame-ancestors)$/;

/** Where nothing was found: few words, whatever addresses people try. */
const NOT_FOUND_AREAS = ["page", "entry", "api", "file"] as const;

function areaOf(route: string): (typeof NOT_FOUND_AREAS)[number] {
  if (route.startsWith("/bff")) return "api";
  if (route.includes(":")) return "entry";
  return route === "*" || route === "(unknown)" || route === "/*" ? "page" : "file";
}

/** Makes the counters and their registry. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const countRequest = addRequestHistogram(registry);
  const counter = <Name extends string>(name: string, help: string, labelNames: Name[] = []) =>
    new Counter({ name, help, labelNames, registers });

  const aborted = counter("http_requests_aborted_total", "Readers who left before the end");
  const shed = counter("http_requests_shed_total", "Requests refused because of load (503)");
  const streams = counter("site_streams_total", "Pages sent in parts", ["ended"]);
  const limited = counter("site_rate_limited_total", "Posts refused by a limit (429)", ["limit"]);
  const pages = counter("site_page_cache_total", "Pages, by how they came about", ["state"]);
  const data = counter("site_data_total", "Answers, by the worst of the data they stand on", [
    "state",
  ]);
  const notFound = counter("site_not_found_total", "Answers 404, by what was not there", ["area"]);
  const csp = counter("site_csp_reports_total", "Reports of browsers on the policy", ["directive"]);
  const faults = counter("site_faults_total", "Faults of ours that became a 5xx");
  const render = new Histogram({
    ...{ name: "site_render_duration_seconds", labelNames: ["kind"], buckets: SECONDS, registers },
    help: "Until a page was drawn (whole), or its shell (streamed); waiting for data included",
  });
  const calls = new Histogram({
    ...{ name: "site_source_call_duration_seconds", buckets: SECONDS, registers },
    ...{ help: "Calls to sources with their retries", labelNames: ["source", "outcome"] },
  });
  const attempts = counter("site_source_attempts_total", "Requests sent to sources", ["source"]);

  // A hit is worth nothing but these: what is counted at each one costs no look-up of labels.
  const cacheStates = { hit: 0, refreshed: 0, stale: 0, miss: 0, skip: 0 };
  const dataStates = { fresh: 0, refreshed: 0, stale: 0, none: 0 };
  Object.assign(pages, {
    collect: () => {
      pages.reset();
      for (const state of PAGE_CACHE_STATES) pages.inc({ state }, cacheStates[state]);
    },
  });
  Object.assign(data, {
    collect: () => {
      data.reset();
      for (const state of DATA_STATES) data.inc({ state }, dataStates[state]);
    },
  });
  for (const ended of ["whole", "aborted"]) streams.inc({ ended }, 0);
  for (const area of NOT_FOUND_AREAS) notFound.inc({ area }, 0);
  for (const limit of ["contact", "volunteer", "partner", "donation", "all"])
    limited.inc({ limit }, 0);
  const gauges = addStateGauges(registry);

  return {
    requestEnded(line, account) {
      countRequest(line, line.durationMs);
      if (line.pageCache !== undefined) cacheStates[line.pageCache] += 1;
      if (line.data !== undefined) dataStates[line.data] += 1;
      if (line.status === 404) notFound.inc({ area: areaOf(line.route) });
      if (line.aborted) aborted.inc();
      if (account.isStreamed) streams.inc({ ended: line.aborted ? "aborted" : "whole" });
      if (account.isShed) shed.inc();
      if (account.limited !== null) limited.inc({ limit: account.limited });
      if (account.renderMs !== null)
        render.observe(
          { kind: account.isStreamed ? "streamed" : "whole" },
          account.renderMs / 1_000,
        );
    },
    sourceCalled({ name: source, status, attempts: made, ms }) {
      const isAnswer = typeof status === "number";
      const outcome =
        made === 0 ? "not-asked" : isAnswer ? `${Math.floor(status / 100)}xx` : status;
      calls.observe({ source, outcome }, ms / 1_000);
      attempts.inc({ source }, made);
    },
    cspReported: (directive) =>
      csp.inc({ directive: DIRECTIVES.test(directive) ? directive : "other" }),
    faulted: () => faults.inc(),
    watch: gauges.watch,
    print: async () => ({ type: registry.contentType, text: await registry.metrics() }),
    close: () => registry.clear(),
  };
}
