import t from "tap";
import type { Reading } from "../../../../server/upstream/content-api/reading.ts";
import type { DriftChange } from "../../../../server/upstream/drift.ts";
import { createDriftRadar } from "../../../../server/upstream/drift.ts";

function reading(aliases: Reading["aliases"], rest: Partial<Reading> = {}): Reading {
  return { source: "news", kind: "list", aliases, dropped: [], unread: [], total: 1, ...rest };
}

t.test("a change of aliases is told once, not with every answer", async (t) => {
  const changes: DriftChange[] = [];
  const radar = createDriftRadar((change) => changes.push(change));
  const before = reading({ image: { image_url: 16, image: 3 } });
  const after = reading({ image: { image: 4, featured_image: 1 } });
  for (const next of [
    before,
    before,
    after,
    after,
    reading({ image: { image: 9, featured_image: 9 } }),
  ])
    radar.read(next);
  t.same(changes, [
    {
      source: "news",
      kind: "list",
      appeared: ["image.featured_image"],
      disappeared: ["image.image_url"],
      unread: [],
      dropped: [],
    },
  ]);
});

t.test("dropped rows are told when they first appear and when they change", async (t) => {
  const changes: DriftChange[] = [];
  const radar = createDriftRadar((change) => changes.push(change));
  const bad = (id: string) => reading({}, { dropped: [{ id, reason: "no usable slug" }] });
  for (const next of [bad("1"), bad("1"), bad("2"), reading({}), bad("2")]) radar.read(next);
  t.same(
    changes.map(({ dropped }) => dropped[0]?.id),
    ["1", "2", "2"],
  );
});

t.test("single items differ by nature: only an alias never seen before is told", async (t) => {
  const changes: DriftChange[] = [];
  const radar = createDriftRadar((change) => changes.push(change));
  const item = (alias: string) => reading({ excerpt: { [alias]: 1 } }, { kind: "item" });
  for (const alias of ["excerpt", "summary", "excerpt", "summary"]) radar.read(item(alias));
  t.match(changes, [{ kind: "item", appeared: ["excerpt.summary"], disappeared: [] }]);
  t.equal(changes.length, 1);
});

t.test("the last reading of each source and kind can be looked up", async (t) => {
  const radar = createDriftRadar(() => {});
  const events = reading({}, { source: "events", total: 18 });
  radar.read(reading({}, { total: 1 }));
  radar.read(events);
  radar.read(reading({}, { total: 2 }));
  t.same(radar.lastReadings(), [reading({}, { total: 2 }), events]);
});

t.test(
  "a name that nobody reads is told when it first comes in, later than the first answer",
  async (t) => {
    const changes: DriftChange[] = [];
    const radar = createDriftRadar((change) => changes.push(change));
    for (const unread of [["status"], ["byline", "status"], ["status"], ["byline"]])
      radar.read(reading({}, { unread }));
    t.same(
      changes.map((change) => change.unread),
      [["byline"]],
    );
  },
);
