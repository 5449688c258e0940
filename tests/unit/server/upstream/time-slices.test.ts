import t from "tap";
import { inSlices } from "../../../../server/upstream/time-slices.ts";

/** Work of `count` steps, each of which holds the event loop for longer than a slice. */
function* longWork(count: number): Generator<void, number> {
  for (let step = 0; step < count; step += 1) {
    const until = performance.now() + 10;
    while (performance.now() < until);
    yield;
  }
  return count;
}

t.test("others have their turn while long work is done", async (t) => {
  let turns = 0;
  const tick = () => {
    turns += 1;
    next = setImmediate(tick);
  };
  let next = setImmediate(tick);
  t.equal(await inSlices(longWork(5)), 5);
  clearImmediate(next);
  t.ok(turns >= 4, `${turns} turns`);
});

t.test("aborted work stops", async (t) => {
  const controller = new AbortController();
  const work = inSlices(longWork(1_000), controller.signal);
  controller.abort(new Error("left"));
  await t.rejects(work, { message: "left" });
});
