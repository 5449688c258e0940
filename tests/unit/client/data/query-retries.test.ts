import { mock } from "node:test";
import t, { type Test } from "tap";
import { queryWithRetries } from "../../../../client/data/query-retries.ts";
import type { Outcome } from "../../../../shared/contract/outcome.ts";
import type { SiteData } from "../../../../shared/contract/site-data.ts";

const FAILED: Outcome<string> = { kind: "unavailable", status: 503, retryAfterSeconds: 30 };
const FOUND: Outcome<string> = { kind: "not-found" };
// The query of these tests reads nothing of it.
const siteData = {} as SiteData;

/** A query with these outcomes, the last one for ever; `at` is when each was asked for, in ms. */
function scene(t: Test, outcomes: readonly Outcome<string>[]) {
  mock.timers.enable({ apis: ["setTimeout", "Date"], now: 0 });
  t.teardown(() => mock.timers.reset());
  const at: number[] = [];
  const query = {
    key: "/x",
    tags: [],
    role: "page" as const,
    run: async () => {
      at.push(Date.now());
      return outcomes[Math.min(at.length, outcomes.length) - 1] ?? FAILED;
    },
  };
  const settle = async (result: Promise<Outcome<unknown>>) => {
    for (let second = 0; second < 20; second += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      mock.timers.tick(1_000);
    }
    return result;
  };
  return { query, at, settle };
}

t.test("a failed query is retried three times, after 1, 2 and 4 seconds", async (t) => {
  const { query, at, settle } = scene(t, [FAILED]);
  t.same(await settle(queryWithRetries(query, siteData)), FAILED);
  t.same(at, [0, 1_000, 3_000, 7_000]);
});

t.test("after a failure of the server the three retries begin with the first delay", async (t) => {
  const { query, at, settle } = scene(t, [FAILED]);
  const failedOnServer = Promise.resolve(FAILED);
  t.same(await settle(queryWithRetries(query, siteData, failedOnServer)), FAILED);
  t.same(at, [1_000, 3_000, 7_000]);
});

t.test("an outcome ends the retries", async (t) => {
  const { query, at, settle } = scene(t, [FAILED, FOUND]);
  t.same(await settle(queryWithRetries(query, siteData, Promise.resolve(FAILED))), FOUND);
  t.same(at, [1_000, 3_000]);
});
