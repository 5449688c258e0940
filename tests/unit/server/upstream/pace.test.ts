import t from "tap";
import { createPace } from "../../../../server/upstream/pace.ts";

function scene() {
  let nowMs = 0;
  const pace = createPace(() => nowMs);
  const answer = (tookMs: number, wasAsked = true) => {
    const end = pace.begin();
    nowMs += tookMs;
    end(wasAsked);
  };
  return { pace, answer, pass: (ms: number) => (nowMs += ms) };
}

t.test(
  "a source is slow when most of its last answers were, and quick again after as many",
  async (t) => {
    const { pace, answer } = scene();
    t.notOk(pace.isSlowerThan(50), "nothing is known");
    answer(900);
    t.notOk(pace.isSlowerThan(50), "one may be chance");
    answer(10);
    answer(900);
    t.ok(pace.isSlowerThan(50));
    t.notOk(pace.isSlowerThan(1_000));
    answer(10);
    answer(10);
    t.notOk(pace.isSlowerThan(50));
  },
);

t.test("an answer that is overdue tells at once", async (t) => {
  const { pace, pass } = scene();
  const end = pace.begin();
  pass(40);
  t.notOk(pace.isSlowerThan(50));
  pass(20);
  t.ok(pace.isSlowerThan(50));
  end(true);
  t.notOk(pace.isSlowerThan(50), "it came");
});

t.test("what was never asked tells nothing", async (t) => {
  const { pace, answer } = scene();
  for (let n = 0; n < 5; n += 1) answer(900, false);
  t.notOk(pace.isSlowerThan(50));
});
