import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type SpanExporter,
} from "@opentelemetry/sdk-trace-base";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { readTraceparent, traceparentOf } from "./trace-context.ts";

/** An open span of a trace. */
export interface OpenSpan {
  /** The `traceparent` header for requests made within the span. */
  traceparent: string | undefined;
  end: (facts: Readonly<Record<string, string | number>>, error?: unknown) => void;
}

/** Starts a child span of the one that `traceparent` names. */
export type BeginSpan = (name: string, traceparent: string | undefined) => OpenSpan;

/** The export of traces to a collector; loaded only when one is configured. */
export interface Tracing {
  /** Adds the hooks that create a span for each request. Must be added before any other hook. */
  addHooks: (app: FastifyInstance) => void;
  beginSpan: BeginSpan;
  traceparentOf: (request: FastifyRequest) => string;
  /** Sends the remaining spans. */
  close: () => Promise<void>;
}

/** The longest delay of a span. */
const SEND_EVERY_MS = 2_000;

/** The context of a caller's `traceparent` header. */
function parentContext(header: unknown): Context {
  const parent = readTraceparent(header);
  if (parent === null) return ROOT_CONTEXT;
  const { traceId, spanId, flags } = parent;
  const traceFlags = Number.parseInt(flags, 16);
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

function traceparentOfSpan(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`;
}

/** A server span for each request, from its first hook until the response is sent. */
function addSpanHooks(app: FastifyInstance, tracer: Tracer): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook("onRequest", (request, _reply, done) => {
    const { method, headers } = request;
    // The route template, not the URL, which may hold personal data.
    const route = request.routeOptions.url ?? "(unknown)";
    const attributes = {
      "http.request.method": method,
      "http.route": route,
      "url.path": route,
      "site.request_id": request.id,
    };
    const options = { kind: SpanKind.SERVER, attributes };
    const span = tracer.startSpan(
      `${method} ${route}`,
      options,
      parentContext(headers.traceparent),
    );
    request.spanTraceparent = traceparentOfSpan(span);
    spans.set(request, span);
    done();
  });
  app.addHook("onResponse", (request, { statusCode }, done) => {
    const span = spans.get(request);
    span?.setAttribute("http.response.status_code", statusCode);
    // No message: errors are described in the log, without personal data.
    if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
    done();
  });
}

/** Exports batches, and reports the start and the end of each outage of the collector. */
function createExporter(endpoint: string, onChange: TracingOptions["onChange"]): SpanExporter {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` });
  let isLost = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const isFailed = result.error !== undefined;
        if (isFailed !== isLost) onChange(isFailed ? "lost" : "up", result.error);
        isLost = isFailed;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}

export interface TracingOptions {
  endpoint: string;
  version: string;
  onChange: (state: "up" | "lost", error: unknown) => void;
}

/** Starts to collect spans and to send them to `endpoint` (OTLP over HTTP, JSON). */
export function startTracing(options: TracingOptions): Tracing {
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      "service.name": "foundation-website",
      "service.version": options.version,
    }),
    spanProcessors: [
      new BatchSpanProcessor(createExporter(options.endpoint, options.onChange), {
        scheduledDelayMillis: SEND_EVERY_MS,
      }),
    ],
  });
  const tracer = provider.getTracer("foundation-website", options.version);

  return {
    addHooks: (app) => addSpanHooks(app, tracer),
    traceparentOf,
    beginSpan(name, traceparent) {
      const span = tracer.startSpan(name, { kind: SpanKind.CLIENT }, parentContext(traceparent));
      return {
        traceparent: traceparentOfSpan(span),
        end: (facts, error) => {
          span.setAttributes(facts);
          if (error !== undefined) {
            const message = error instanceof Error ? error.name : "error";
            span.setStatus({ code: SpanStatusCode.ERROR, message });
          }
          span.end();
        },
      };
    },
    // A failed export was reported by onChange; shutdown does not wait for it.
    close: () => provider.shutdown().catch(() => {}),
  };
}
