import type { FastifyInstance } from "fastify";

import { addCounters } from "./form-counter.ts";
import { type CountPost, clientKey, sayLimit } from "./form-limits.ts";

/** Changes a minute from one address, wrong tokens included. */
const WRITES_A_MINUTE = 60;
const WINDOW_SECONDS = 60;

/** The limit on changes to events: staff are few, so each instance counts for itself. */
export async function writeLimit(app: FastifyInstance): Promise<CountPost> {
  const counter = await addCounters(app, null);
  const count = counter({
    ...{ name: "writes", max: WRITES_A_MINUTE, timeWindow: WINDOW_SECONDS * 1_000 },
    keyGenerator: clientKey,
  });
  return async (request, reply) => {
    const { isAllowed, isExceeded, remaining, ttlInSeconds } = await count(request);
    if (isAllowed) return null;
    sayLimit(reply, {
      ...{ name: "writes", of: WRITES_A_MINUTE, windowSeconds: WINDOW_SECONDS },
      ...{ left: remaining, s: ttlInSeconds },
    });
    return isExceeded ? ttlInSeconds : null;
  };
}
