import underPressure from "@fastify/under-pressure";
import type { FastifyBaseLogger, FastifyInstance, FastifyReply } from "fastify";
import { accountOf } from "../observe/account.ts";
import { pendingEncodings } from "../ssr/encoding.ts";
import { sendProblem } from "./problems.ts";
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
export async function watchLoad(app: FastifyInstance, shedAboveMs: number): Promise<void> {
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
  app.decorate("beginWork", () => !isOverloaded() && queue.enter());
}

/** The answer to a reader whom we cannot serve now: short, and when to come back. */
export function sendShed(reply: FastifyReply): FastifyReply {
  accountOf(reply.request).isShed = true;
  reply.server.noteShed(reply.request.log);
  reply.header("retry-after", RETRY_AFTER_SECONDS);
  if (reply.request.url.startsWith("/bff/")) {
    const message = "The site is very busy. Please try again in a few seconds.";
    return sendProblem(reply, { status: 503, message });
  }
  return reply
    .code(503)
    .header("cache-control", "no-store")
    .type("text/plain; charset=utf-8")
    .send("The site is very busy. Please try again in a few seconds.\n");
}
