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
import type { FastifyInstance, FastifyRequest } from "fastify";
import { readTraceparent } from "./request-log.ts";

/** The longest delay of a span. */
const SEND_EVERY_MS = 2_000;
const NAME = "foundation-website";

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

/** Starts a child span of the one that `traceparent` names. */
function beginSpan(tracer: Tracer, name: string, traceparent: string | undefined) {
  const span = tracer.startSpan(name, { kind: SpanKind.CLIENT }, parentContext(traceparent));
  return {
    /** The `traceparent` header for requests made within the span. */
    traceparent: traceparentOfSpan(span),
    end(facts: Readonly<Record<string, string | number>>, error?: unknown) {
      span.setAttributes(facts);
      if (error !== undefined) {
        const message = error instanceof Error ? error.name : "error";
        span.setStatus({ code: SpanStatusCode.ERROR, message });
      }
      span.end();
    },
  };
}

/** Exports batches as OTLP over HTTP with JSON, and logs the start and the end of each outage of the collector. */
class LoggingExporter extends OTLPTraceExporter {
  #isLost = false;
  readonly #log: FastifyInstance["log"];

  constructor(endpoint: string, log: FastifyInstance["log"]) {
    super({ url: `${endpoint}/v1/traces` });
    this.#log = log;
  }

  override export(...[spans, done]: Parameters<OTLPTraceExporter["export"]>): void {
    super.export(spans, (result) => {
      const isFailed = result.error !== undefined;
      if (isFailed && !this.#isLost) this.#log.warn({ err: result.error }, "traces cannot be sent");
      if (!isFailed && this.#isLost) this.#log.info("traces are sent again");
      this.#isLost = isFailed;
      done(result);
    });
  }
}

/** Starts the export of traces to `endpoint`, with a span for each request. Its hooks must be added before any other. */
export function startTracing(app: FastifyInstance, endpoint: string, version: string) {
  const exporter = new LoggingExporter(endpoint, app.log);
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ "service.name": NAME, "service.version": version }),
    spanProcessors: [new BatchSpanProcessor(exporter, { scheduledDelayMillis: SEND_EVERY_MS })],
  });
  const tracer = provider.getTracer(NAME, version);
  addSpanHooks(app, tracer);
  // Sends what remains. A failed export is logged; shutdown does not wait for it.
  app.addHook("onClose", () => provider.shutdown().catch(() => {}));
  return {
    beginSpan: (name: string, traceparent: string | undefined) =>
      beginSpan(tracer, name, traceparent),
  };
}

export type Tracing = ReturnType<typeof startTracing>;
