import t, { type Test } from "tap";
import { openRedisCache } from "../../../../../server/bff/cache/redis-cache.ts";
import { openRedisLink, type RedisLink } from "../../../../../server/storage/redis-connection.ts";
import { startRedisServer } from "../../../../setup/services/redis-server.ts";
import { testFolder } from "../../../../setup/test-folder.ts";
import { until } from "../../../../setup/until.ts";

const policy = { freshSeconds: 300, staleIfErrorSeconds: 600 };

/** The caches of two instances over one Redis. */
async function scene(t: Test) {
  const redis = await startRedisServer(testFolder(t));
  const open = async (baseUrl = "http://source.example") => {
    const link = openRedisLink({ url: redis.url, onChange: () => {} });
    await link.ready();
    const invalidated: string[] = [];
    const cache = openRedisCache({
      link,
      baseUrl,
      policy,
      onInvalidate: (tag) => invalidated.push(tag),
      onError: t.error,
    });
    closers.push(() => {
      cache.close();
      link.close();
    });
    return { cache, invalidated, link };
  };
  const closers: (() => void)[] = [];
  t.teardown(async () => {
    for (const close of closers) close();
    await redis.kill();
  });
  return { open, redis, one: await open(), two: await open() };
}

const isConnected = ({ link }: { link: RedisLink }) => link.isUp();

t.test("an entry of one instance is found by the others of the same source", async (t) => {
  const { one, two, open } = await scene(t);
  one.cache
    .ofTag("news")
    .set("news news", { json: '[{"id":"7"}]', fetchedAtMs: 1_000, shape: "a" });
  await until(async () => (await two.cache.ofTag("news").get("news news")) !== null);
  t.same(await two.cache.ofTag("news").get("news news"), {
    value: [{ id: "7" }],
    fetchedAtMs: 1_000,
    isInvalidated: false,
    shape: "a",
  });
  const other = await open("http://another.example");
  t.equal(await other.cache.ofTag("news").get("news news"), null);
  one.cache.ofTag("news").set("news news", { json: "null", fetchedAtMs: 2_000, shape: "a" });
  await until(async () => (await two.cache.ofTag("news").get("news news")) === null);
});

t.test("an invalidation reaches the other instance, and marks older entries", async (t) => {
  const { one, two } = await scene(t);
  one.cache.ofTag("events").set("events events", { json: "[]", fetchedAtMs: 1_000, shape: "a" });
  await until(async () => (await two.cache.ofTag("events").get("events events")) !== null);
  await one.cache.publishInvalidation(["events"]);
  await until(async () => {
    const entry = await two.cache.ofTag("events").get("events events");
    return entry !== "unreadable" && entry?.isInvalidated === true;
  });
  t.same(two.invalidated, ["events"]);
  t.same(one.invalidated, [], "the publisher has invalidated its own caches before");
});

t.test("an invalidation during an outage of Redis is applied after it", async (t) => {
  const { one, two, redis } = await scene(t);
  await redis.kill();
  await until(() => !isConnected(one) && !isConnected(two));
  t.equal(await one.cache.ofTag("news").get("news news"), null);
  await one.cache.publishInvalidation(["news"]);
  await redis.start();
  await until(() => two.invalidated.includes("news"));
  t.same(new Set(two.invalidated), new Set(["news"]));
});

t.test("bytes of another program are no entry", async (t) => {
  const { one } = await scene(t);
  one.cache.ofTag("news").set("news news", { json: "1", fetchedAtMs: 1_000, shape: "a" });
  await until(async () => (await one.cache.ofTag("news").get("news news")) !== null);
  const [key = ""] = await one.link.client.keys("site:copy:*");
  await one.link.client.set(key, "not gzip");
  t.equal(await one.cache.ofTag("news").get("news news"), "unreadable");
});
