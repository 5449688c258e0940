import { mock } from "node:test";
import t, { type Test } from "tap";
import { createCircuitBreaker } from "../../../../../server/upstream/http/circuit-breaker.ts";
import type { HttpResponse } from "../../../../../server/upstream/http/http-client.ts";
import { UpstreamError } from "../../../../../server/upstream/upstream-error.ts";

const GOOD: HttpResponse = { status: 200, headers: {}, json: {}, attempts: 1, durationMs: 1 };
const failure = (details: { status?: number; retryAfterSeconds?: number } = {}) =>
  new UpstreamError({ kind: "status", source: "api", status: 500, ...details });

/** A breaker over a fake client, on a clock that the test moves. */
function scene(t: Test) {
  mock.timers.enable({ apis: ["Date"], now: 1_000_000 });
  t.teardown(() => mock.timers.reset());
  const changes: string[] = [];
  const fake = { requests: 0, respond: async (): Promise<HttpResponse> => GOOD };
  const breaker = createCircuitBreaker(
    {
      request: () => {
        fake.requests += 1;
        return fake.respond();
      },
      close: async () => {},
    },
    {
      source: "api",
      now: () => Date.now(),
      onChange: (state) => changes.push(state),
      random: () => 0.5,
    },
  );
  const send = () =>
    breaker.request({ path: "/x", requestId: "r" }).then(
      () => "ok",
      (error: UpstreamError) => error.message,
    );
  const later = (seconds: number) => mock.timers.tick(seconds * 1_000);
  return { fake, breaker, send, later, changes };
}

t.test("five errors in a row open it; a success between them resets the count", async (t) => {
  const { fake, send, breaker } = scene(t);
  const bad = async () => Promise.reject(failure());
  for (let n = 0; n < 4; n += 1) {
    fake.respond = bad;
    await send();
  }
  fake.respond = async () => GOOD;
  await send();
  fake.respond = bad;
  for (let n = 0; n < 4; n += 1) await send();
  t.equal(breaker.state(), "closed");
  await send();
  t.equal(breaker.state(), "open");
  const { requests } = fake;
  t.match(await send(), "circuit open");
  t.equal(fake.requests, requests, "no request");
});

t.test("a wrong response or an error status below 500 is no outage", async (t) => {
  const { fake, send, breaker } = scene(t);
  for (const status of [400, 404, 401, 302, 418]) {
    fake.respond = async () => Promise.reject(failure({ status }));
    for (let n = 0; n < 3; n += 1) await send();
  }
  t.equal(breaker.state(), "closed");
});

t.test(
  "the first probe comes after a second, later ones less often, after half a minute at most",
  async (t) => {
    const { fake, send, later } = scene(t);
    fake.respond = async () => Promise.reject(failure());
    for (let n = 0; n < 5; n += 1) await send();
    const gaps: number[] = [];
    let since = 0;
    for (let second = 0; second < 600; second += 0.5) {
      later(0.5);
      since += 0.5;
      const { requests } = fake;
      await send();
      if (fake.requests === requests) continue;
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

t.test("one probe at a time; its success closes the circuit for all waiting calls", async (t) => {
  const { fake, send, later, breaker, changes } = scene(t);
  fake.respond = async () => Promise.reject(failure());
  for (let n = 0; n < 5; n += 1) await send();
  later(1);
  let respond = (_response: HttpResponse) => {};
  fake.respond = () => new Promise<HttpResponse>((resolve) => (respond = resolve));
  const { requests } = fake;
  const results = Array.from({ length: 10 }, send);
  await null;
  t.equal(breaker.state(), "probing");
  t.equal(fake.requests - requests, 1);
  fake.respond = async () => GOOD;
  respond(GOOD);
  t.same(new Set(await Promise.all(results)), new Set(["ok"]));
  t.same(changes, ["open", "closed"]);
});

t.test("a Retry-After of the source is honoured", async (t) => {
  const { fake, send, later, breaker } = scene(t);
  fake.respond = async () => Promise.reject(failure({ status: 429, retryAfterSeconds: 20 }));
  await Promise.all([send(), send()]);
  t.equal(breaker.state(), "paused");
  fake.respond = async () => GOOD;
  later(19);
  t.not(await send(), "ok");
  later(1);
  t.equal(await send(), "ok");
});

t.test("a day of Retry-After is believed for a minute, longer while it is repeated", async (t) => {
  const { fake, send, later } = scene(t);
  const busy = async () => Promise.reject(failure({ status: 429, retryAfterSeconds: 86_400 }));
  /** Seconds until the source is asked again. */
  const pause = async () => {
    const { requests } = fake;
    for (let seconds = 0; ; seconds += 1) {
      await Promise.all([send(), send()]);
      if (fake.requests > requests) return seconds;
      later(1);
    }
  };
  fake.respond = busy;
  // The first request of all, then nine tenths of one, two, four and five minutes.
  const pauses = [await pause(), await pause(), await pause(), await pause(), await pause()];
  t.same(pauses, [0, 54, 108, 216, 270]);
  fake.respond = async () => GOOD;
  t.equal(await pause(), 270);
  fake.respond = busy;
  t.same([await pause(), await pause()], [0, 54], "a success begins anew");
});
