import * as z from "zod";
import { DATA_STATES, PAGE_CACHE_STATES } from "./request-stats.ts";

const ms = z.number().min(0);
const count = z.number().int().min(0);

/** A call to a source: its status or class of error; no attempts while the circuit breaker is open or paused. */
const sourceNote = z.strictObject({
  name: z.string(),
  status: z.union([z.number().int(), z.enum(["timeout", "network", "shape", "size", "aborted"])]),
  attempts: count,
  ms,
});

/**
 * The log line at the end of each request, besides what pino adds (`level`, `time`, `pid`, `hostname`, `msg`). What each field
 * means is in server/README.md, "Logs". It holds no IP address, no URL, no query, no body and no name. Strict: no other
 * field can be logged.
 */
export const requestLine = z.strictObject({
  reqId: z.string(),
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  method: z.string().regex(/^[A-Z-]+$/),
  /** The template, never a full URL. */
  route: z.string().regex(/^(\/[^?#\s]*|\*|\(unknown\))$/),
  status: z.number().int().min(100).max(599),
  ttfbMs: ms.optional(),
  durationMs: ms,
  bytes: count,
  pageCache: z.enum(PAGE_CACHE_STATES).optional(),
  data: z.enum(DATA_STATES).optional(),
  sources: z.array(sourceNote).optional(),
  renderMs: ms.optional(),
  robot: z.boolean(),
  aborted: z.boolean(),
  shed: z.literal(true).optional(),
  limited: z.string().optional(),
});

/** What the logger is given. */
export type RequestLine = z.infer<typeof requestLine>;
