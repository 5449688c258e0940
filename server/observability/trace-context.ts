import { randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { requestStatsOf } from "./request-stats.ts";

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const ZEROS = /^0+$/;

declare module "fastify" {
  interface FastifyRequest {
    /** The span of this request, when traces are exported; parent of its calls. */
    spanTraceparent: string | null;
  }
}

/** What the trace of a request is read from. */
type Traced = Pick<FastifyRequest, "id" | "headers" | "stats" | "spanTraceparent">;

interface TraceParent {
  traceId: string;
  spanId: string;
  flags: string;
}

/** A `traceparent` header (W3C Trace Context, section 3.2); null when it is invalid. */
export function readTraceparent(header: unknown): TraceParent | null {
  const [, traceId = "", spanId = "", flags = ""] =
    (typeof header === "string" && TRACEPARENT.exec(header)) || [];
  if (traceId === "" || ZEROS.test(traceId) || ZEROS.test(spanId)) return null;
  return { traceId, spanId, flags };
}

/** The digits of a UUID, else a random id. A fourth of the time of `replaceAll`. */
function traceIdFrom(id: string): string {
  if (!UUID.test(id)) return randomBytes(16).toString("hex");
  return id.slice(0, 8) + id.slice(9, 13) + id.slice(14, 18) + id.slice(19, 23) + id.slice(24);
}

/** The trace id of a request: the caller's, else its request id when that is a UUID, else a random one. */
export function traceIdOf(request: Traced): string {
  const stats = requestStatsOf(request);
  if (stats.traceId !== null) return stats.traceId;
  const { id, spanTraceparent } = request;
  const header = spanTraceparent ?? request.headers.traceparent;
  const given = header === undefined ? null : readTraceparent(header);
  stats.traceId = given?.traceId ?? traceIdFrom(id);
  return stats.traceId;
}

/**
 * The `traceparent` for calls to a source: the span of this request when traces are exported, else the
 * caller's unchanged, else a new unsampled trace.
 */
export function traceparentOf(request: Traced): string {
  if (request.spanTraceparent !== null) return request.spanTraceparent;
  const { traceparent } = request.headers;
  if (typeof traceparent === "string" && readTraceparent(traceparent) !== null) return traceparent;
  return `00-${traceIdOf(request)}-${randomBytes(8).toString("hex")}-00`;
}
