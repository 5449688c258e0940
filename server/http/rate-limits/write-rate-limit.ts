import type { FastifyInstance } from "fastify";
import { MINUTE_MS } from "../../../shared/time.ts";
import { clientKey } from "../client-address.ts";
import { type CountPost, countWithHeaders } from "./form-rate-limits.ts";
import { addCounters } from "./rate-counter.ts";

/** Changes a minute from one IP address, wrong tokens included. */
const WRITES_A_MINUTE = 60;

/** The limit on changes to events: staff are few, so each instance counts for itself. */
export async function writeLimit(app: FastifyInstance): Promise<CountPost> {
  const counter = await addCounters(app, null);
  return countWithHeaders(counter, {
    name: "writes",
    max: WRITES_A_MINUTE,
    timeWindow: MINUTE_MS,
    keyGenerator: clientKey,
  });
}
