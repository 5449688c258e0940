import t from "tap";
import { ConfigError, readConfig } from "../../../../server/config.ts";
import {
  maskedRedisUrl,
  openRedisLink,
  redisFault,
} from "../../../../server/storage/redis-link.ts";
import { startRedisServer } from "../../../setup/redis-server.ts";

t.test("an address is shown without its user and password", async (t) => {
  t.equal(
    maskedRedisUrl("rediss://site:s3cret@cache.example:6380/2"),
    "rediss://cache.example:6380/2",
  );
  t.equal(
    redisFault(new Error("ERR unknown command 'x', with args beginning with: 'Asha'")).message,
    "redis: ERR unknown command 'x'",
  );
});

t.test("only an address of a Redis is one, and a wrong one is not repeated", async (t) => {
  t.equal(readConfig({ REDIS_URL: "redis://127.0.0.1:6379" }).REDIS_URL, "redis://127.0.0.1:6379");
  t.equal(readConfig({ REDIS_URL: "" }).REDIS_URL, undefined);
  try {
    readConfig({ REDIS_URL: "https://site:s3cret@cache.example" });
    t.fail("was taken");
  } catch (fault) {
    t.ok(fault instanceof ConfigError);
    t.notMatch(String(fault), "s3cret");
  }
});

t.test("a loss is told once, a return too, and nobody waits for what is away", async (t) => {
  const redis = await startRedisServer(t.testdir());
  const told: string[] = [];
  const link = openRedisLink({ url: redis.url, onChange: (state) => void told.push(state) });
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
  t.same(told, ["lost"]);
  await redis.start();
  while (!link.isUp()) await new Promise((resolve) => setTimeout(resolve, 20));
  t.same(told, ["lost", "up"]);
});
