import t from "tap";
import { createSourceHealth } from "../../../../../server/bff/sources/source-health.ts";
import type { ReadReport } from "../../../../../server/upstream/content-api/read-report.ts";
import {
  UpstreamError,
  type UpstreamErrorDetails,
} from "../../../../../server/upstream/upstream-error.ts";

function scene() {
  const clock = { ms: 1_000, isSlow: false };
  const reported: string[] = [];
  const health = createSourceHealth({
    isSlow: () => clock.isSlow,
    now: () => clock.ms,
    onListFault: (tag, { name }) => reported.push(`${tag} ${name}`),
  });
  const news = () => {
    const [first] = health.read();
    if (first?.name !== "news") throw new Error("news come first");
    return first;
  };
  const fail = (details: Omit<UpstreamErrorDetails, "source">, kind: "list" | "item" = "list") =>
    health.recordError("news", kind, new UpstreamError({ source: "content-api", ...details }));
  return { clock, health, news, fail, reported };
}

function report(rest: Partial<ReadReport> = {}): ReadReport {
  const dates = { readable: 4, unreadable: 0, absent: 0 };
  const rows = { aliases: {}, dropped: [], unread: [], total: 4, dates, missing: [] };
  return { source: "news", kind: "list", ...rows, ...rest };
}

t.test("before the first response nothing is wrong and nothing is known", async (t) => {
  const { health, news } = scene();
  t.same(news(), { name: "news", fault: null, lastGoodMs: null });
  t.equal(health.isFailing(), false);
});

t.test("a fault keeps its beginning, and the next usable list ends it", async (t) => {
  const { clock, health, news, fail } = scene();
  health.recordRead(report());
  clock.ms = 2_000;
  fail({ kind: "status", status: 401 });
  clock.ms = 3_000;
  fail({ kind: "status", status: 403 });
  t.same(news(), {
    name: "news",
    fault: { name: "status", detail: "status 403", sinceMs: 2_000 },
    lastGoodMs: 1_000,
  });
  t.equal(health.isFailing(), true);
  health.recordRead(report());
  t.same(news(), { name: "news", fault: null, lastGoodMs: 3_000 });
  t.same(health.read()[1], { name: "events", fault: null, lastGoodMs: null });
});

t.test("a list that lost its dates is not the last good one", async (t) => {
  const { clock, health, news, reported } = scene();
  health.recordRead(report());
  clock.ms = 2_000;
  const undated = report({ dates: { readable: 0, unreadable: 4, absent: 0 } });
  for (let times = 0; times < 3; times += 1) health.recordRead(undated);
  t.same(reported, ["news no-dates"], "it is reported once");
  t.match(news(), { fault: { name: "no-dates", sinceMs: 2_000 }, lastGoodMs: 1_000 });
  t.equal(health.isFailing(), false, "there is data to show");
});

t.test("a single item tells of the source, not of its own faults", async (t) => {
  const { health, news, fail } = scene();
  fail({ kind: "shape" }, "item");
  t.equal(news().fault, null);
  fail({ kind: "status", status: 500 }, "item");
  t.match(news().fault, { name: "status" });
  health.recordRead(report({ kind: "item", total: 1 }));
  t.equal(news().fault, null);
  t.equal(news().lastGoodMs, null, "an item is no list");
});

t.test("an error without a request changes nothing", async (t) => {
  const { news, fail } = scene();
  fail({ kind: "network", fault: "refused", detail: "ECONNREFUSED" });
  fail({ kind: "network", detail: "circuit open", attempts: 0 });
  t.match(news().fault, { name: "refused", detail: "ECONNREFUSED" });
});

t.test("what another instance fetched after the last failure ends the fault", async (t) => {
  const { clock, health, news, fail } = scene();
  clock.ms = 5_000;
  fail({ kind: "timeout" });
  health.recordShared("news", 4_000);
  t.match(news(), { fault: { name: "timeout" }, lastGoodMs: 4_000 });
  health.recordShared("news", 6_000);
  t.same(news(), { name: "news", fault: null, lastGoodMs: 6_000 });
});

t.test("a slow source is named while nothing worse is wrong", async (t) => {
  const { clock, news, fail } = scene();
  clock.isSlow = true;
  t.match(news().fault, { name: "slow", sinceMs: null });
  fail({ kind: "timeout" });
  t.match(news().fault, { name: "timeout" });
});
