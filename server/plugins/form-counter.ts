import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { RedisLink } from "../storage/redis-link.ts";

export interface CounterRule {
  /** Sets its counts apart from every other counter's. */
  name: string;
  max: number;
  timeWindow: number;
  keyGenerator: (request: FastifyRequest) => string;
}

export interface Counted {
  isAllowed: boolean;
  isExceeded: boolean;
  remaining: number;
  ttlInSeconds: number;
}

type Counter = (request: FastifyRequest) => Promise<Counted>;
type MakeCounter = (rule: CounterRule) => Counter;

/** Addresses remembered a form; the least recently seen goes first, the ceiling for all stays. */
const REMEMBERED = 10_000;

/** In a scope of its own: a scope that already counts somewhere would go on counting there. */
async function countersOver(app: FastifyInstance, redis: RedisLink | null): Promise<MakeCounter> {
  const scopes: FastifyInstance[] = [];
  const where = redis ? { redis: redis.client, nameSpace: "site:posts:" } : {};
  await app.register(async (child) => {
    await child.register(rateLimit, { global: false, cache: REMEMBERED, ...where });
    scopes.push(child);
  });
  const [scope] = scopes;
  if (scope === undefined) throw new Error("the limits could not be set up");
  return ({ name, keyGenerator, ...rule }) => {
    const count = scope.createRateLimit({
      ...rule,
      keyGenerator: (request) => `${name}:${keyGenerator(request)}`,
    });
    return async (request) => {
      const counted = await count(request);
      return counted.isAllowed
        ? { isAllowed: true, isExceeded: false, remaining: 0, ttlInSeconds: 0 }
        : counted;
    };
  };
}

/** Counts shared by all instances when there is a Redis; the same rule here alone while it is away. */
export async function addCounters(
  app: FastifyInstance,
  redis: RedisLink | null,
): Promise<MakeCounter> {
  const here = await countersOver(app, null);
  if (redis === null) return here;
  await redis.ready();
  const shared = await countersOver(app, redis);
  return (rule) => {
    const [countShared, countHere] = [shared(rule), here(rule)];
    return async (request) => {
      if (!redis.isUp()) return countHere(request);
      return countShared(request).catch(() => countHere(request));
    };
  };
}
