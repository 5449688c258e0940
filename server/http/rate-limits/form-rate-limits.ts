import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { FormName } from "../../../shared/forms/form-names.ts";
import { MINUTE_MS } from "../../../shared/time.ts";
import { clientKey } from "../client-address.ts";
import { createLimitWindows } from "./limit-windows.ts";

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

interface Limit {
  name: string;
  max: number;
  /** Milliseconds. */
  timeWindow: number;
}

/** Sets `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers). */
function setLimitHeaders(
  reply: FastifyReply,
  { name, max, timeWindow }: Limit,
  { remaining, ttlInSeconds }: { remaining: number; ttlInSeconds: number },
): void {
  reply.header("ratelimit-policy", `"${name}";q=${max};w=${timeWindow / 1_000}`);
  reply.header("ratelimit", `"${name}";r=${remaining};t=${ttlInSeconds}`);
}

/** Counts by the plugin that is registered on `app`. */
function countWithHeaders(app: FastifyInstance, limit: Limit): CountPost {
  const keyGenerator = (request: FastifyRequest) => `${limit.name}:${clientKey(request)}`;
  const count = app.createRateLimit({ ...limit, keyGenerator });
  return async (request, reply) => {
    const counted = await count(request);
    // Only a list could allow a request without counting it, and there is none.
    if (counted.isAllowed) return null;
    setLimitHeaders(reply, limit, counted);
    return counted.isExceeded ? counted.ttlInSeconds : null;
  };
}

/** Changes a minute from one IP address, wrong tokens included. */
const WRITES_A_MINUTE = 60;

/** The limit on changes to events: staff are few, so each instance counts for itself. */
export async function addWriteLimit(app: FastifyInstance): Promise<CountPost> {
  await app.register(rateLimit, { global: false });
  return countWithHeaders(app, { name: "writes", max: WRITES_A_MINUTE, timeWindow: MINUTE_MS });
}

/** Tries of one form from one client in a window; more where more messages are accepted. */
const triesFor = (max: number) => Math.max(60, 6 * max);

/**
 * The limits on posts: accepted messages of each form and client, accepted messages of all, and
 * tries of each form and client, which are more (docs/decisions/0049).
 */
export async function addFormLimits(app: FastifyInstance): Promise<(form: FormName) => FormLimits> {
  const { FORM_RATE_MAX: max, FORM_RATE_GLOBAL_MAX, FORM_RATE_WINDOW_SECONDS } = app.config;
  const timeWindow = FORM_RATE_WINDOW_SECONDS * 1_000;
  const { RateLimitStore, reserve } = createLimitWindows(app.store, timeWindow, app.clock);
  await app.register(rateLimit, { global: false, store: RateLimitStore });
  const all = { name: "all", key: "all", max: FORM_RATE_GLOBAL_MAX };

  return (form) => {
    const count = countWithHeaders(app, { name: `${form}-tries`, max: triesFor(max), timeWindow });
    return {
      async countTry(request, reply) {
        const seconds = await count(request, reply);
        if (seconds === null) return null;
        request.stats.limited = "tries";
        return { limit: "tries", seconds };
      },
      async reserve(request, reply, messageKey) {
        const own = { name: form, key: `${form}:${clientKey(request)}`, max };
        const { full, remaining, ttlMs, release } = await reserve([own, all], messageKey);
        const seconds = Math.max(1, Math.ceil(ttlMs / 1_000));
        const limit = { ...(full ?? own), timeWindow };
        setLimitHeaders(reply, limit, { remaining, ttlInSeconds: seconds });
        if (full === null) return { refusal: null, release };
        request.stats.limited = full.name;
        return { refusal: { limit: full === all ? "all" : "own", seconds } };
      },
    };
  };
}
