import t from "tap";
import { z } from "zod";
import { openCopyStore } from "../../../../server/bff/copy-store.ts";
import { freshnessPolicy } from "../../../../server/bff/freshness.ts";
import { createReadThrough } from "../../../../server/bff/read-through.ts";
import type { Asker } from "../../../../shared/contract/api-data.ts";

const policy = freshnessPolicy({ freshSeconds: 300, staleIfErrorSeconds: 600 });
const asker: Asker = {
  requestId: "test",
  traceparent: undefined,
  signal: new AbortController().signal,
  onFault: t.error,
};

function scene() {
  const clock = { ms: 1_000 };
  const now = () => clock.ms;
  const copies = openCopyStore({ dataDir: null, policy, now: Date.now, onDiskFault: t.error });
  const pace = { isSlowerThan: () => false };
  const keeping = { copies, shared: null, policy, pace, now, onFault: () => {}, shape: z.string() };
  return { clock, reading: createReadThrough({ ...keeping, kind: "test", tag: "news" }) };
}

t.test("a read that began before a write is not believed after it", async (t) => {
  const { clock, reading } = scene();
  let land: (value: string) => void = () => {};
  const before = reading.read("list", asker, () => new Promise((resolve) => (land = resolve)));
  clock.ms += 10;
  reading.doubt();
  clock.ms += 10;
  const after = reading.read("list", asker, async () => "after the write");
  land("before the write");
  t.equal((await before).value, "before the write");
  t.equal((await after).value, "after the write", "it did not join the older call");
  const later = await reading.read("list", asker, async () => "later still");
  t.ok(["after the write", "later still"].includes(later.value));
});

t.test("after a write a copy is asked for again, and stands when the source is down", async (t) => {
  const { clock, reading } = scene();
  await reading.read("list", asker, async () => "old");
  clock.ms += 10;
  reading.doubt();
  clock.ms += 10;
  const quiet = { ...asker, onFault: () => {} };
  const kept = await reading.read("list", quiet, () => Promise.reject(new Error("down")));
  t.same([kept.value, kept.stale], ["old", true]);
  const next = await reading.read("list", asker, async () => "new");
  t.same([next.value, next.stale], ["new", false]);
});
