import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { RedisLink } from "../../storage/redis-connection.ts";

export interface CounterRule {
  /** Separates its counts from every other counter's. */
  name: string;
  max: number;
  timeWindow: number;
  keyGenerator: (request: FastifyRequest) => string;
}

export interface Counted {
  isExceeded: boolean;
  remaining: number;
  ttlInSeconds: number;
}

type Counter = (request: FastifyRequest) => Promise<Counted>;
export type MakeCounter = (rule: CounterRule) => Counter;

/** IP addresses stored for each form; the least recently seen is evicted first. */
export const MAX_ADDRESSES = 10_000;

/** The plugin passes it on to the store of each counter, though its types do not say so. */
const bound = { cache: MAX_ADDRESSES };

/** In a scope of its own: the rate-limit plugin takes one store for each scope. */
async function countersOver(app: FastifyInstance, redis: RedisLink | null): Promise<MakeCounter> {
  const scopes: FastifyInstance[] = [];
  const store = redis ? { redis: redis.client, nameSpace: "site:posts:" } : {};
  await app.register(async (child) => {
    await child.register(rateLimit, { global: false, ...store });
    scopes.push(child);
  });
  const [scope] = scopes;
  if (scope === undefined) throw new Error("the rate limits could not be set up");
  return ({ name, max, timeWindow, keyGenerator }) => {
    const count = scope.createRateLimit({
      ...bound,
      max,
      timeWindow,
      keyGenerator: (request) => `${name}:${keyGenerator(request)}`,
    });
    return async (request) => {
      const counted = await count(request);
      // The plugin allows without counting only what a list allows, and there is none.
      return counted.isAllowed ? { isExceeded: false, remaining: max, ttlInSeconds: 0 } : counted;
    };
  };
}

/** Counts shared by all instances through Redis; local counts without Redis or while it is down. */
export async function addCounters(
  app: FastifyInstance,
  redis: RedisLink | null,
): Promise<MakeCounter> {
  const local = await countersOver(app, null);
  if (redis === null) return local;
  await redis.ready();
  const shared = await countersOver(app, redis);
  return (rule) => {
    const countShared = shared(rule);
    const countLocal = local(rule);
    return async (request) => {
      if (!redis.isUp()) return countLocal(request);
      return countShared(request).catch(() => countLocal(request));
    };
  };
}
