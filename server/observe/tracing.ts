import FastifyOtelInstrumentation from "@fastify/otel";
import {
  type Context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type TextMapPropagator,
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
import type { BeginSpan } from "../upstream/observed-http-client.ts";
import { readTraceparent, traceparentOf } from "./trace-context.ts";

/** Traces on their way to a collector. Only loaded when there is one. */
export interface Tracing {
  /** Before any other hook: gives each request its span. */
  register: (app: FastifyInstance) => Promise<void>;
  beginSpan: BeginSpan;
  traceparentOf: (request: FastifyRequest) => string;
  /** Sends what is left. */
  close: () => Promise<void>;
}

/** Spans are sent after this while at the latest. */
const SEND_EVERY_MS = 2_000;

function withParent(context: Context, header: unknown): Context {
  const parent = readTraceparent(header);
  if (parent === null) return context;
  const { traceId, spanId, flags } = parent;
  const traceFlags = Number.parseInt(flags, 16);
  return trace.setSpanContext(context, { traceId, spanId, traceFlags, isRemote: true });
}

/** W3C Trace Context, as far as the site needs it: the caller's trace goes on. */
const w3c: TextMapPropagator = {
  inject: () => {},
  extract: (context, carrier, { get }) => withParent(context, get(carrier, "traceparent")),
  fields: () => ["traceparent"],
};

const hex = (flags: number) => flags.toString(16).padStart(2, "0");

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
  propagation.setGlobalPropagator(w3c);
  const tracer = provider.getTracer("foundation-website", options.version);

  const traceparentOfSpan = (span: ReturnType<typeof tracer.startSpan>) => {
    const { traceId, spanId, traceFlags } = span.spanContext();
    return `00-${traceId}-${spanId}-${hex(traceFlags)}`;
  };

  const instrumentation = new FastifyOtelInstrumentation({
    instrumentHooks: false,
    instrumentHandler: false,
    // Messages of faults are for the log, which knows what may be said.
    recordExceptions: false,
    requestHook: (span, request) => {
      // The address may hold what somebody typed: the template says enough.
      const route = request.routeOptions.url ?? "(unknown)";
      span.updateName(`${request.method} ${route}`);
      span.setAttributes({ "url.path": route, "site.request_id": request.id });
      request.spanTraceparent = traceparentOfSpan(span);
    },
  });
  instrumentation.setTracerProvider(provider);

  return {
    register: async (app) => {
      await app.register(instrumentation.plugin());
    },
    traceparentOf,
    beginSpan(name, traceparent) {
      const parent = withParent(ROOT_CONTEXT, traceparent);
      const span = tracer.startSpan(name, { kind: SpanKind.CLIENT }, parent);
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
