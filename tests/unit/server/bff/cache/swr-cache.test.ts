import t from "tap";
import { z } from "zod";
import { openCacheStore } from "../../../../../server/bff/cache/cache-store.ts";
import { freshnessPolicy } from "../../../../../server/bff/cache/freshness-policy.ts";
import { createReadThrough } from "../../../../../server/bff/cache/swr-cache.ts";
import type { RequestContext } from "../../../../../server/contract/request-context.ts";

const policy = freshnessPolicy({ freshSeconds: 300, staleIfErrorSeconds: 600 });
const context: RequestContext = {
  requestId: "test",
  traceparent: undefined,
  signal: new AbortController().signal,
  onError: t.error,
};

function scene() {
  const clock = { ms: 1_000 };
  const now = () => clock.ms;
  const copies = openCacheStore({ dataDir: null, policy, now: Date.now, onDiskError: t.error });
  const latency = { isSlowerThan: () => false };
  const cacheRules = {
    copies,
    shared: null,
    policy,
    latency,
    now,
    onError: () => {},
    shape: z.string(),
  };
  return { clock, reading: createReadThrough({ ...cacheRules, kind: "test", tag: "news" }) };
}

t.test("a read that began before a write is not believed after it", async (t) => {
  const { clock, reading } = scene();
  let land: (value: string) => void = () => {};
  const before = reading.read("list", context, () => new Promise((resolve) => (land = resolve)));
  clock.ms += 10;
  reading.invalidate();
  clock.ms += 10;
  const after = reading.read("list", context, async () => "after the write");
  land("before the write");
  t.equal((await before).value, "before the write");
  t.equal((await after).value, "after the write", "it did not join the older call");
  const later = await reading.read("list", context, async () => "later still");
  t.ok(["after the write", "later still"].includes(later.value));
});

t.test("after a write a copy is asked for again, and stands when the source is down", async (t) => {
  const { clock, reading } = scene();
  await reading.read("list", context, async () => "old");
  clock.ms += 10;
  reading.invalidate();
  clock.ms += 10;
  const quiet = { ...context, onError: () => {} };
  const kept = await reading.read("list", quiet, () => Promise.reject(new Error("down")));
  t.same([kept.value, kept.stale], ["old", true]);
  const next = await reading.read("list", context, async () => "new");
  t.same([next.value, next.stale], ["new", false]);
});
