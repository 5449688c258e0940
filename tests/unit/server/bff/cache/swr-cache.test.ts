import t from "tap";
import { openCacheStore } from "../../../../../server/bff/cache/cache-store.ts";
import type { CachedKind } from "../../../../../server/bff/cache/cached-kind.ts";
import { freshnessPolicy } from "../../../../../server/bff/cache/freshness-policy.ts";
import { createSwrCache } from "../../../../../server/bff/cache/swr-cache.ts";
import type { RequestContext } from "../../../../../server/contract/request-context.ts";

const policy = freshnessPolicy({ freshSeconds: 300, staleIfErrorSeconds: 600 });
const context: RequestContext = {
  requestId: "test",
  traceparent: undefined,
  signal: new AbortController().signal,
  onError: t.error,
};

const kind: CachedKind<string> = {
  name: "test",
  form: "item",
  shape: "a",
  read: (_key, value) => (typeof value === "string" ? { value } : null),
  sanitise: async (value) => value,
};

function scene(own: Partial<Parameters<typeof createSwrCache<string>>[0]> = {}) {
  const clock = { ms: 1_000 };
  const changes: { kind: string; isActive: boolean }[] = [];
  const cache = createSwrCache({
    kind,
    store: openCacheStore({
      dataDir: null,
      kinds: [kind],
      policy,
      now: Date.now,
      onDiskError: t.error,
      onUnreadable: () => t.fail("nothing is read"),
    }),
    baseUrl: "https://api.example.org",
    onUnreadable: () => t.fail("nothing is read"),
    shared: null,
    policy,
    latency: { isSlowerThan: () => false },
    now: () => clock.ms,
    onError: () => {},
    onShared: () => t.fail("no other instance"),
    onStaleIfError: (change) => changes.push(change),
    ...own,
  });
  return { clock, cache, changes };
}

t.test("the result of a fetch that began before a write is not cached as valid", async (t) => {
  const { clock, cache } = scene();
  let respond: (value: string) => void = () => {};
  const before = cache.read("list", context, () => new Promise((resolve) => (respond = resolve)));
  clock.ms += 10;
  cache.invalidate();
  clock.ms += 10;
  const after = cache.read("list", context, async () => "after the write");
  respond("before the write");
  t.equal((await before).value, "before the write");
  t.equal((await after).value, "after the write", "it did not join the earlier fetch");
  const later = await cache.read("list", context, async () => "still later");
  t.ok(["after the write", "still later"].includes(later.value));
});

t.test("an entry of another instance is invalidated by a write while it is read", async (t) => {
  const found = { value: "before the write", fetchedAtMs: 900, isInvalidated: false, shape: "a" };
  const { cache } = scene({
    shared: { get: async () => found, set: () => {} },
    onShared: () => {},
    kind: {
      ...kind,
      sanitise: async (value) => {
        cache.invalidate();
        return value;
      },
    },
  });
  const read = await cache.read("list", context, async () => "after the write");
  t.equal(read.value, "after the write");
});

t.test("an invalidated entry is fetched again, and served while the source fails", async (t) => {
  const { clock, cache } = scene();
  await cache.read("list", context, async () => "old");
  clock.ms += 10;
  cache.invalidate();
  clock.ms += 10;
  const quiet = { ...context, onError: () => {} };
  const stale = await cache.read("list", quiet, () => Promise.reject(new Error("down")));
  t.same([stale.value, stale.stale], ["old", true]);
  const next = await cache.read("list", context, async () => "new");
  t.same([next.value, next.stale], ["new", false]);
});

t.test("stale-if-error is reported when it begins and when it ends", async (t) => {
  const { clock, cache, changes } = scene();
  const ignoring = { ...context, onError: () => {} };
  const fail = () => Promise.reject(new Error("down"));
  await cache.read("list", context, async () => "old");
  clock.ms += 301_000;
  await cache.read("list", ignoring, fail);
  await cache.read("list", ignoring, fail);
  await cache.read("list", context, async () => "new");
  t.same(changes, [
    { kind: "test", isActive: true },
    { kind: "test", isActive: false },
  ]);
});
