import { isIP } from "node:net";
import { normalizeIP } from "@fastify/rate-limit";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { FormName } from "../../shared/forms/form-names.ts";
import { accountOf } from "../observe/account.ts";
import type { RedisLink } from "../storage/redis-link.ts";
import { addCounters } from "./form-counter.ts";

export interface FormLimitSettings {
  /** Posts of one form from one address in a window. */
  max: number;
  windowSeconds: number;
  /** Posts of all forms from everywhere in a window. */
  globalMax: number;
  /** Counts for all instances when there is one. */
  redis: RedisLink | null;
}

/** Counts a post. Null when it may go on, else the seconds until another is taken. */
export type CountPost = (request: FastifyRequest, reply: FastifyReply) => Promise<number | null>;

/** Says a limit in an answer (draft-ietf-httpapi-ratelimit-headers). */
export function sayLimit(
  reply: FastifyReply,
  limit: { name: string; of: number; windowSeconds: number; left: number; s: number },
): void {
  reply.header("ratelimit-policy", `"${limit.name}";q=${limit.of};w=${limit.windowSeconds}`);
  reply.header("ratelimit", `"${limit.name}";r=${limit.left};t=${limit.s}`);
}

/**
 * Who a post counts for: the peer, or the client behind a trusted proxy; IPv4 written as IPv6 is
 * unwrapped and IPv6 cut to the /64 that one household gets.
 */
export function clientKey(request: FastifyRequest): string {
  const address = [request.ip, request.socket.remoteAddress].find(
    (text) => text !== undefined && isIP(text) !== 0,
  );
  return address === undefined ? "unknown" : normalizeIP(address.split("%")[0] ?? "", 64);
}

/**
 * The limits on posts, one window an address for each form and one for all together. Answers carry
 * `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers).
 */
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
      const say = (name: string, of: number, left: number, s: number) =>
        sayLimit(reply, { name, of, windowSeconds, left, s });
      say(form, max, own.remaining, own.ttlInSeconds);
      if (own.isExceeded) {
        accountOf(request).limited = form;
        return own.ttlInSeconds;
      }
      const all = await ofAll(request);
      if (all.isAllowed || !all.isExceeded) return null;
      accountOf(request).limited = "all";
      say("all", globalMax, 0, all.ttlInSeconds);
      return all.ttlInSeconds;
    };
  };
}
