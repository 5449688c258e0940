import * as z from "zod";
import { DATA_STATES } from "../../shared/contract/api-data.ts";
import { PAGE_CACHE_STATES } from "./account.ts";

const ms = z.number().min(0);

/** Absolute addresses and queries are no templates. */
const template = z.string().regex(/^(\/[^?#\s]*|\*|\(unknown\))$/);

/** A call to a source, as the line of its request tells of it. */
const sourceNote = z.strictObject({
  name: z.string().describe("the source"),
  status: z
    .union([z.number().int(), z.enum(["timeout", "network", "shape", "size", "aborted"])])
    .describe("its status, or the class of the fault"),
  attempts: z.number().int().min(0).describe("0: not asked, the breaker is open or it wants peace"),
  ms,
});

/**
 * The line that is written at the end of every request, beside what pino writes on each (`level`,
 * `time`, `pid`, `hostname`, `msg`). It names no address, no query, no body and no person: what is not
 * listed here cannot be in it. It stands here and not in `shared`: that room is in every
 * reader's bundle and holds no zod.
 */
export const requestLine = z.strictObject({
  reqId: z.string().describe("the id on every answer (`x-request-id`) and every error page"),
  traceId: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .describe("of the W3C trace: the caller's, else a new one; the source gets it too"),
  method: z.string().regex(/^[A-Z-]+$/),
  route: template.describe("the template, never the address: `/events/:slug`; `*` has no page"),
  status: z.number().int().min(100).max(599).describe("499: the reader left before the head"),
  ttfbMs: ms.optional().describe("until the head was sent; absent when none was"),
  durationMs: ms.describe("until the last byte was handed over, or the reader left"),
  bytes: z.number().int().min(0).describe("of the body as sent, coded; streams with their framing"),
  pageCache: z
    .enum(PAGE_CACHE_STATES)
    .optional()
    .describe("pages only: `hit` `refreshed` `stale` `miss` `skip` (not to be kept)"),
  data: z
    .enum(DATA_STATES)
    .optional()
    .describe(
      "the worst of what the answer stands on: `fresh` `refreshed` `stale` `none` (not to be had)",
    ),
  sources: z
    .array(sourceNote)
    .optional()
    .describe("calls made for this request: `name`, `status` or class of fault, `attempts`, `ms`"),
  renderMs: ms
    .optional()
    .describe("until the page was drawn, or its shell when streamed; waiting for data included"),
  robot: z.boolean().describe("a search engine or a link preview"),
  aborted: z.boolean().describe("the reader left before the end"),
  shed: z.literal(true).optional().describe("refused with 503: the machine is out of breath"),
  limited: z.string().optional().describe("refused with 429: which limit on posts"),
});

/** As the logger is given it; the id comes from the request's own logger. */
export type RequestLine = Omit<z.infer<typeof requestLine>, "reqId">;
