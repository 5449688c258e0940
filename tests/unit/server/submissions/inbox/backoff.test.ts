import t from "tap";
import { backoffMs } from "../../../../../server/submissions/inbox/backoff.ts";

const delay = (tries: number, random = 0, retryAfterSeconds: number | null = null) =>
  backoffMs({ tries, random, retryAfterSeconds });

t.test("delays double from one second to an hour", async (t) => {
  t.same(
    [1, 2, 3, 4, 5].map((tries) => delay(tries)),
    [1_000, 2_000, 4_000, 8_000, 16_000],
  );
  t.equal(delay(50), 3_600_000);
  t.equal(delay(0), 1_000);
});

t.test("jitter shortens a delay by up to a half", async (t) => {
  t.equal(delay(3, 1), 2_000);
  t.equal(delay(3, 0.5), 3_000);
});

t.test("Retry-After counts when it is longer", async (t) => {
  t.equal(delay(1, 0, 30), 30_000);
  t.equal(delay(20, 0, 30), 3_600_000);
});
