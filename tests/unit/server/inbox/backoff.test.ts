import t from "tap";
import { backoffMs } from "../../../../server/inbox/backoff.ts";

const wait = (tries: number, random = 0, retryAfterSeconds: number | null = null) =>
  backoffMs({ tries, random, retryAfterSeconds });

t.test("waits double from one second to an hour", async (t) => {
  t.same(
    [1, 2, 3, 4, 5].map((tries) => wait(tries)),
    [1_000, 2_000, 4_000, 8_000, 16_000],
  );
  t.equal(wait(50), 3_600_000);
  t.equal(wait(0), 1_000);
});

t.test("chance takes off up to a half", async (t) => {
  t.equal(wait(3, 1), 2_000);
  t.equal(wait(3, 0.5), 3_000);
});

t.test("the source's own wish counts when it is longer", async (t) => {
  t.equal(wait(1, 0, 30), 30_000);
  t.equal(wait(20, 0, 30), 3_600_000);
});
