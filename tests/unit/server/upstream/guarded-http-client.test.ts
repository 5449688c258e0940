import { mock } from "node:test";
import t, { type Test } from "tap";
import { guardHttpClient } from "../../../../server/upstream/guarded-http-client.ts";
import type { HttpAnswer } from "../../../../server/upstream/http-client.ts";
import { UpstreamError } from "../../../../server/upstream/upstream-error.ts";

const GOOD: HttpAnswer = { status: 200, headers: {}, json: {}, attempts: 1, durationMs: 1 };
const fault = (details: { status?: number; retryAfterSeconds?: number } = {}) =>
  new UpstreamError({ kind: "status", source: "api", status: 500, ...details });

/** A guard over a client that answers as told, on a clock that the test moves. */
function scene(t: Test) {
  mock.timers.enable({ apis: ["Date"], now: 1_000_000 });
  t.teardown(() => mock.timers.reset());
  const changes: string[] = [];
  const place = { asked: 0, answer: async (): Promise<HttpAnswer> => GOOD };
  const guard = guardHttpClient(
    {
      request: () => {
        place.asked += 1;
        return place.answer();
      },
      close: async () => {},
    },
    { source: "api", now: () => Date.now(), onChange: (state) => changes.push(state) },
  );
  const ask = () =>
    guard.request({ path: "/x", requestId: "r" }).then(
      () => "ok",
      (error: UpstreamError) => error.message,
    );
  const later = (seconds: number) => mock.timers.tick(seconds * 1_000);
  return { place, guard, ask, later, changes };
}

t.test(
  "five faults in a row open it; a good answer between them starts the count anew",
  async (t) => {
    const { place, ask, guard } = scene(t);
    const bad = async () => Promise.reject(fault());
    for (let n = 0; n < 4; n += 1) {
      place.answer = bad;
      await ask();
    }
    place.answer = async () => GOOD;
    await ask();
    place.answer = bad;
    for (let n = 0; n < 4; n += 1) await ask();
    t.equal(guard.state(), "closed");
    await ask();
    t.equal(guard.state(), "open");
    const { asked } = place;
    t.match(await ask(), "circuit open");
    t.equal(place.asked, asked, "nobody asks");
  },
);

t.test("an odd answer or a refusal is no outage", async (t) => {
  const { place, ask, guard } = scene(t);
  for (const status of [400, 404, 401, 302, 418]) {
    place.answer = async () => Promise.reject(fault({ status }));
    for (let n = 0; n < 3; n += 1) await ask();
  }
  t.equal(guard.state(), "closed");
});

t.test(
  "probes come a second after the break, then seldomer, half a minute apart at most",
  async (t) => {
    const { place, ask, later } = scene(t);
    place.answer = async () => Promise.reject(fault());
    for (let n = 0; n < 5; n += 1) await ask();
    const gaps: number[] = [];
    let since = 0;
    for (let second = 0; second < 600; second += 0.5) {
      later(0.5);
      since += 0.5;
      const { asked } = place;
      await ask();
      if (place.asked === asked) continue;
      gaps.push(since);
      since = 0;
    }
    t.equal(gaps[0], 1);
    t.ok(
      gaps.every((gap, index) => gap >= (gaps[index - 1] ?? 0)),
      gaps.join(" "),
    );
    t.equal(Math.max(...gaps), 30);
  },
);

t.test("one probe at a time; a good one closes the circuit for all who waited", async (t) => {
  const { place, ask, later, guard, changes } = scene(t);
  place.answer = async () => Promise.reject(fault());
  for (let n = 0; n < 5; n += 1) await ask();
  later(1);
  let land = (_answer: HttpAnswer) => {};
  place.answer = () => new Promise<HttpAnswer>((resolve) => (land = resolve));
  const { asked } = place;
  const answers = Array.from({ length: 10 }, ask);
  await null;
  t.equal(guard.state(), "probing");
  t.equal(place.asked - asked, 1);
  place.answer = async () => GOOD;
  land(GOOD);
  t.same(new Set(await Promise.all(answers)), new Set(["ok"]));
  t.same(changes, ["open", "closed"]);
});

t.test("a wait that the source asks for is kept, five minutes at most", async (t) => {
  const { place, ask, later, guard } = scene(t);
  for (const [asked, kept] of [
    [20, 20],
    [86_400, 300],
  ] as const) {
    place.answer = async () => Promise.reject(fault({ status: 429, retryAfterSeconds: asked }));
    await ask();
    t.equal(guard.state(), "paused");
    place.answer = async () => GOOD;
    later(kept - 1);
    t.not(await ask(), "ok");
    later(1);
    t.equal(await ask(), "ok");
  }
});
