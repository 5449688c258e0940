import rateLimit, { type FastifyRateLimitStore } from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import type { Kysely } from "kysely";
import type { Tables } from "../store/schema.ts";
import { countDown, countUp, openProcessDatabase } from "../store/store.ts";
import { clientKey } from "./client-address.ts";

type Database = Kysely<Tables>;

declare module "fastify" {
  interface FastifyInstance {
    /** Takes a request out of its limit again. */
    uncount: (request: FastifyRequest) => Promise<void>;
  }
  interface FastifyRequest {
    /** The key under which a limit has counted this request. */
    countedAs: string | undefined;
  }
}

/** Registers `@fastify/rate-limit`, which counts in our store: limits hold across restarts and for all instances together. */
export const rateLimitsPlugin = fp(
  async (app) => {
    const { store, clock } = app;
    let inProcess: Promise<Database> | undefined;

    /** Counts in the store, or in this process while the store is down. */
    async function inStore<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
      if (store.fault() === null)
        try {
          return await work(store.db);
        } catch {
          // The store itself logs that the store is down.
        }
      inProcess ??= openProcessDatabase();
      return work(await inProcess);
    }

    class CounterStore implements FastifyRateLimitStore {
      incr(
        key: string,
        callback: Parameters<FastifyRateLimitStore["incr"]>[1],
        windowMs: number,
      ): void {
        const counting = inStore((db) => countUp(db, { key, windowMs, now: clock() }));
        counting.then(
          ({ count, resetsAt }) => callback(null, { current: count, ttl: resetsAt - clock() }),
          callback,
        );
      }
      child(): FastifyRateLimitStore {
        return this;
      }
    }

    await app.register(rateLimit, { global: false, store: CounterStore, keyGenerator: clientKey });
    app.decorateRequest("countedAs");
    app.decorate("uncount", async ({ countedAs: key }) => {
      // A count that cannot be taken back ends with its window.
      if (key !== undefined) await inStore((db) => countDown(db, key)).catch(() => {});
    });
  },
  { name: "rate-limits", dependencies: ["store"] },
);

interface Limit {
  max: number;
  windowMs: number;
  /** Returns what is counted together, for each client. */
  nameOf: (request: FastifyRequest) => string;
  /** Returns what the refused client reads. */
  messageOf: (request: FastifyRequest, seconds: number) => string;
  isExempt?: (request: FastifyRequest) => boolean | Promise<boolean>;
}

/** Returns a hook that limits the requests of each client, as `@fastify/rate-limit` does. */
export function createLimit(app: FastifyInstance, limit: Limit) {
  const { nameOf, messageOf, isExempt } = limit;
  return app.rateLimit({
    max: limit.max,
    timeWindow: limit.windowMs,
    keyGenerator: (request) => `${nameOf(request)}:${clientKey(request)}`,
    ...(isExempt !== undefined && { allowList: isExempt }),
    onExceeding: (request, key) => {
      request.countedAs = key;
    },
    onExceeded: (request) => {
      request.stats.limited = nameOf(request);
    },
    errorResponseBuilder: (request, { ttl, statusCode }) => {
      const error = new Error(messageOf(request, Math.ceil(ttl / 1_000)));
      return Object.assign(error, { statusCode });
    },
  });
}
