import { isIP } from "node:net";
import { normalizeIP } from "@fastify/rate-limit";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { FormName } from "../../../shared/forms/form-names.ts";
import { requestStatsOf } from "../../observability/request-stats.ts";
import type { RedisLink } from "../../storage/redis-connection.ts";
import { addCounters, type CounterRule, type MakeCounter } from "./rate-counter.ts";

export interface FormLimitSettings {
  /** Posts of one form from one client in a window. */
  max: number;
  windowSeconds: number;
  /** Posts of all forms from everywhere in a window. */
  globalMax: number;
  /** Counts for all instances when there is one. */
  redis: RedisLink | null;
}

/** Counts a post. Null when it is allowed, else the seconds until the next one is. */
export type CountPost = (request: FastifyRequest, reply: FastifyReply) => Promise<number | null>;

/**
 * The key that a post counts for: the IP address of the peer, or of the client behind a trusted proxy; IPv4
 * mapped to IPv6 is unwrapped, and IPv6 is cut to the /64 of one household.
 */
export function clientKey(request: FastifyRequest): string {
  const address = [request.ip, request.socket.remoteAddress].find(
    (text) => text !== undefined && isIP(text) !== 0,
  );
  return address === undefined ? "unknown" : normalizeIP(address.split("%")[0] ?? "", 64);
}

/**
 * Counts a request, and sets `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers)
 * whenever it is counted, or only when the limit is exceeded.
 */
export function countWithHeaders(
  counter: MakeCounter,
  rule: CounterRule,
  headers: "always" | "when-exceeded" = "always",
): CountPost {
  const { name, max, timeWindow } = rule;
  const count = counter(rule);
  return async (request, reply) => {
    const { isExceeded, remaining, ttlInSeconds } = await count(request);
    if (isExceeded || headers === "always") {
      reply.header("ratelimit-policy", `"${name}";q=${max};w=${timeWindow / 1_000}`);
      reply.header("ratelimit", `"${name}";r=${remaining};t=${ttlInSeconds}`);
    }
    return isExceeded ? ttlInSeconds : null;
  };
}

/** The limits on posts: one window for each form and client, and one for all posts together. */
export async function addFormLimits(
  app: FastifyInstance,
  { max, windowSeconds, globalMax, redis }: FormLimitSettings,
): Promise<(form: FormName) => CountPost> {
  const timeWindow = windowSeconds * 1_000;
  const counter = await addCounters(app, redis);
  const all = { name: "all", max: globalMax, timeWindow, keyGenerator: () => "all" };
  const countAll = countWithHeaders(counter, all, "when-exceeded");

  return (form) => {
    const rule = { name: form, max, timeWindow, keyGenerator: clientKey };
    const countOne = countWithHeaders(counter, rule);
    return async (request, reply) => {
      const own = await countOne(request, reply);
      const seconds = own ?? (await countAll(request, reply));
      if (seconds !== null) requestStatsOf(request).limited = own === null ? "all" : form;
      return seconds;
    };
  };
}
