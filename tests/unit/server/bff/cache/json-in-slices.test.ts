import t from "tap";
import { jsonInSlices } from "../../../../../server/bff/cache/json-in-slices.ts";

t.test("the JSON is that of JSON.stringify", async (t) => {
  const list = (length: number) =>
    Array.from({ length }, (_, id) => ({ id, title: `"Maji", ${id}`, image: null }));
  for (const value of [null, {}, [], list(1), list(499), list(500), list(10_000)])
    t.ok((await jsonInSlices(value)) === JSON.stringify(value));
});

t.test("other work runs while a long list is written", async (t) => {
  let turns = 0;
  const beat = () => {
    turns += 1;
    timer = setImmediate(beat);
  };
  let timer = setImmediate(beat);
  await jsonInSlices(Array.from({ length: 20_000 }, () => "x".repeat(2_000)));
  clearImmediate(timer);
  t.ok(turns > 2, `${turns} turns`);
});
