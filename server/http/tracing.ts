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
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import type { FastifyInstance } from "fastify";
import { readTraceparent } from "./request-log.ts";

const NAME = "foundation-website";

function parentContext(header: unknown): Context {
  const parent = readTraceparent(header);
  return parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent);
}

function traceparentOfSpan(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`;
}

/** Adds a server span for each request, from the first hook until the response is sent or the visitor has left. */
function addSpans(app: FastifyInstance, tracer: Tracer): void {
  app.addHook("onRequest", (request, reply, done) => {
    // Name the span after the route template, since the URL may hold personal data.
    const route = request.routeOptions.url ?? "(unknown)";
    const attributes = {
      "http.request.method": request.method,
      "http.route": route,
      "url.path": route,
      "site.request_id": request.id,
    };
    const options = { kind: SpanKind.SERVER, attributes };
    const parent = parentContext(request.headers.traceparent);
    const span = tracer.startSpan(`${request.method} ${route}`, options, parent);
    request.traceparent = traceparentOfSpan(span);
    reply.raw.on("close", () => {
      span.setAttribute("http.response.status_code", reply.statusCode);
      // Set no message: the log describes errors, without personal data.
      if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    done();
  });
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

/** Starts tracing. Must be called before other hooks that may answer a request are added. */
export function startTracing(app: FastifyInstance, endpoint: string, version: string) {
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ "service.name": NAME, "service.version": version }),
    spanProcessors: [new BatchSpanProcessor(createExporter(endpoint, app.log))],
  });
  const tracer = provider.getTracer(NAME, version);
  addSpans(app, tracer);
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

export type Tracing = ReturnType<typeof startTracing>;
