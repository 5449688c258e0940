import { setImmediate as nextTurn } from "node:timers/promises";
import underPressure from "@fastify/under-pressure";
import type { FastifyReply } from "fastify";
import fp from "fastify-plugin";
import { isBffUrl } from "./headers.ts";
import { sendProblem, sendText } from "./problems.ts";

const RETRY_AFTER_SECONDS = 5;
const LOG_EVERY_MS = 1_000;
const BUSY = "The site is very busy. Please try again in a few seconds.";

declare module "fastify" {
  interface FastifyInstance {
    isOverloaded: () => boolean;
    /** Waits for a turn to begin work. Resolves to false when the request was refused with a 503, or when its client has left. */
    admit: (reply: FastifyReply) => Promise<boolean>;
  }
}

/** Sheds requests that would wait longer than `MAX_QUEUE_DELAY_MS`; 0 turns this off. Cached responses are always served. */
export const loadSheddingPlugin = fp(
  async (app) => {
    const maxDelayMs = app.config.MAX_QUEUE_DELAY_MS;
    // Configured without limits, the plugin only measures and adds no hook.
    await app.register(underPressure);
    /** The times since which requests wait, oldest first. */
    const waiting: number[] = [];
    let last = Promise.resolve();
    /**
     * Waits for a turn of the event loop of its own, so that each turn begins one request. The plugin alone sees no delay of many
     * short turns: at twice the capacity it shed nothing, and every response, cached ones too, took ten seconds.
     */
    function turn(): Promise<void> {
      waiting.push(performance.now());
      last = last.then(() => nextTurn()).then(() => void waiting.shift());
      return last;
    }
    app.decorate("isOverloaded", () => {
      if (maxDelayMs === 0) return false;
      // At twice the load, as many requests again arrive while the first waits: hence half the delay.
      const [first] = waiting;
      if (first !== undefined && performance.now() - first > maxDelayMs / 2) return true;
      return app.memoryUsage().eventLoopDelay > maxDelayMs;
    });

    let shed = 0;
    let loggedAt = Number.NEGATIVE_INFINITY;
    function sendShed(reply: FastifyReply): void {
      shed += 1;
      if (performance.now() - loggedAt >= LOG_EVERY_MS) {
        loggedAt = performance.now();
        app.log.warn({ shed }, "requests shed");
        shed = 0;
      }
      reply.request.stats.shed = true;
      reply.header("retry-after", RETRY_AFTER_SECONDS);
      if (isBffUrl(reply.request.url)) sendProblem(reply, { status: 503, message: BUSY });
      else sendText(reply, 503, BUSY);
    }
    app.decorate("admit", async (reply) => {
      if (app.isOverloaded()) {
        sendShed(reply);
        return false;
      }
      await turn();
      return !reply.raw.destroyed;
    });
  },
  { name: "load-shedding" },
);
