import { Counter, Histogram, type Registry } from "prom-client";
import { DATA_STATES, type DataState } from "../contract/request-context.ts";
import { PAGE_CACHE_STATES, type PageCacheState } from "./request-stats.ts";

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** The kinds of missing URLs. A fixed set: no request can add a series. */
export const NOT_FOUND_AREAS = ["page", "entry", "api", "file"] as const;
const RATE_LIMITS = ["contact", "volunteer", "partner", "donation", "all"] as const;

/** The counters and histograms of the site. */
export interface Instruments {
  aborted: Counter;
  shed: Counter;
  streams: Counter<"ended">;
  limited: Counter<"limit">;
  countPage: (state: PageCacheState) => void;
  countData: (state: DataState) => void;
  notFound: Counter<"area">;
  cspReports: Counter<"directive">;
  errors: Counter;
  render: Histogram<"kind">;
  calls: Histogram<"source" | "outcome">;
  attempts: Counter<"source">;
  unreadable: Counter<"kind" | "origin">;
}

/** A counter by state without a lookup of labels at each increment, which cached pages would notice. */
function addStateCounter<State extends string>(
  registry: Registry,
  { name, help, states }: { name: string; help: string; states: readonly State[] },
): (state: State) => void {
  const counts = new Map(states.map((state) => [state, 0]));
  const counter = new Counter({
    name,
    help,
    labelNames: ["state"],
    registers: [registry],
    collect: () => {
      counter.reset();
      for (const [state, count] of counts) counter.inc({ state }, count);
    },
  });
  return (state) => counts.set(state, (counts.get(state) ?? 0) + 1);
}

/** Registers all instruments. Counters with known labels start at 0. */
export function createInstruments(registry: Registry): Instruments {
  const registers = [registry];
  const counter = <Name extends string>(name: string, help: string, labelNames: Name[] = []) =>
    new Counter({ name, help, labelNames, registers });

  const instruments: Instruments = {
    aborted: counter("http_requests_aborted_total", "Visitors who left before the end"),
    shed: counter("http_requests_shed_total", "Requests shed because of load (503)"),
    streams: counter("site_streams_total", "Streamed pages", ["ended"]),
    limited: counter("site_rate_limited_total", "Posts refused by a rate limit (429)", ["limit"]),
    countPage: addStateCounter(registry, {
      name: "site_page_cache_total",
      help: "Pages and `/bff` responses, by state of the response cache",
      states: PAGE_CACHE_STATES,
    }),
    countData: addStateCounter(registry, {
      name: "site_data_total",
      help: "Responses, by the worst state of the data they use",
      states: DATA_STATES,
    }),
    notFound: counter("site_not_found_total", "404 responses, by what was not found", ["area"]),
    cspReports: counter("site_csp_reports_total", "CSP violation reports", ["directive"]),
    errors: counter("site_faults_total", "Errors of the site that became a 5xx"),
    render: new Histogram({
      name: "site_render_duration_seconds",
      help: "Time until a page was rendered (whole), or its shell (streamed), including the wait for data",
      labelNames: ["kind"],
      buckets: SECONDS,
      registers,
    }),
    calls: new Histogram({
      name: "site_source_call_duration_seconds",
      help: "Calls to sources, retries included",
      labelNames: ["source", "outcome"],
      buckets: SECONDS,
      registers,
    }),
    attempts: counter("site_source_attempts_total", "Requests sent to sources", ["source"]),
    unreadable: counter(
      "site_cache_entries_unreadable_total",
      "Entries of disk and Redis that this release cannot read, and drops",
      ["kind", "origin"],
    ),
  };
  for (const ended of ["whole", "aborted"]) instruments.streams.inc({ ended }, 0);
  for (const area of NOT_FOUND_AREAS) instruments.notFound.inc({ area }, 0);
  for (const limit of RATE_LIMITS) instruments.limited.inc({ limit }, 0);
  return instruments;
}
