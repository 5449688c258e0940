import { mock } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import t from "tap";
import { fetchWithRetries } from "../../../../client/data/browser-queries.ts";
import { fetchJson } from "../../../../client/data/fetch-json.ts";
import { idempotencyKeys, postForm } from "../../../../client/data/form-posts.ts";
import { trackPromise } from "../../../../client/data/queries.ts";
import type { Outcome } from "../../../../shared/contract/site-data.ts";

type Reply = Response | Error;
const json = (status: number, body: unknown) => () => Response.json(body, { status });
const networkError = () => new TypeError("fetch failed");

/** Mocks `fetch` and the timers, and records the time of each request in ms from the start. */
function serve(...replies: readonly (() => Reply)[]) {
  mock.timers.enable({ apis: ["setTimeout", "Date"], now: 0 });
  const requests: { atMs: number; init: RequestInit | undefined }[] = [];
  const fetching = mock.method(globalThis, "fetch", async (_path: string, init?: RequestInit) => {
    const reply = replies[Math.min(requests.length, replies.length - 1)]?.();
    requests.push({ atMs: Date.now(), init });
    if (reply instanceof Response) return reply;
    throw reply;
  });
  return {
    requests,
    /** Moves the clock until the promise settles. */
    async resultOf<T>(result: Promise<T>): Promise<T> {
      const state = { settled: false };
      void result.finally(() => {
        state.settled = true;
      });
      for (let second = 0; second < 30 && !state.settled; second += 1) {
        await new Promise((resolve) => setImmediate(resolve));
        if (!state.settled) mock.timers.tick(1_000);
      }
      return result;
    },
    restore() {
      fetching.mock.restore();
      mock.timers.reset();
    },
  };
}

const POST = { form: "contact", fields: { name: "Asha" }, key: "key-1", language: "en" } as const;

for (const [name, reply] of [
  ["a network error", networkError],
  ["502", json(502, {})],
  ["504", json(504, {})],
] as const) {
  t.test(`a form is posted once more, unchanged, after ${name}`, async (t) => {
    const server = serve(reply, json(201, { data: { reference: "C-1" } }));
    t.teardown(server.restore);
    t.match(await server.resultOf(postForm(POST)), { state: "sent", reference: "C-1" });
    t.same(
      server.requests.map(({ atMs }) => atMs),
      [0, 1_000],
    );
    for (const { init } of server.requests)
      t.match(init, {
        method: "POST",
        body: '{"name":"Asha"}',
        headers: { "idempotency-key": "key-1", "content-type": "application/json" },
      });
  });
}

t.test("a form is not posted again when the server refused it", async (t) => {
  for (const status of [400, 422, 500]) {
    const server = serve(json(status, {}));
    await server.resultOf(postForm(POST));
    server.restore();
    t.equal(server.requests.length, 1, String(status));
  }
});

t.test("a request without a response in 30 seconds is a network error", async (t) => {
  const server = serve(networkError);
  t.teardown(server.restore);
  const hanging = mock.method(
    globalThis,
    "fetch",
    (_path: string, init?: RequestInit) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
      }),
  );
  t.teardown(() => hanging.mock.restore());
  const result = fetchJson("/x");
  mock.timers.tick(30_000);
  t.same(await result, { status: 0, ok: false, body: null });
});

t.test("a repetition keeps its key, other words and other submissions get another", async (t) => {
  const keys = idempotencyKeys();
  const key = keys({ message: "Habari" });
  t.match(key, /^[\w-]{8,100}$/);
  t.equal(keys({ message: "Habari" }), key);
  const other = keys({ message: "Habari za leo?" });
  t.not(other, key);
  t.not(keys({ message: "Habari" }), key, "returning to the first text is another submission");
  t.not(idempotencyKeys()({ message: "Habari" }), key);
});

const FAILED: Outcome<unknown> = { kind: "unavailable", status: 503, retryAfterSeconds: 30 };
const failure = json(503, {});

/** Runs a query against these replies, of which the last repeats. Returns the times of the requests in ms, and the result. */
async function retried(replies: readonly (() => Reply)[], onServer?: Outcome<unknown>) {
  const server = serve(...replies);
  const result = await server.resultOf(fetchWithRetries("/x", onServer));
  server.restore();
  return { at: server.requests.map(({ atMs }) => atMs), result };
}

t.test("a failed query is retried after 1, 2 and 4 seconds, until it has an outcome", async (t) => {
  t.same(await retried([failure]), { at: [0, 1_000, 3_000, 7_000], result: FAILED });
  const afterServer = { at: [1_000, 3_000, 7_000], result: FAILED };
  t.same(await retried([failure], FAILED), afterServer, "the server's try was the first");
  t.same(await retried([failure, json(404, {})], FAILED), {
    at: [1_000, 3_000],
    result: { kind: "not-found" },
  });
});

t.test("a failed page load rejects for its caller, and is never unhandled", async (t) => {
  // An unhandled rejection would fail this test, just as it would end the site's process.
  const tracked = trackPromise(Promise.reject(new Error("no such module")));
  await t.rejects(tracked, { message: "no such module" });
  await nextTurn();
  t.match(tracked, { status: "rejected" });
});
