import * as z from "zod";
import { DATA_STATES } from "../upstream/request-context.ts";
import { PAGE_CACHE_STATES } from "./request-stats.ts";

const ms = z.number().min(0);

/** A route template: no full URL, no query. */
const template = z.string().regex(/^(\/[^?#\s]*|\*|\(unknown\))$/);

/** A call to a source. */
const sourceNote = z.strictObject({
  name: z.string().describe("name of the source"),
  status: z
    .union([z.number().int(), z.enum(["timeout", "network", "shape", "size", "aborted"])])
    .describe("status of the response, or the class of the error"),
  attempts: z
    .number()
    .int()
    .min(0)
    .describe("0 when no request was sent: the circuit breaker is open or paused"),
  ms,
});

/**
 * The log line at the end of each request, besides what pino adds (`level`, `time`, `pid`, `hostname`, `msg`).
 * It holds no IP address, no URL, no query, no body and no name. Strict: no other field can be logged.
 */
export const requestLine = z.strictObject({
  reqId: z
    .string()
    .describe(
      "the id on every response (`x-request-id`) but files that pages load, and on every error page",
    ),
  traceId: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .describe("id of the W3C trace: the caller's, else a new one; passed on to the source"),
  method: z.string().regex(/^[A-Z-]+$/),
  route: template.describe("the template, never the URL: `/events/:slug`; `*` without a match"),
  status: z
    .number()
    .int()
    .min(100)
    .max(599)
    .describe("499 when the visitor left before the headers were sent"),
  ttfbMs: ms.optional().describe("time until the headers were sent; absent when none were"),
  durationMs: ms.describe("time until the last byte was sent, or the visitor left"),
  bytes: z
    .number()
    .int()
    .min(0)
    .describe("size of the body as sent, encoded; streams with their framing"),
  pageCache: z
    .enum(PAGE_CACHE_STATES)
    .optional()
    .describe("pages and `/bff`: `hit` `refreshed` `stale` `miss` `skip` (not cacheable)"),
  data: z
    .enum(DATA_STATES)
    .optional()
    .describe("the worst state of the data used: `fresh` `refreshed` `stale` `none`"),
  sources: z
    .array(sourceNote)
    .optional()
    .describe("calls made for this request: `name`, `status` or class of error, `attempts`, `ms`"),
  renderMs: ms
    .optional()
    .describe("time until the page was rendered, or its shell when streamed, data included"),
  robot: z
    .boolean()
    .describe("true for search engines, link previews and HTTP tools, as `isbot` has it"),
  aborted: z.boolean().describe("true when the visitor left before the end"),
  shed: z.literal(true).optional().describe("true when refused with 503 because of load"),
  limited: z.string().optional().describe("the rate limit that refused the post with 429"),
});

/** What the logger is given. */
export type RequestLine = z.infer<typeof requestLine>;
