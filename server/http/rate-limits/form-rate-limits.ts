import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { FormName } from "../../../shared/forms/form-names.ts";
import { MINUTE_MS } from "../../../shared/time.ts";
import { requestStatsOf } from "../../observability/request-stats.ts";
import type { Store } from "../../store/store.ts";
import { clientKey } from "../client-address.ts";
import { createLimitWindows } from "./limit-windows.ts";

interface FormLimitSettings {
  /** Accepted messages of one form from one client in a window. */
  max: number;
  windowSeconds: number;
  /** Accepted messages of all forms from everywhere in a window. */
  globalMax: number;
  store: Store;
  /** The clock, milliseconds. */
  now: () => number;
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

/** Counts a request and sets the headers of its limit, which is named. In the scope of a registered `rateLimit`. */
function countWithHeaders(
  app: FastifyInstance,
  { name, max, timeWindow }: { name: string; max: number; timeWindow: number },
): CountPost {
  const keyGenerator = (request: FastifyRequest) => `${name}:${clientKey(request)}`;
  const count = app.createRateLimit({ max, timeWindow, keyGenerator });
  return async (request, reply) => {
    const counted = await count(request);
    // Only a list could allow a request without counting it, and there is none.
    if (counted.isAllowed) return null;
    const { remaining, ttlInSeconds, isExceeded } = counted;
    setLimitHeaders(reply, {
      name,
      max,
      windowSeconds: timeWindow / 1_000,
      remaining,
      ttlInSeconds,
    });
    return isExceeded ? ttlInSeconds : null;
  };
}

/** Changes a minute from one IP address, wrong tokens included. */
const WRITES_A_MINUTE = 60;

/** The limit on changes to events: staff are few, so each instance counts for itself. */
export async function addWriteLimit(app: FastifyInstance): Promise<CountPost> {
  await app.register(rateLimit, { global: false });
  return countWithHeaders(app, { name: "writes", max: WRITES_A_MINUTE, timeWindow: MINUTE_MS });
}

/**
 * The limits on posts: accepted messages of each form and client, accepted messages of all, and
 * tries of each form and client, which are more (docs/decisions/0049).
 */
export async function addFormLimits(
  app: FastifyInstance,
  settings: FormLimitSettings,
): Promise<(form: FormName) => FormLimits> {
  const { max, windowSeconds, globalMax, store, now } = settings;
  const timeWindow = windowSeconds * 1_000;
  const { RateLimitStore, reserve } = createLimitWindows({ store, windowMs: timeWindow, now });
  await app.register(rateLimit, { global: false, store: RateLimitStore });

  return (form) => {
    const count = countWithHeaders(app, { name: `${form}-tries`, max: triesFor(max), timeWindow });
    return {
      async countTry(request, reply) {
        const seconds = await count(request, reply);
        if (seconds === null) return null;
        requestStatsOf(request).limited = "tries";
        return { limit: "tries", seconds };
      },
      async reserve(request, reply, messageKey) {
        const own = { key: `${form}:${clientKey(request)}`, max };
        const reserved = await reserve([own, { key: "all", max: globalMax }], messageKey);
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
