import t from "tap";
import { ConfigError, readConfig } from "../../../../server/config.ts";
import {
  maskedRedisUrl,
  openRedisLink,
  redisError,
} from "../../../../server/storage/redis-connection.ts";
import { startRedisServer } from "../../../setup/services/redis-server.ts";
import { testFolder } from "../../../setup/test-folder.ts";

t.test("a URL is masked without its user and password", async (t) => {
  t.equal(
    maskedRedisUrl("rediss://site:s3cret@cache.example:6380/2"),
    "rediss://cache.example:6380/2",
  );
  t.equal(
    redisError(new Error("ERR unknown command 'x', with args beginning with: 'Asha'")).message,
    "redis: ERR unknown command 'x'",
  );
});

t.test("only the URL of a Redis is valid, and a wrong one is not quoted", async (t) => {
  t.equal(readConfig({ REDIS_URL: "redis://127.0.0.1:6379" }).REDIS_URL, "redis://127.0.0.1:6379");
  t.equal(readConfig({ REDIS_URL: "" }).REDIS_URL, undefined);
  try {
    readConfig({ REDIS_URL: "https://site:s3cret@cache.example" });
    t.fail("was accepted");
  } catch (error) {
    t.ok(error instanceof ConfigError);
    t.notMatch(String(error), "s3cret");
  }
});

t.test(
  "a disconnection and a reconnection are reported once, and commands reject in between",
  async (t) => {
    const redis = await startRedisServer(testFolder(t));
    const states: string[] = [];
    const link = openRedisLink({ url: redis.url, onChange: (state) => void states.push(state) });
    t.teardown(async () => {
      link.close();
      await redis.kill();
    });
    await link.ready();
    t.equal(await link.client.ping(), "PONG");
    await redis.kill();
    while (link.isUp()) await new Promise((resolve) => setTimeout(resolve, 20));
    await t.rejects(link.client.ping());
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    t.same(states, ["lost"]);
    await redis.start();
    while (!link.isUp()) await new Promise((resolve) => setTimeout(resolve, 20));
    t.same(states, ["lost", "up"]);
  },
);
