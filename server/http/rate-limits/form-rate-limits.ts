import { isIP } from "node:net";
import { normalizeIP } from "@fastify/rate-limit";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { FormName } from "../../../shared/forms/form-names.ts";
import { requestStatsOf } from "../../observability/request-stats.ts";
import type { RedisLink } from "../../storage/redis-connection.ts";
import { addCounters } from "./rate-counter.ts";

export interface FormLimitSettings {
  /** Posts of one form from one address in a window. */
  max: number;
  windowSeconds: number;
  /** Posts of all forms from everywhere in a window. */
  globalMax: number;
  /** Counts for all instances when there is one. */
  redis: RedisLink | null;
}

/** Counts a post. Null when it is allowed, else the seconds until the next one is. */
export type CountPost = (request: FastifyRequest, reply: FastifyReply) => Promise<number | null>;

/** Sets `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers). */
export function setRateLimitHeaders(
  reply: FastifyReply,
  limit: {
    name: string;
    max: number;
    windowSeconds: number;
    remaining: number;
    resetSeconds: number;
  },
): void {
  reply.header("ratelimit-policy", `"${limit.name}";q=${limit.max};w=${limit.windowSeconds}`);
  reply.header("ratelimit", `"${limit.name}";r=${limit.remaining};t=${limit.resetSeconds}`);
}

/**
 * The key that a post counts for: the address of the peer, or of the client behind a trusted proxy; IPv4
 * mapped to IPv6 is unwrapped, and IPv6 is cut to the /64 of one household.
 */
export function clientKey(request: FastifyRequest): string {
  const address = [request.ip, request.socket.remoteAddress].find(
    (text) => text !== undefined && isIP(text) !== 0,
  );
  return address === undefined ? "unknown" : normalizeIP(address.split("%")[0] ?? "", 64);
}

/** The limits on posts: one window for each form and address, and one for all posts together. */
export async function addFormLimits(
  app: FastifyInstance,
  { max, windowSeconds, globalMax, redis }: FormLimitSettings,
): Promise<(form: FormName) => CountPost> {
  const timeWindow = windowSeconds * 1000;
  const counter = await addCounters(app, redis);
  const ofAll = counter({ name: "all", max: globalMax, timeWindow, keyGenerator: () => "all" });

  return (form) => {
    const ofAddress = counter({ name: form, max, timeWindow, keyGenerator: clientKey });
    return async (request, reply) => {
      const own = await ofAddress(request);
      if (own.isAllowed) return null;
      setRateLimitHeaders(reply, {
        name: form,
        max,
        windowSeconds,
        remaining: own.remaining,
        resetSeconds: own.ttlInSeconds,
      });
      if (own.isExceeded) {
        requestStatsOf(request).limited = form;
        return own.ttlInSeconds;
      }
      const all = await ofAll(request);
      if (all.isAllowed || !all.isExceeded) return null;
      requestStatsOf(request).limited = "all";
      setRateLimitHeaders(reply, {
        name: "all",
        max: globalMax,
        windowSeconds,
        remaining: 0,
        resetSeconds: all.ttlInSeconds,
      });
      return all.ttlInSeconds;
    };
  };
}
