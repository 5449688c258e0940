import { monitorEventLoopDelay } from "node:perf_hooks";
import type { FastifyBaseLogger, FastifyInstance, FastifyReply } from "fastify";
import { requestStatsOf } from "../../observability/request-stats.ts";
import { cachePolicy } from "../cache/cache-control.ts";
import { pendingEncodings } from "../cache/content-encoding.ts";
import { sendProblem } from "../problems.ts";
import { securityHeaders } from "../security/security-headers.ts";
import { createWorkQueue } from "./admission-queue.ts";

const SAMPLE_MS = 250;
const RESOLUTION_MS = 10;
const FIRST_SAMPLES_MS = 2_000;
const RETRY_AFTER_SECONDS = 5;

/** More codings than this under way are more than the threads have soon done. */
const MANY_ENCODINGS = 16;

declare module "fastify" {
  interface FastifyInstance {
    /** True when the event loop ran more than `maxQueueDelayMs` late, on average, over the last sample. */
    isEventLoopDelayed: () => boolean;
    /** Asks to begin work for a request; false means shed it. */
    beginWork: () => boolean | Promise<boolean>;
    /** The answer to a reader whom we cannot serve now: short, and when to come back. */
    sendShed: (reply: FastifyReply) => FastifyReply;
    /** Logs that requests were shed: a line a second at most, with their number. */
    noteShed: (log: FastifyBaseLogger) => void;
  }
}

/**
 * Nothing is shed by itself: pages kept as ready bytes cost next to nothing and are always served. What
 * needs work asks `beginWork` first: it begins in order, a few pieces a turn of the event loop, and is turned
 * away at once when it would wait longer than `maxQueueDelayMs`, or when other work keeps the event loop that
 * long. 0 sheds nothing.
 */
export function watchLoad(
  app: FastifyInstance,
  { maxQueueDelayMs, isSecure }: { maxQueueDelayMs: number; isSecure: boolean },
): void {
  const eventLoopDelayMs = sampleEventLoopDelay(app);
  app.decorate(
    "isEventLoopDelayed",
    () => maxQueueDelayMs > 0 && eventLoopDelayMs() > maxQueueDelayMs,
  );
  const queue = createWorkQueue({
    longestWaitMs: maxQueueDelayMs,
    isBehind: () => pendingEncodings() > MANY_ENCODINGS,
  });
  app.server.on("connection", queue.knock);
  let shedSince = 0;
  let saidAt = Number.NEGATIVE_INFINITY;
  app.decorate("noteShed", (log) => {
    shedSince += 1;
    if (performance.now() - saidAt < 1_000) return;
    saidAt = performance.now();
    log.warn({ shed: shedSince }, "requests shed");
    shedSince = 0;
  });
  // Reading a thousand modules holds the event loop too; the first samples tell of the start, not of readers.
  let judgedFrom = Number.POSITIVE_INFINITY;
  app.addHook("onListen", async () => {
    judgedFrom = performance.now() + FIRST_SAMPLES_MS;
  });
  const isOverloaded = () => performance.now() > judgedFrom && app.isEventLoopDelayed();
  const busyHeaders = headersOfBusy(isSecure);
  app.decorate("sendShed", (reply) => refuse(reply, busyHeaders));
  app.decorate("beginWork", () => !isOverloaded() && queue.enter());
}

/** How late the event loop ran on average over the last sample, in milliseconds. */
function sampleEventLoopDelay(app: FastifyInstance): () => number {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  let delayMs = 0;
  const timer = setInterval(() => {
    // Without a single measurement the loop stood still for the whole sample.
    const isStill = Number.isNaN(histogram.mean);
    delayMs = isStill ? Number.POSITIVE_INFINITY : histogram.mean / 1e6 - RESOLUTION_MS;
    histogram.reset();
  }, SAMPLE_MS).unref();
  app.addHook("onClose", async () => {
    clearInterval(timer);
    histogram.disable();
  });
  return () => delayMs;
}

const BUSY = "The site is very busy. Please try again in a few seconds.";
const BUSY_PAGE = Buffer.from(`${BUSY}\n`);

/** Of a page that is refused, all but the request's own id: made once, since refusing must cost next to nothing. */
const headersOfBusy = (isSecure: boolean) =>
  Object.entries({
    ...securityHeaders({ isSecure }),
    "retry-after": String(RETRY_AFTER_SECONDS),
    "cache-control": cachePolicy.error,
    "content-type": "text/plain; charset=utf-8",
    "content-length": String(BUSY_PAGE.length),
  }).flat();

function refuse(reply: FastifyReply, busyHeaders: readonly string[]): FastifyReply {
  const { request } = reply;
  const stats = requestStatsOf(request);
  stats.isShed = true;
  reply.server.noteShed(request.log);
  if (request.url.startsWith("/bff/")) {
    reply.header("retry-after", RETRY_AFTER_SECONDS);
    return sendProblem(reply, { status: 503, message: BUSY });
  }
  reply.hijack();
  stats.bytes = BUSY_PAGE.length;
  stats.ttfbMs = performance.now() - stats.startedAt;
  reply.raw.writeHead(503, [...busyHeaders, "x-request-id", request.id]);
  reply.raw.end(BUSY_PAGE);
  return reply;
}
