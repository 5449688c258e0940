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
import type { BeginSpan } from "../contract/span.ts";
import { readTraceparent, traceparentOf } from "./trace-context.ts";

/** Traces on their way to a collector. Only loaded when there is one. */
export interface Tracing {
  /** Adds the hooks that give each request its span. They must run before any other hook. */
  addHooks: (app: FastifyInstance) => void;
  beginSpan: BeginSpan;
  traceparentOf: (request: FastifyRequest) => string;
  /** Sends what is left. */
  close: () => Promise<void>;
}

/** Spans are sent after this while at the latest. */
const SEND_EVERY_MS = 2_000;

/** The context of a `traceparent` header: the caller's trace goes on. */
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

/** A server span for each request, from its first hook until its response was sent. */
function addSpanHooks(app: FastifyInstance, tracer: Tracer): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook("onRequest", (request, _reply, done) => {
    const { method, headers } = request;
    // The URL may hold what somebody typed: the route's template says enough.
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
    // No message: what failed is for the log, which knows what may be said.
    if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
    done();
  });
}

/** Sends batches on, and says once of each outage that the collector does not take them. */
function createExporter(endpoint: string, onChange: TracingOptions["onChange"]): SpanExporter {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` });
  let isLost = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const isFault = result.error !== undefined;
        if (isFault !== isLost) onChange(isFault ? "lost" : "up", result.error);
        isLost = isFault;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}

export interface TracingOptions {
  endpoint: string;
  version: string;
  onChange: (state: "up" | "lost", fault: unknown) => void;
}

/** Begins to collect spans and to send them to `endpoint` (OTLP over HTTP, JSON). */
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
        end: (facts, fault) => {
          span.setAttributes(facts);
          if (fault !== undefined) {
            const message = fault instanceof Error ? fault.name : "fault";
            span.setStatus({ code: SpanStatusCode.ERROR, message });
          }
          span.end();
        },
      };
    },
    // What cannot be sent any more was told of; a site that closes waits for nobody.
    close: () => provider.shutdown().catch(() => {}),
  };
}
