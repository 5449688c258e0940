import underPressure from "@fastify/under-pressure";
import type { FastifyBaseLogger, FastifyReply } from "fastify";
import fp from "fastify-plugin";
import { isBffUrl } from "../contract/bff-url.ts";
import { requestStatsOf } from "../observability/request-stats.ts";
import { cachePolicy } from "./cache/cache-control.ts";
import { sendProblem } from "./problems.ts";

/** Of renders and queries. More would delay the event loop before the next sample shows it. */
const MAX_UNDER_WAY = 250;
/** Loading modules delays the event loop too. */
const IGNORED_AFTER_START_MS = 2_000;
const RETRY_AFTER_SECONDS = 5;
const LOG_EVERY_MS = 1_000;
const BUSY = "The site is very busy. Please try again in a few seconds.";

declare module "fastify" {
  interface FastifyInstance {
    isOverloaded: () => boolean;
    /** For a response that needs work. False: it was a 503 instead. */
    admit: (reply: FastifyReply) => boolean;
  }
}

/** Logs that requests were shed: a line a second at most, with their number. */
function createShedLog(log: FastifyBaseLogger): () => void {
  let shed = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;
  return () => {
    shed += 1;
    if (performance.now() - loggedAt < LOG_EVERY_MS) return;
    loggedAt = performance.now();
    log.warn({ shed }, "requests shed");
    shed = 0;
  };
}

function sendShed(reply: FastifyReply): FastifyReply {
  requestStatsOf(reply.request).isShed = true;
  reply.header("retry-after", RETRY_AFTER_SECONDS);
  if (isBffUrl(reply.request.url)) return sendProblem(reply, { status: 503, message: BUSY });
  reply.code(503).header("cache-control", cachePolicy.error).type("text/plain; charset=utf-8");
  return reply.send(`${BUSY}\n`);
}

/**
 * Sheds nothing by itself: cached responses cost next to nothing and are always served. What needs work is shed
 * while the event loop runs later than `maxDelayMs`, and while as much as one core can do is under way. 0 sheds nothing.
 */
export const loadSheddingPlugin = fp<{ maxDelayMs: number }>(
  async (app, { maxDelayMs }) => {
    await app.register(underPressure, { maxEventLoopDelay: maxDelayMs, pressureHandler: () => {} });
    const underWay = new Set<FastifyReply>();
    const logShed = createShedLog(app.log);
    let isSettled = false;
    app.addHook("onListen", async () => {
      setTimeout(() => {
        isSettled = true;
      }, IGNORED_AFTER_START_MS).unref();
    });
    // The rest of a page that is streamed waits for the source, not for this machine.
    app.addHook("onSend", (_request, reply, _payload, done) => {
      underWay.delete(reply);
      done();
    });
    app.decorate("isOverloaded", () => {
      if (maxDelayMs === 0) return false;
      return underWay.size >= MAX_UNDER_WAY || (isSettled && app.isUnderPressure());
    });
    app.decorate("admit", (reply) => {
      if (app.isOverloaded()) {
        logShed();
        sendShed(reply);
        return false;
      }
      underWay.add(reply);
      reply.raw.once("close", () => underWay.delete(reply));
      return true;
    });
  },
  { name: "load-shedding", dependencies: ["request-log"] },
);
