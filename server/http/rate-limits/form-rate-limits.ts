import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { FormName } from "../../../shared/forms/form-names.ts";
import { requestStatsOf } from "../../observability/request-stats.ts";
import type { RedisLink } from "../../storage/redis-connection.ts";
import { clientKey } from "../client-address.ts";
import { createLocalSlots } from "./local-slots.ts";
import { addCounters, type CounterRule, MAX_ADDRESSES, type MakeCounter } from "./rate-counter.ts";
import { createRedisSlots } from "./redis-slots.ts";
import type { ReserveSlot } from "./slot-store.ts";

export interface FormLimitSettings {
  /** Accepted messages of one form from one client in a window. */
  max: number;
  windowSeconds: number;
  /** Accepted messages of all forms from everywhere in a window. */
  globalMax: number;
  /** Counts for all instances when there is one. */
  redis: RedisLink | null;
}

/** Counts a post. Null when it is allowed, else the seconds until the next one is. */
export type CountPost = (request: FastifyRequest, reply: FastifyReply) => Promise<number | null>;

/** A refusal: by the limit on accepted messages of one client or of all, or by that on tries. */
export interface Refusal {
  limit: "own" | "all" | "tries";
  /** Until the limit ends. */
  seconds: number;
}

/** A place for one message in its limits. */
export type Place = { refusal: Refusal } | { refusal: null; release: () => Promise<void> };

/** The limits on the posts of one form. */
export interface FormLimits {
  /** Counts a try of any kind, before its body is read. */
  countTry: (request: FastifyRequest, reply: FastifyReply) => Promise<Refusal | null>;
  /**
   * Reserves a place for a valid message, to be released when it is not accepted. The same message
   * key again is a repetition and takes no second place.
   */
  reserve: (request: FastifyRequest, reply: FastifyReply, messageKey: string) => Promise<Place>;
}

/** Tries of one form from one client in a window; more where more messages are accepted. */
const triesFor = (max: number) => Math.max(60, 6 * max);

interface LimitState {
  name: string;
  max: number;
  windowSeconds: number;
  remaining: number;
  ttlInSeconds: number;
}

/** Sets `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers). */
function setLimitHeaders(reply: FastifyReply, state: LimitState): void {
  const { name, max, windowSeconds, remaining, ttlInSeconds } = state;
  reply.header("ratelimit-policy", `"${name}";q=${max};w=${windowSeconds}`);
  reply.header("ratelimit", `"${name}";r=${remaining};t=${ttlInSeconds}`);
}

/** Counts a request and sets the headers of its limit. */
export function countWithHeaders(counter: MakeCounter, rule: CounterRule): CountPost {
  const { name, max, timeWindow } = rule;
  const count = counter(rule);
  return async (request, reply) => {
    const { isExceeded, ...counted } = await count(request);
    setLimitHeaders(reply, { name, max, windowSeconds: timeWindow / 1_000, ...counted });
    return isExceeded ? counted.ttlInSeconds : null;
  };
}

/** Slots shared by all instances through Redis; local ones without Redis or while it is down. */
function slotsOf({ windowSeconds, redis }: FormLimitSettings): ReserveSlot {
  const windowMs = windowSeconds * 1_000;
  const local = createLocalSlots({ windowMs, maxWindows: MAX_ADDRESSES, now: Date.now }).reserve;
  if (redis === null) return local;
  const shared = createRedisSlots(redis.client, windowMs);
  return async (windows, message) => {
    if (!redis.isUp()) return local(windows, message);
    return shared(windows, message).catch(() => local(windows, message));
  };
}

/**
 * The limits on posts: accepted messages of each form and client, accepted messages of all, and
 * tries of each form and client, which are more (docs/decisions/0049).
 */
export async function addFormLimits(
  app: FastifyInstance,
  settings: FormLimitSettings,
): Promise<(form: FormName) => FormLimits> {
  const { max, windowSeconds, globalMax, redis } = settings;
  const counter = await addCounters(app, redis);
  const reserveSlot = slotsOf(settings);
  const timeWindow = windowSeconds * 1_000;

  return (form) => {
    const tries = { name: `${form}-tries`, max: triesFor(max), timeWindow };
    const countOne = countWithHeaders(counter, { ...tries, keyGenerator: clientKey });
    return {
      async countTry(request, reply) {
        const seconds = await countOne(request, reply);
        if (seconds === null) return null;
        requestStatsOf(request).limited = "tries";
        return { limit: "tries", seconds };
      },
      async reserve(request, reply, messageKey) {
        const own = { key: `${form}:${clientKey(request)}`, max };
        const windows = [own, { key: "all", max: globalMax }];
        const reserved = await reserveSlot(windows, messageKey);
        const isFull = reserved.kind === "full";
        const isOfAll = isFull && reserved.index > 0;
        const ttlInSeconds = Math.max(1, Math.ceil(reserved.ttlMs / 1_000));
        const remaining = isFull ? 0 : reserved.remaining;
        const limit = isOfAll ? { name: "all", max: globalMax } : { name: form, max };
        setLimitHeaders(reply, { ...limit, windowSeconds, remaining, ttlInSeconds });
        if (!isFull) return { refusal: null, release: reserved.release };
        requestStatsOf(request).limited = limit.name;
        return { refusal: { limit: isOfAll ? "all" : "own", seconds: ttlInSeconds } };
      },
    };
  };
}
