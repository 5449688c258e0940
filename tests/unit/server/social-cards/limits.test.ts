import { setImmediate as turn } from "node:timers/promises";
import t from "tap";
import { createConcurrencyLimit, OverLimitError } from "../../../../server/concurrency-limit.ts";
import { createCardRenderer } from "../../../../server/social-cards/card-renderer.ts";
import { createBuckets } from "../../../../server/social-cards/token-bucket.ts";

const card = {
  title: "A tap",
  section: "Blog",
  theme: "wash",
  siteName: "Foundation",
  picture: null,
} as const;

t.test("an allowance is used up, fills again, and is each one's own", async (t) => {
  let nowMs = 0;
  const take = createBuckets({ burst: 2, perSecond: 1, now: () => nowMs });
  t.same([take("a"), take("a"), take("a"), take("b")], [true, true, false, true]);
  nowMs = 1_000;
  t.same([take("a"), take("a")], [true, false]);
  nowMs = 60_000;
  t.same([take("a"), take("a"), take("a")], [true, true, false]);
});

t.test("at most so many run, some wait in order, the rest are refused", async (t) => {
  const run = createConcurrencyLimit({ atOnce: 2, waiting: 1 });
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const job = (name: number) => () =>
    new Promise<void>((resolve) => {
      begun.push(name);
      ends.push(resolve);
    });
  const [first, second, third] = [run(job(1)), run(job(2)), run(job(3))];
  await t.rejects(run(job(4)), OverLimitError);
  t.same(begun, [1, 2]);
  ends[0]?.();
  await first;
  await turn();
  t.same(begun, [1, 2, 3]);
  ends[1]?.();
  ends[2]?.();
  await Promise.all([second, third]);
  await t.rejects(
    run(() => Promise.reject(new Error("a fault"))),
    { message: "a fault" },
  );
  await run(async () => t.pass("a fault leaves its place free"));
});

t.test("a card is rendered once for concurrent requests, and cached within bounds", async (t) => {
  let rendered = 0;
  const mayRender = () => {
    rendered += 1;
    return rendered <= 3;
  };
  const renderer = createCardRenderer({ maxCards: 1, maxBytes: 1_000_000, mayRender });
  const [one, two] = await Promise.all([renderer.render(card), renderer.render(card)]);
  t.equal(one, two);
  t.equal(await renderer.render(card), one, "from the cache");
  t.equal(rendered, 1);
  await renderer.render({ ...card, title: "Another" });
  const again = await renderer.render(card);
  t.equal(rendered, 3, "the other had evicted it");
  t.equal(again.etag, one.etag, "rendered again it is the same");
  await t.rejects(renderer.render({ ...card, title: "Too many" }), OverLimitError);
  t.equal(await renderer.render(card), again, "a cached card is always served");
});
