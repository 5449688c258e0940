import { Redis } from "ioredis";
import type { Test } from "tap";
import { type RedisServer, startRedisServer } from "../setup/services/redis-server.ts";
import { startSite, type TestSite } from "../setup/site/site.ts";
import { testFolder } from "../setup/test-folder.ts";

export interface Instances {
  redis: RedisServer;
  /** The test's own way into that Redis. */
  client: Redis;
  settingsOf: (name: string) => Record<string, string>;
  /** An instance with a folder of its own, which it finds again under the same name. `aheadMs`: of its clock. */
  start: (name: string, aheadMs?: number) => Promise<TestSite>;
}

/**
 * A real Redis, and as many instances over one source as the test starts. They share nothing but that Redis, so
 * they need no process each; what becomes of one that is killed is in nothing-lost.test.ts.
 */
export async function startInstances(
  t: Test,
  { source, env = {} }: { source: { url: string }; env?: Record<string, string> },
): Promise<Instances> {
  const root = testFolder(t, { redis: {} });
  const redis = await startRedisServer(`${root}/redis`);
  const client = new Redis(redis.url);
  client.on("error", () => {});
  const sites = new Set<TestSite>();
  t.teardown(async () => {
    client.disconnect();
    await Promise.all([...sites].map((site) => site.close()));
    await redis.kill();
  });
  const settingsOf = (name: string) => ({
    CONTENT_API_URL: source.url,
    REDIS_URL: redis.url,
    DATA_DIR: `${root}/${name}`,
    ...env,
  });
  const start = async (name: string, aheadMs = 0) => {
    const site = await startSite({
      contentApiUrl: source.url,
      env: settingsOf(name),
      now: () => Date.now() + aheadMs,
    });
    sites.add(site);
    const close = async () => {
      sites.delete(site);
      await site.close();
    };
    return { ...site, close };
  };
  return { redis, client, settingsOf, start };
}

/** How often an instance has logged words like these. */
export const timesLogged = ({ logs }: TestSite, words: RegExp): number =>
  logs.filter(({ msg }) => words.test(String(msg))).length;
