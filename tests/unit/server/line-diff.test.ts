import t from "tap";
import { lineDiff } from "../../../server/desk/line-diff.ts";

const written = (before: string, after: string) =>
  lineDiff(before, after).map(({ kind, text }) => {
    const marks = { same: " ", removed: "-", added: "+", gap: "…" };
    return marks[kind] + text;
  });

t.test("lines that were removed and added, with two equal ones around", async (t) => {
  const before = "1\n2\n3\n4\n5\n6\n7\n8";
  t.same(written(before, before.replace("4", "four")), [
    "…",
    " 2",
    " 3",
    "-4",
    "+four",
    " 5",
    " 6",
    "…",
  ]);
  t.same(written("a\nb\nc", "a\nc\nd"), [" a", "-b", " c", "+d"]);
  t.same(written("", "a"), ["-", "+a"]);
  t.same(written("a", "a"), ["…"]);
});

t.test("texts that differ in thousands of lines are compared at once", async (t) => {
  const lines = (mark: string) =>
    Array.from({ length: 5_000 }, (_, index) => `${mark}${index}`).join("\n");
  const startedAt = process.cpuUsage();
  const found = lineDiff(lines("a"), lines("b"));
  const { user } = process.cpuUsage(startedAt);
  t.equal(found.length, 10_000);
  t.ok(user < 1_000_000, `${user} µs of CPU`);
});
