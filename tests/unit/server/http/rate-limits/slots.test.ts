import t, { type Test } from "tap";
import { createLocalSlots } from "../../../../../server/http/rate-limits/local-slots.ts";
import { createRedisSlots } from "../../../../../server/http/rate-limits/redis-slots.ts";
import type { ReserveSlot } from "../../../../../server/http/rate-limits/slot-store.ts";
import { openRedisLink } from "../../../../../server/storage/redis-connection.ts";
import { startRedisServer } from "../../../../setup/services/redis-server.ts";
import { testFolder } from "../../../../setup/test-folder.ts";
import { until } from "../../../../setup/until.ts";

const WINDOW_MS = 600_000;
const ASHA = { key: "contact:203.0.113.1", max: 3 };
const ALL = { key: "all", max: 5 };
const from = (client: number) => [{ key: `contact:203.0.113.${client}`, max: 3 }, ALL];

/** The local slots, or two instances over one Redis. */
const stores: Record<string, (t: Test) => Promise<readonly ReserveSlot[]>> = {
  memory: async () => {
    const options = { windowMs: WINDOW_MS, maxWindows: 100, now: () => 0 };
    const { reserve } = createLocalSlots(options);
    return [reserve, reserve];
  },
  redis: async (t) => {
    const redis = await startRedisServer(testFolder(t));
    t.teardown(redis.kill);
    const open = async () => {
      const link = openRedisLink({ url: redis.url, onChange: () => {} });
      await link.ready();
      t.teardown(link.close);
      return createRedisSlots(link.client, WINDOW_MS);
    };
    return [await open(), await open()];
  },
};

for (const [name, open] of Object.entries(stores)) {
  const openPair = async (t: Test) => {
    const [one, two] = await open(t);
    if (!one || !two) throw new Error("two instances");
    return { one, two };
  };

  t.test(`${name}: parallel messages of all instances never exceed a window`, async (t) => {
    const { one, two } = await openPair(t);
    const results = await Promise.all(
      Array.from({ length: 40 }, (_, index) => (index % 2 ? one : two)([ASHA, ALL], `m${index}`)),
    );
    const reserved = results.filter(({ kind }) => kind === "reserved");
    t.same(
      reserved.map((result) => (result.kind === "reserved" ? result.remaining : null)).sort(),
      [0, 1, 2],
    );
    for (const result of results) t.ok(result.ttlMs > 0 && result.ttlMs <= WINDOW_MS);
    t.match(await one([ASHA, ALL], "late"), { kind: "full", index: 0 });
  });

  t.test(`${name}: a message that is not accepted gives its slot back`, async (t) => {
    const { one, two } = await openPair(t);
    for (let times = 0; times < 20; times += 1) {
      const reserved = await (times % 2 ? one : two)([ASHA, ALL], `m${times}`);
      t.match(reserved, { kind: "reserved", remaining: 2 });
      if (reserved.kind === "reserved") await reserved.release();
    }
  });

  t.test(`${name}: a repetition takes no second slot, also in a full window`, async (t) => {
    const { one, two } = await openPair(t);
    for (const message of ["a", "b", "c"]) await one([ASHA, ALL], message);
    for (const message of ["a", "b", "c"])
      t.match(await two([ASHA, ALL], message), { kind: "reserved", remaining: 0 });
    t.match(await two([ASHA, ALL], "d"), { kind: "full" });
  });

  t.test(`${name}: of two parallel repetitions the accepted one keeps the slot`, async (t) => {
    const { one, two } = await openPair(t);
    const [failed, accepted] = [await one([ASHA, ALL], "a"), await two([ASHA, ALL], "a")];
    t.match([failed.kind, accepted.kind], ["reserved", "reserved"]);
    if (failed.kind === "reserved") await failed.release();
    t.match(await one([ASHA, ALL], "b"), { remaining: 1 });
    t.match(await one([ASHA, ALL], "c"), { remaining: 0 });
    t.match(await one([ASHA, ALL], "d"), { kind: "full", index: 0 });
  });

  t.test(`${name}: the window of all refuses, and takes nothing from the client's`, async (t) => {
    const { one, two } = await openPair(t);
    for (const client of [1, 2, 3, 4, 5]) await one(from(client), `m${client}`);
    t.match(await two(from(1), "more"), { kind: "full", index: 1 });
    t.match(await two([ASHA], "more"), { kind: "reserved", remaining: 1 }, "only its own message");
  });
}

t.test("a window ends after its time, whatever was sent meanwhile", async (t) => {
  const clock = { ms: 0 };
  const { reserve } = createLocalSlots({ windowMs: 1_000, maxWindows: 9, now: () => clock.ms });
  for (const [ms, message] of [
    [0, "a"],
    [500, "b"],
    [999, "c"],
  ] as const) {
    clock.ms = ms;
    t.match(await reserve([ASHA], message), { kind: "reserved", ttlMs: 1_000 - ms });
  }
  t.match(await reserve([ASHA], "d"), { kind: "full", ttlMs: 1 });
  clock.ms = 1_000;
  t.match(await reserve([ASHA], "d"), { kind: "reserved", remaining: 2, ttlMs: 1_000 });
});

t.test("redis: a window ends after its time", async (t) => {
  const redis = await startRedisServer(testFolder(t));
  t.teardown(redis.kill);
  const link = openRedisLink({ url: redis.url, onChange: () => {} });
  t.teardown(link.close);
  await link.ready();
  const reserve = createRedisSlots(link.client, WINDOW_MS);
  await reserve([ASHA, ALL], "a");
  for (const key of await link.client.keys("*")) {
    t.ok((await link.client.pttl(key)) > 0, `${key} expires by itself`);
    await link.client.pexpire(key, 1);
  }
  await until(async () => (await link.client.dbsize()) === 0);
  t.match(await reserve([ASHA, ALL], "b"), { remaining: 2 });
});

t.test("3,000 addresses: windows are bounded, and one without a message is not kept", async (t) => {
  const { reserve, size } = createLocalSlots({
    windowMs: WINDOW_MS,
    maxWindows: 1_000,
    now: () => 0,
  });
  const all = { key: "all", max: 10_000 };
  const addresses = Array.from({ length: 3_000 }, (_, n) => `127.0.${n >> 8}.${n & 255}`);
  for (const key of addresses) {
    const reserved = await reserve([{ key, max: 3 }, all], "not accepted");
    if (reserved.kind === "reserved") await reserved.release();
  }
  t.equal(size(), 0);
  for (const key of addresses) await reserve([{ key, max: 3 }, all], key);
  t.equal(size(), 1_000);
  t.match(
    await reserve([{ key: "all", max: 3_000 }], "one more"),
    { kind: "full" },
    "the window of all is never evicted",
  );
});
