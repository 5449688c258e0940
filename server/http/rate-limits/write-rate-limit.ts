import type { FastifyInstance } from "fastify";
import { type CountPost, clientKey, setRateLimitHeaders } from "./form-rate-limits.ts";
import { addCounters } from "./rate-counter.ts";

/** Changes a minute from one address, wrong tokens included. */
const WRITES_A_MINUTE = 60;
const WINDOW_SECONDS = 60;

/** The limit on changes to events: staff are few, so each instance counts for itself. */
export async function writeLimit(app: FastifyInstance): Promise<CountPost> {
  const counter = await addCounters(app, null);
  const count = counter({
    name: "writes",
    max: WRITES_A_MINUTE,
    timeWindow: WINDOW_SECONDS * 1_000,
    keyGenerator: clientKey,
  });
  return async (request, reply) => {
    const { isAllowed, isExceeded, remaining, ttlInSeconds } = await count(request);
    if (isAllowed) return null;
    setRateLimitHeaders(reply, {
      name: "writes",
      max: WRITES_A_MINUTE,
      windowSeconds: WINDOW_SECONDS,
      remaining,
      resetSeconds: ttlInSeconds,
    });
    return isExceeded ? ttlInSeconds : null;
  };
}
