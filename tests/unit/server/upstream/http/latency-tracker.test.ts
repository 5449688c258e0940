import t from "tap";
import { createLatencyTracker } from "../../../../../server/upstream/http/latency-tracker.ts";

function scene() {
  let nowMs = 0;
  const latency = createLatencyTracker(() => nowMs);
  const call = (tookMs: number, isMeasured = true) => {
    const end = latency.begin();
    nowMs += tookMs;
    end(isMeasured);
  };
  return { latency, call, pass: (ms: number) => (nowMs += ms) };
}

t.test(
  "a source is slow when most of its last calls were, and quick again after as many",
  async (t) => {
    const { latency, call } = scene();
    t.notOk(latency.isSlowerThan(50), "no call yet");
    call(900);
    t.notOk(latency.isSlowerThan(50), "one call does not decide");
    call(10);
    call(900);
    t.ok(latency.isSlowerThan(50));
    t.notOk(latency.isSlowerThan(1_000));
    call(10);
    call(10);
    t.notOk(latency.isSlowerThan(50));
  },
);

t.test("an overdue response counts at once", async (t) => {
  const { latency, pass } = scene();
  const end = latency.begin();
  pass(40);
  t.notOk(latency.isSlowerThan(50));
  pass(20);
  t.ok(latency.isSlowerThan(50));
  end(true);
  t.notOk(latency.isSlowerThan(50), "it has ended");
});

t.test("a call without a request is not measured", async (t) => {
  const { latency, call } = scene();
  for (let n = 0; n < 5; n += 1) call(900, false);
  t.notOk(latency.isSlowerThan(50));
});
