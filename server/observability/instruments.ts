import { Counter, Histogram, type Registry } from "prom-client";
import { formActions } from "../../shared/forms/form-names.ts";
import { WEBHOOK_OUTCOMES } from "../giving/payment-provider.ts";
import { CHECK_OUTCOMES } from "../giving/payment-rules.ts";
import { PICTURE_STATES } from "../pictures/pictures.ts";
import { DATA_STATES } from "../upstream/request-context.ts";
import { PAGE_CACHE_STATES } from "./request-stats.ts";

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The kinds of missing URLs. A fixed set: no request can add a series. */
export const NOT_FOUND_AREAS = ["page", "entry", "api", "file"] as const;
/** One for each form, and one for all together. */
const RATE_LIMITS = [...Object.keys(formActions), "tries", "all"];

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

function createCounters(registers: Registry[]) {
  const counter = <Name extends string>(name: string, help: string, ...labelNames: Name[]) =>
    new Counter({ name, help, labelNames, registers });
  return {
    aborted: counter("http_requests_aborted_total", "Visitors who left before the end"),
    shed: counter("http_requests_shed_total", "Requests shed because of load (503)"),
    streams: counter("site_streams_total", "Streamed pages", "ended"),
    limited: counter("site_rate_limited_total", "Posts refused by a rate limit (429)", "limit"),
    pages: counter(
      "site_page_cache_total",
      "Pages and `/bff` responses, by state of the response cache",
      "state",
    ),
    data: counter("site_data_total", "Responses, by the worst state of the data they use", "state"),
    notFound: counter("site_not_found_total", "404 responses, by what was not found", "area"),
    cspReports: counter("site_csp_reports_total", "CSP violation reports", "directive"),
    errors: counter("site_faults_total", "Errors of the site that became a 5xx"),
    attempts: counter("site_source_attempts_total", "Requests sent to sources", "source"),
    unreadable: counter(
      "site_cache_entries_unreadable_total",
      "Stored values of the source that this release cannot read, and drops",
      "kind",
    ),
    pictures: counter("site_pictures_total", "Requests for pictures of the source", "state"),
    pictureFaults: counter("site_picture_faults_total", "Fetches that gave no picture", "fault"),
    webhooks: counter("site_payment_webhooks_total", "Webhooks of the provider", "outcome"),
    paymentChecks: counter(
      "site_payment_checks_total",
      "Answers of the payment provider about gifts",
      "outcome",
    ),
  };
}

/** The counters and histograms of the site. */
export type Instruments = ReturnType<typeof createHistograms> & ReturnType<typeof createCounters>;

/** Registers all instruments. Counters with known labels start at 0. */
export function createInstruments(registry: Registry): Instruments {
  const instruments = { ...createHistograms([registry]), ...createCounters([registry]) };
  startAtZero(instruments);
  return instruments;
}

function startAtZero(instruments: Instruments): void {
  for (const outcome of WEBHOOK_OUTCOMES) instruments.webhooks.inc({ outcome }, 0);
  for (const outcome of CHECK_OUTCOMES) instruments.paymentChecks.inc({ outcome }, 0);
  for (const state of PICTURE_STATES) instruments.pictures.inc({ state }, 0);
  for (const state of PAGE_CACHE_STATES) instruments.pages.inc({ state }, 0);
  for (const state of DATA_STATES) instruments.data.inc({ state }, 0);
  for (const ended of ["whole", "aborted"]) instruments.streams.inc({ ended }, 0);
  for (const area of NOT_FOUND_AREAS) instruments.notFound.inc({ area }, 0);
  for (const limit of RATE_LIMITS) instruments.limited.inc({ limit }, 0);
}
