import underPressure from "@fastify/under-pressure";
import type { FastifyBaseLogger, FastifyInstance, FastifyReply } from "fastify";
import { accountOf } from "../observe/account.ts";
import { cachePolicy } from "../ssr/cache-policy.ts";
import { pendingEncodings } from "../ssr/encoding.ts";
import { sendProblem } from "./problems.ts";
import { securityHeaders } from "./security-headers.ts";
import { createWorkQueue } from "./work-queue.ts";

const SAMPLE_MS = 250;
const FIRST_SAMPLES_MS = 2_000;
const RETRY_AFTER_SECONDS = 5;

/** More codings than this under way are more than the threads have soon done. */
const MANY_ENCODINGS = 16;

declare module "fastify" {
  interface FastifyInstance {
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
 * away at once when it would wait longer than `shedAboveMs`, or when other work keeps the event loop that
 * long. 0 sheds nothing.
 */
export async function watchLoad(
  app: FastifyInstance,
  { shedAboveMs, isSecure }: { shedAboveMs: number; isSecure: boolean },
): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: shedAboveMs,
    sampleInterval: SAMPLE_MS,
    retryAfter: RETRY_AFTER_SECONDS,
    pressureHandler: () => {},
  });
  const queue = createWorkQueue({
    longestWaitMs: shedAboveMs,
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
  const isOverloaded = () => performance.now() > judgedFrom && app.isUnderPressure();
  const busyHeaders = headersOfBusy(isSecure);
  app.decorate("sendShed", (reply) => refuse(reply, busyHeaders));
  app.decorate("beginWork", () => !isOverloaded() && queue.enter());
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
  const account = accountOf(request);
  account.isShed = true;
  reply.server.noteShed(request.log);
  if (request.url.startsWith("/bff/")) {
    reply.header("retry-after", RETRY_AFTER_SECONDS);
    return sendProblem(reply, { status: 503, message: BUSY });
  }
  reply.hijack();
  account.bytes = BUSY_PAGE.length;
  account.ttfbMs = performance.now() - account.startedAt;
  reply.raw.writeHead(503, [...busyHeaders, "x-request-id", request.id]);
  reply.raw.end(BUSY_PAGE);
  return reply;
}
