import { setImmediate as turn } from "node:timers/promises";
import t from "tap";
import { createCardPainter } from "../../../../server/social-cards/card-renderer.ts";
import { createTurns, OverLimitError } from "../../../../server/social-cards/concurrency-limit.ts";
import { createBuckets } from "../../../../server/social-cards/token-bucket.ts";

const card = { title: "A tap", section: "Blog", theme: "wash", siteName: "Foundation" } as const;

t.test("an allowance is used up, fills again, and is each one's own", async (t) => {
  let nowMs = 0;
  const take = createBuckets({ burst: 2, perSecond: 1, now: () => nowMs });
  t.same([take("a"), take("a"), take("a"), take("b")], [true, true, false, true]);
  nowMs = 1_000;
  t.same([take("a"), take("a")], [true, false]);
  nowMs = 60_000;
  t.same([take("a"), take("a"), take("a")], [true, true, false]);
});

t.test("at most so many run, some wait in order, the rest are told so", async (t) => {
  const take = createTurns({ atOnce: 2, waiting: 1 });
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const job = (name: number) => () =>
    new Promise<void>((resolve) => {
      begun.push(name);
      ends.push(resolve);
    });
  const [first, second, third] = [take(job(1)), take(job(2)), take(job(3))];
  await t.rejects(take(job(4)), OverLimitError);
  t.same(begun, [1, 2]);
  ends[0]?.();
  await first;
  await turn();
  t.same(begun, [1, 2, 3]);
  ends[1]?.();
  ends[2]?.();
  await Promise.all([second, third]);
  await t.rejects(
    take(() => Promise.reject(new Error("a fault"))),
    { message: "a fault" },
  );
  await take(async () => t.pass("a fault leaves its place free"));
});

t.test("a card is rendered once for all requests, and cached within bounds", async (t) => {
  let rendered = 0;
  const mayRender = () => {
    rendered += 1;
    return rendered <= 3;
  };
  const painter = createCardPainter({ maxCards: 1, maxBytes: 1_000_000, mayRender });
  const [one, two] = await Promise.all([painter.paint(card), painter.paint(card)]);
  t.equal(one, two);
  t.equal(await painter.paint(card), one, "at hand");
  t.equal(rendered, 1);
  await painter.paint({ ...card, title: "Another" });
  const again = await painter.paint(card);
  t.equal(rendered, 3, "it had made room for the other");
  t.equal(again.etag, one.etag, "rendered anew it is the same");
  await t.rejects(painter.paint({ ...card, title: "Too many" }), OverLimitError);
  t.equal(await painter.paint(card), again, "what is at hand may always be had");
});
