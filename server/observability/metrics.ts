import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Registry } from "prom-client";
import type { WebhookOutcome } from "../giving/payment-provider.ts";
import type { CheckOutcome } from "../giving/payment-rules.ts";
import type { PictureState } from "../pictures/pictures.ts";
import type { SourceNote } from "../upstream/request-context.ts";
import { createInstruments, type Instruments, type NOT_FOUND_AREAS } from "./instruments.ts";
import type { RequestLine } from "./request-log-line.schema.ts";
import type { RequestStats } from "./request-stats.ts";
import { addStateGauges } from "./state-gauges.ts";

/** The metrics of one site. */
export interface Metrics {
  requestEnded: (line: RequestLine, stats: RequestStats) => void;
  sourceCalled: (note: SourceNote) => void;
  /** Counts a CSP violation by its directive, which is one of the list in `csp-reports.ts`. */
  cspReported: (directive: string) => void;
  /** Counts a cache entry of the store that cannot be read. */
  entryUnreadable: (kind: string) => void;
  pictureServed: (state: PictureState) => void;
  /** Counts a fetch that gave no picture. */
  pictureFailed: (fault: string) => void;
  pictureConverted: (format: string, ms: number) => void;
  webhookTaken: (outcome: WebhookOutcome) => void;
  paymentChecked: (outcome: CheckOutcome) => void;
  /** Counts an error of the site that became a 5xx. */
  requestFailed: () => void;
  /** Adds the gauges, which read the state of the site. */
  watch: (app: FastifyInstance) => void;
  /** In the Prometheus text format. */
  print: () => Promise<{ type: string; text: string }>;
  close: () => void;
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

function countRequest(instruments: Instruments, line: RequestLine, stats: RequestStats): void {
  const { requests, pages, data, notFound, aborted, streams, shed, limited, render } = instruments;
  const { method, route, status } = line;
  requests.observe({ method, route, status }, line.durationMs / 1_000);
  if (line.pageCache !== undefined) pages.inc({ state: line.pageCache });
  if (line.data !== undefined) data.inc({ state: line.data });
  if (status === 404) notFound.inc({ area: areaOf(route) });
  if (line.aborted) aborted.inc();
  if (stats.isStreamed) streams.inc({ ended: line.aborted ? "aborted" : "whole" });
  if (stats.isShed) shed.inc();
  if (stats.limited !== null) limited.inc({ limit: stats.limited });
  if (stats.renderMs !== null)
    render.observe({ kind: stats.isStreamed ? "streamed" : "whole" }, stats.renderMs / 1_000);
}

/** Creates all metrics in a registry of their own. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const instruments = createInstruments(registry);

  return {
    requestEnded: (line, stats) => countRequest(instruments, line, stats),
    sourceCalled(note) {
      const { name: source, attempts, ms } = note;
      instruments.calls.observe({ source, outcome: outcomeOf(note) }, ms / 1_000);
      instruments.attempts.inc({ source }, attempts);
    },
    cspReported: (directive) => instruments.cspReports.inc({ directive }),
    entryUnreadable: (kind) => instruments.unreadable.inc({ kind }),
    pictureServed: (state) => instruments.pictures.inc({ state }),
    pictureFailed: (fault) => instruments.pictureFaults.inc({ fault }),
    pictureConverted: (format, ms) => instruments.conversions.observe({ format }, ms / 1_000),
    webhookTaken: (outcome) => instruments.webhooks.inc({ outcome }),
    paymentChecked: (outcome) => instruments.paymentChecks.inc({ outcome }),
    requestFailed: () => instruments.errors.inc(),
    watch: (app) => addStateGauges(registry, app),
    print: async () => ({ type: registry.contentType, text: await registry.metrics() }),
    close: () => registry.clear(),
  };
}
