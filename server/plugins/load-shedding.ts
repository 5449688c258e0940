import underPressure from "@fastify/under-pressure";
import type { FastifyInstance, FastifyReply } from "fastify";
import { accountOf } from "../observe/account.ts";
import { sendProblem } from "./problems.ts";

const SAMPLE_MS = 250;
const RETRY_AFTER_SECONDS = 5;

/**
 * Watches the event loop. Nothing is shed by itself: pages kept as ready bytes cost next to nothing and are
 * always served; what needs work asks `isUnderPressure` first. `shedAboveMs` is the delay of the event
 * loop beyond which an answer waits longer in the queue than a reader likes; 0 sheds nothing.
 */
export async function watchLoad(app: FastifyInstance, shedAboveMs: number): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: shedAboveMs,
    sampleInterval: SAMPLE_MS,
    retryAfter: RETRY_AFTER_SECONDS,
    pressureHandler: () => {},
  });
}

/** The answer to a reader whom we cannot serve now: short, and when to come back. */
export function sendShed(reply: FastifyReply): FastifyReply {
  accountOf(reply.request).isShed = true;
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
