import { Redis } from "ioredis";
import t from "tap";
import { durabilityGap } from "../../../../server/storage/redis-durability.ts";
import { startRedisServer } from "../../../setup/services/redis-server.ts";
import { testFolder } from "../../../setup/test-folder.ts";

t.test("each setting with which Redis could lose an acknowledged write is named", async (t) => {
  const server = await startRedisServer(testFolder(t));
  const redis = new Redis(server.url);
  redis.on("error", () => {});
  t.teardown(async () => {
    redis.disconnect();
    await server.kill();
  });
  t.equal(await durabilityGap(redis), null);
  await redis.config("SET", "appendfsync", "everysec");
  t.equal(await durabilityGap(redis), "appendfsync is everysec, it must be always");
  await redis.config("SET", "appendonly", "no");
  await redis.config("SET", "maxmemory-policy", "allkeys-lru");
  t.match(await durabilityGap(redis), /appendonly is no.*maxmemory-policy is allkeys-lru/);
  redis.disconnect();
  t.equal(await durabilityGap(redis), null, "unreadable settings are no gap");
});
