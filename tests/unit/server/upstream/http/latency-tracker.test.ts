import t from "tap";
import { createLatencyTracker } from "../../../../../server/upstream/http/latency-tracker.ts";

function scene() {
  let nowMs = 0;
  const latency = createLatencyTracker(() => nowMs);
  const answer = (tookMs: number, wasAsked = true) => {
    const end = latency.begin();
    nowMs += tookMs;
    end(wasAsked);
  };
  return { pace: latency, answer, pass: (ms: number) => (nowMs += ms) };
}

t.test(
  "a source is slow when most of its last answers were, and quick again after as many",
  async (t) => {
    const { pace: latency, answer } = scene();
    t.notOk(latency.isSlowerThan(50), "nothing is known");
    answer(900);
    t.notOk(latency.isSlowerThan(50), "one may be chance");
    answer(10);
    answer(900);
    t.ok(latency.isSlowerThan(50));
    t.notOk(latency.isSlowerThan(1_000));
    answer(10);
    answer(10);
    t.notOk(latency.isSlowerThan(50));
  },
);

t.test("an answer that is overdue tells at once", async (t) => {
  const { pace: latency, pass } = scene();
  const end = latency.begin();
  pass(40);
  t.notOk(latency.isSlowerThan(50));
  pass(20);
  t.ok(latency.isSlowerThan(50));
  end(true);
  t.notOk(latency.isSlowerThan(50), "it came");
});

t.test("what was never asked tells nothing", async (t) => {
  const { pace: latency, answer } = scene();
  for (let n = 0; n < 5; n += 1) answer(900, false);
  t.notOk(latency.isSlowerThan(50));
});
