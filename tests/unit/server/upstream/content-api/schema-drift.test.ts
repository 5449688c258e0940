import t from "tap";
import type { ReadReport } from "../../../../../server/upstream/content-api/read-report.ts";
import type { SchemaDrift } from "../../../../../server/upstream/content-api/schema-drift.ts";
import { createDriftDetector } from "../../../../../server/upstream/content-api/schema-drift.ts";

function report(aliases: ReadReport["aliases"], rest: Partial<ReadReport> = {}): ReadReport {
  const dates = { readable: 1, unreadable: 0, absent: 0 };
  const rows = { dropped: [], repaired: 0, tags: {}, unread: [], total: 1, dates, missing: [] };
  return { source: "news", kind: "list", aliases, ...rows, ...rest };
}

t.test("a change of aliases is reported once, not with every response", async (t) => {
  const changes: SchemaDrift[] = [];
  const detector = createDriftDetector((change) => changes.push(change));
  const before = report({ image: { image_url: 16, image: 3 } });
  const after = report({ image: { image: 4, featured_image: 1 } });
  for (const next of [
    before,
    before,
    after,
    after,
    report({ image: { image: 9, featured_image: 9 } }),
  ])
    detector.check(next);
  t.same(changes, [
    {
      source: "news",
      kind: "list",
      appeared: ["image.featured_image"],
      disappeared: ["image.image_url"],
      missing: [],
      unread: [],
      dropped: [],
    },
  ]);
});

t.test("dropped rows are reported when they first appear and when they change", async (t) => {
  const changes: SchemaDrift[] = [];
  const detector = createDriftDetector((change) => changes.push(change));
  const bad = (id: string) => report({}, { dropped: [{ id, reason: "no usable slug" }] });
  for (const next of [bad("1"), bad("1"), bad("2"), report({}), bad("2")]) detector.check(next);
  t.same(
    changes.map(({ dropped }) => dropped[0]?.id),
    ["1", "2", "2"],
  );
});

t.test("single items differ by nature: only a new alias is reported", async (t) => {
  const changes: SchemaDrift[] = [];
  const detector = createDriftDetector((change) => changes.push(change));
  const item = (alias: string) => report({ excerpt: { [alias]: 1 } }, { kind: "item" });
  for (const alias of ["excerpt", "summary", "excerpt", "summary"]) detector.check(item(alias));
  t.match(changes, [{ kind: "item", appeared: ["excerpt.summary"], disappeared: [], missing: [] }]);
  t.equal(changes.length, 1);
});

t.test("an unread name is reported when it first appears after the first response", async (t) => {
  const changes: SchemaDrift[] = [];
  const detector = createDriftDetector((change) => changes.push(change));
  for (const unread of [["status"], ["byline", "status"], ["status"], ["byline"]])
    detector.check(report({}, { unread }));
  t.same(
    changes.map((change) => change.unread),
    [["byline"]],
  );
});
