import { randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { accountOf } from "./account.ts";

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const ZEROS = /^0+$/;

declare module "fastify" {
  interface FastifyRequest {
    /** The span of this request, where traces are collected: what goes on from here belongs to it. */
    spanTraceparent: string | null;
  }
}

interface TraceParent {
  traceId: string;
  spanId: string;
  flags: string;
}

/** A `traceparent` header (W3C Trace Context, section 3.2); null when it is none. */
export function readTraceparent(header: unknown): TraceParent | null {
  const [, traceId = "", spanId = "", flags = ""] =
    (typeof header === "string" && TRACEPARENT.exec(header)) || [];
  if (traceId === "" || ZEROS.test(traceId) || ZEROS.test(spanId)) return null;
  return { traceId, spanId, flags };
}

/** The trace of a request: the caller's, else one of its own, named after the request where that can be. */
export function traceIdOf(request: FastifyRequest): string {
  const account = accountOf(request);
  if (account.traceId !== null) return account.traceId;
  const { id, spanTraceparent } = request;
  const header = spanTraceparent ?? request.headers.traceparent;
  const given = header === undefined ? null : readTraceparent(header);
  const own = () => (UUID.test(id) ? id.replaceAll("-", "") : randomBytes(16).toString("hex"));
  account.traceId = given?.traceId ?? own();
  return account.traceId;
}

/**
 * What a source is told: the span of this request where traces are collected, else what the caller sent,
 * unchanged as a go-between should, else a new trace that nobody samples.
 */
export function traceparentOf(request: FastifyRequest): string {
  if (request.spanTraceparent !== null) return request.spanTraceparent;
  const { traceparent } = request.headers;
  if (typeof traceparent === "string" && readTraceparent(traceparent) !== null) return traceparent;
  return `00-${traceIdOf(request)}-${randomBytes(8).toString("hex")}-00`;
}
