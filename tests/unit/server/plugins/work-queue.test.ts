import t from "tap";
import { createWorkQueue } from "../../../../server/plugins/work-queue.ts";

/** An event loop made of numbers: each turn lasts as long as the work begun in it. */
function loop(costMs: number, options: { longestWaitMs: number; isBehind?: () => boolean }) {
  let nowMs = 0;
  let work = 0;
  const turns: (() => void)[] = [];
  const queue = createWorkQueue({
    ...options,
    clock: () => nowMs,
    nextTurn: (turn) => void turns.push(turn),
  });
  const waits: number[] = [];
  let shed = 0;
  const ask = async () => {
    const at = nowMs;
    if (!(await queue.enter())) shed += 1;
    else {
      work += 1;
      waits.push(nowMs - at);
    }
  };
  const settle = async () => {
    for (let n = 0; n < 4; n += 1) await null;
  };
  /** One turn of the loop, at least a millisecond long. */
  const turn = async () => {
    await settle();
    const lastsMs = Math.max(1, work * costMs);
    work = 0;
    nowMs += lastsMs;
    for (const next of turns.splice(0)) next();
    await settle();
    return lastsMs;
  };
  return { ask, turn, waits, shed: () => shed, nowMs: () => nowMs };
}

/** Asks `perSecond` times a second for so long. */
async function load(place: ReturnType<typeof loop>, perSecond: number, seconds: number) {
  const startMs = place.nowMs();
  let asked = 0;
  while (place.nowMs() - startMs < seconds * 1_000) {
    const due = ((place.nowMs() - startMs) / 1_000) * perSecond;
    for (; asked < due; asked += 1) void place.ask();
    await place.turn();
  }
  return asked;
}

t.test("within capacity nobody waits and nobody is turned away", async (t) => {
  const place = loop(5, { longestWaitMs: 500 });
  const asked = await load(place, 150, 10);
  t.equal(place.shed(), 0);
  t.equal(place.waits.length, asked);
  t.ok(Math.max(...place.waits) < 50);
});

t.test(
  "at twice the capacity nearly all of it does good work, and nobody waits long",
  async (t) => {
    const place = loop(5, { longestWaitMs: 500 });
    await load(place, 400, 10);
    t.ok(place.waits.length > 1_900, `${place.waits.length} of 2000 possible`);
    t.ok(place.shed() > 1_000, `${place.shed()} turned away`);
    t.ok(Math.max(...place.waits) <= 700, `${Math.max(...place.waits)} ms`);
    const shedBefore = place.shed();
    const asked = await load(place, 150, 5);
    t.ok(place.shed() - shedBefore < asked / 20, "and it is normal again soon after");
  },
);

t.test("a crowd that comes at once is served to the last", async (t) => {
  const place = loop(3, { longestWaitMs: 500 });
  for (let n = 0; n < 1_000; n += 1) void place.ask();
  for (let n = 0; n < 1_200; n += 1) await place.turn();
  t.equal(place.shed(), 0);
  t.equal(place.waits.length, 1_000);
});

t.test("a limit of nothing turns nobody away", async (t) => {
  const place = loop(5, { longestWaitMs: 0 });
  const asked = await load(place, 400, 3);
  t.equal(place.shed(), 0);
  for (let n = 0; n < 1_200; n += 1) await place.turn();
  t.equal(place.waits.length, asked);
});

t.test("while threads are behind work waits, and begins when they have caught up", async (t) => {
  let isBehind = true;
  const place = loop(1, { longestWaitMs: 500, isBehind: () => isBehind });
  for (let n = 0; n < 10; n += 1) void place.ask();
  for (let n = 0; n < 20; n += 1) await place.turn();
  t.equal(place.waits.length, 0);
  isBehind = false;
  for (let n = 0; n < 20; n += 1) await place.turn();
  t.equal(place.waits.length, 10);
});
