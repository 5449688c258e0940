import { FastifyOtelInstrumentation } from "@fastify/otel";
import {
  type Context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import type { FastifyInstance, FastifyRequest } from "fastify";

const NAME = "foundation-website";

const parentContext = (traceparent: string | undefined): Context =>
  propagation.extract(ROOT_CONTEXT, { traceparent });

function traceparentOfSpan(span: Span): string | undefined {
  const carrier: { traceparent?: string } = {};
  propagation.inject(trace.setSpan(ROOT_CONTEXT, span), carrier);
  return carrier.traceparent;
}

/** Names the span of a request after its route: the URL, which the plugin takes, may hold personal data. */
function describeRequest(span: Span, request: FastifyRequest): void {
  const route = request.routeOptions.url ?? "(unknown)";
  span.updateName(`${request.method} ${route}`);
  span.setAttributes({ "url.path": route, "site.request_id": request.id });
  request.traceparent = traceparentOfSpan(span);
}

/** Exports batches as OTLP over HTTP with JSON, and logs the start and the end of each outage of the collector. */
function createExporter(endpoint: string, log: FastifyInstance["log"]): OTLPTraceExporter {
  let isLost = false;
  return new (class extends OTLPTraceExporter {
    override export(...[spans, done]: Parameters<OTLPTraceExporter["export"]>): void {
      super.export(spans, (result) => {
        const { error } = result;
        if (error !== undefined && !isLost) log.warn({ err: error }, "traces cannot be sent");
        if (error === undefined && isLost) log.info("traces are sent again");
        isLost = error !== undefined;
        done(result);
      });
    }
  })({ url: `${endpoint}/v1/traces` });
}

/** Starts tracing. Must be called before other hooks and routes are added: `@fastify/otel` adds a span for each request of these. */
export async function startTracing(app: FastifyInstance, endpoint: string, version: string) {
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ "service.name": NAME, "service.version": version }),
    spanProcessors: [new BatchSpanProcessor(createExporter(endpoint, app.log))],
  });
  const tracer = provider.getTracer(NAME, version);
  const instrumentation = new FastifyOtelInstrumentation({
    instrumentHooks: false,
    instrumentHandler: false,
    // The log describes errors, without personal data.
    recordExceptions: false,
    requestHook: describeRequest,
  });
  instrumentation.setTracerProvider(provider);
  await app.register(instrumentation.plugin());
  // Shutdown exports the remaining spans. The exporter logs a failed export, so the error is ignored here.
  app.addHook("onClose", () => provider.shutdown().catch(() => {}));
  return {
    /** Begins a child span of `traceparent`. The result has the header for requests made within the new span. */
    beginSpan(name: string, traceparent: string | undefined) {
      const span = tracer.startSpan(name, { kind: SpanKind.CLIENT }, parentContext(traceparent));
      return {
        traceparent: traceparentOfSpan(span),
        end(facts: Readonly<Record<string, string | number>>, error?: unknown) {
          span.setAttributes(facts);
          const message = error instanceof Error ? error.name : "error";
          if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message });
          span.end();
        },
      };
    },
  };
}

export type Tracing = Awaited<ReturnType<typeof startTracing>>;
