import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import t from "tap";
import { openCopyStore } from "../../../../server/bff/copy-store.ts";

const policy = { maxCopies: 10, maxBytes: 1_000_000 };
const NOW_MS = 10_000;

function opener(dataDir: string) {
  const faults: string[] = [];
  const open = () =>
    openCopyStore({
      ...{ dataDir, policy, now: () => NOW_MS },
      onDiskFault: (_fault, outcome) => faults.push(outcome),
    });
  return { open, faults };
}

t.test("one spoiled copy on disk takes no other with it", async (t) => {
  const dataDir = t.testdir();
  const { open, faults } = opener(dataDir);
  const first = open();
  for (const key of ["news a", "news b"])
    first.set(key, { value: { title: key }, fetchedAtMs: 1_000, isDoubted: false });
  first.close();
  const disk = new DatabaseSync(join(dataDir, "copies.sqlite"));
  disk.exec(`UPDATE copies SET json = '{"title":' WHERE key = 'news a'`);
  disk.close();

  const again = open();
  t.equal(again.get("news a"), undefined);
  t.match(again.get("news b"), { value: { title: "news b" } });
  again.set("news a", { value: { title: "anew" }, fetchedAtMs: 2_000, isDoubted: false });
  again.close();
  const last = open();
  t.match(last.get("news a"), { value: { title: "anew" } });
  last.close();
  t.same(faults, []);
});

t.test("a spoiled file is set aside and begun anew", async (t) => {
  const spoilt = "not a database, whatever its name says ".repeat(400);
  const dataDir = t.testdir({ "copies.sqlite": spoilt, "copies.sqlite-wal": "nor this" });
  const { open, faults } = opener(dataDir);
  const first = open();
  t.same(faults, ["begun anew"]);
  first.set("news a", { value: { title: "anew" }, fetchedAtMs: 1_000, isDoubted: false });
  first.close();
  const again = open();
  t.match(again.get("news a"), { value: { title: "anew" } });
  again.close();
  t.same(faults, ["begun anew"]);
  t.equal(readFileSync(join(dataDir, "copies.sqlite.spoiled"), "utf8"), spoilt);
});

t.test("pages torn out of the middle of the file are noticed too", async (t) => {
  const dataDir = t.testdir();
  const { open, faults } = opener(dataDir);
  const first = open();
  for (let n = 0; n < 10; n += 1)
    first.set(`news ${n}`, { value: "x".repeat(9_000), fetchedAtMs: n, isDoubted: false });
  first.close();
  const file = join(dataDir, "copies.sqlite");
  const bytes = readFileSync(file);
  bytes.fill(0xff, 4_096, bytes.length - 4_096);
  writeFileSync(file, bytes);
  open().close();
  t.same(faults, ["begun anew"]);
});

t.test("a copy from a clock that was ahead is doubted, and not younger than now", async (t) => {
  const dataDir = t.testdir();
  const { open } = opener(dataDir);
  const first = open();
  first.set("news a", { value: 1, fetchedAtMs: NOW_MS + 86_400_000, isDoubted: false });
  first.close();
  const again = open();
  t.match(again.get("news a"), { fetchedAtMs: NOW_MS, isDoubted: true });
  again.close();
});
