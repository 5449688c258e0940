import { Redis } from "ioredis";
import type { Test } from "tap";
import { type RedisServer, startRedisServer } from "../../setup/services/redis-server.ts";
import { type SiteProcess, startSiteProcess } from "../../setup/site/site-process.ts";
import { testFolder } from "../../setup/test-folder.ts";

export const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

export interface Instances {
  redis: RedisServer;
  /** The test's own way into that Redis. */
  client: Redis;
  settingsOf: (name: string) => Record<string, string>;
  /** A real instance with a folder of its own, which it finds again under the same name. */
  start: (name: string) => Promise<SiteProcess>;
}

/** A real Redis, and as many real instances over one source as the test starts. */
export async function startInstances(
  t: Test,
  { source, env = {} }: { source: { url: string }; env?: Record<string, string> },
): Promise<Instances> {
  const root = testFolder(t, { redis: {} });
  const redis = await startRedisServer(`${root}/redis`);
  const client = new Redis(redis.url);
  client.on("error", () => {});
  const sites: SiteProcess[] = [];
  t.teardown(async () => {
    client.disconnect();
    await Promise.all(sites.map((site) => site.end()));
    await redis.kill();
  });
  const settingsOf = (name: string) => ({
    CONTENT_API_URL: source.url,
    REDIS_URL: redis.url,
    DATA_DIR: `${root}/${name}`,
    LOG_LEVEL: "warn",
    ...env,
  });
  const start = async (name: string) => {
    const site = await startSiteProcess({ ...settingsOf(name), LOG_LEVEL: "info" });
    sites.push(site);
    return site;
  };
  return { redis, client, settingsOf, start };
}
