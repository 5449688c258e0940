import t from "tap";
import { createAdmissionQueue } from "../../../../../server/http/overload/admission-queue.ts";

/** A simulated event loop: each turn lasts as long as the work admitted in it. */
function createLoop(costMs: number, options: { maxDelayMs: number; isBehind?: () => boolean }) {
  let nowMs = 0;
  let work = 0;
  const turns: (() => void)[] = [];
  const queue = createAdmissionQueue({
    ...options,
    clock: () => nowMs,
    nextTurn: (turn) => void turns.push(turn),
  });
  const waits: number[] = [];
  let shed = 0;
  const request = async () => {
    const at = nowMs;
    if (!(await queue.admit())) shed += 1;
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
  return { request, turn, waits, shed: () => shed, nowMs: () => nowMs };
}

/** Sends requests at a steady rate. */
async function load(loop: ReturnType<typeof createLoop>, perSecond: number, seconds: number) {
  const startMs = loop.nowMs();
  let sent = 0;
  while (loop.nowMs() - startMs < seconds * 1_000) {
    const due = ((loop.nowMs() - startMs) / 1_000) * perSecond;
    for (; sent < due; sent += 1) void loop.request();
    await loop.turn();
  }
  return sent;
}

t.test("within capacity no request waits and none is shed", async (t) => {
  const loop = createLoop(5, { maxDelayMs: 500 });
  const sent = await load(loop, 150, 10);
  t.equal(loop.shed(), 0);
  t.equal(loop.waits.length, sent);
  t.ok(Math.max(...loop.waits) < 50);
});

t.test("at twice the capacity nearly all of it is used, and no request waits long", async (t) => {
  const loop = createLoop(5, { maxDelayMs: 500 });
  await load(loop, 400, 10);
  t.ok(loop.waits.length > 1_900, `${loop.waits.length} of 2000 possible`);
  t.ok(loop.shed() > 1_000, `${loop.shed()} shed`);
  t.ok(Math.max(...loop.waits) <= 700, `${Math.max(...loop.waits)} ms`);
  const shedBefore = loop.shed();
  const sent = await load(loop, 150, 5);
  t.ok(loop.shed() - shedBefore < sent / 20, "and it is normal again soon after");
});

t.test("a burst is served to its last request", async (t) => {
  const loop = createLoop(3, { maxDelayMs: 500 });
  for (let n = 0; n < 1_000; n += 1) void loop.request();
  for (let n = 0; n < 1_200; n += 1) await loop.turn();
  t.equal(loop.shed(), 0);
  t.equal(loop.waits.length, 1_000);
});

t.test("requests wait while threads are behind, and begin when those have caught up", async (t) => {
  let isBehind = true;
  const loop = createLoop(1, { maxDelayMs: 500, isBehind: () => isBehind });
  for (let n = 0; n < 10; n += 1) void loop.request();
  for (let n = 0; n < 20; n += 1) await loop.turn();
  t.equal(loop.waits.length, 0);
  isBehind = false;
  for (let n = 0; n < 20; n += 1) await loop.turn();
  t.equal(loop.waits.length, 10);
});
