import { setTimeout as wait } from "node:timers/promises";
import t from "tap";
import { sampleEventLoopDelay } from "../../../../../server/http/overload/event-loop-delay.ts";

const hold = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

t.test("a delay counts when it lasts, not for one pause", async (t) => {
  const delay = sampleEventLoopDelay();
  t.teardown(() => delay.stop());
  await wait(600);
  hold(3_000);
  let highestMs = 0;
  for (let turn = 0; turn < 40; turn += 1) {
    await wait(10);
    highestMs = Math.max(highestMs, delay.average());
  }
  t.ok(highestMs < 1_000, `one pause of three seconds: ${Math.round(highestMs)} ms`);

  for (let turn = 0; turn < 5; turn += 1) {
    hold(400);
    await wait(1);
  }
  t.ok(delay.average() > 100, "pause after pause");
});
