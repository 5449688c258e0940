import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import t from "tap";
import { openCacheStore } from "../../../../../server/bff/cache/cache-store.ts";

const policy = { maxEntries: 10, maxBytes: 1_000_000 };
const NOW_MS = 10_000;

function opener(dataDir: string) {
  const errors: string[] = [];
  const open = () =>
    openCacheStore({
      dataDir,
      policy,
      now: () => NOW_MS,
      onDiskError: (_error, outcome) => errors.push(outcome),
    });
  return { open, errors };
}

t.test("a corrupt entry on disk affects no other", async (t) => {
  const dataDir = t.testdir();
  const { open, errors } = opener(dataDir);
  const first = open();
  for (const key of ["news a", "news b"])
    first.set(key, { value: { title: key }, fetchedAtMs: 1_000, isInvalidated: false });
  first.close();
  const disk = new DatabaseSync(join(dataDir, "copies.sqlite"));
  disk.exec(`UPDATE copies SET json = '{"title":' WHERE key = 'news a'`);
  disk.close();

  const again = open();
  t.equal(again.get("news a"), undefined);
  t.match(again.get("news b"), { value: { title: "news b" } });
  again.set("news a", { value: { title: "new" }, fetchedAtMs: 2_000, isInvalidated: false });
  again.close();
  const last = open();
  t.match(last.get("news a"), { value: { title: "new" } });
  last.close();
  t.same(errors, []);
});

t.test("a corrupt file is renamed and recreated", async (t) => {
  const corrupt = "not a database, whatever its name says ".repeat(400);
  const dataDir = t.testdir({ "copies.sqlite": corrupt, "copies.sqlite-wal": "nor this" });
  const { open, errors } = opener(dataDir);
  const first = open();
  t.same(errors, ["recreated"]);
  first.set("news a", { value: { title: "new" }, fetchedAtMs: 1_000, isInvalidated: false });
  first.close();
  const again = open();
  t.match(again.get("news a"), { value: { title: "new" } });
  again.close();
  t.same(errors, ["recreated"]);
  t.equal(readFileSync(join(dataDir, "copies.sqlite.spoiled"), "utf8"), corrupt);
});

t.test("corrupt pages in the middle of the file are detected", async (t) => {
  const dataDir = t.testdir();
  const { open, errors } = opener(dataDir);
  const first = open();
  for (let n = 0; n < 10; n += 1)
    first.set(`news ${n}`, { value: "x".repeat(9_000), fetchedAtMs: n, isInvalidated: false });
  first.close();
  const file = join(dataDir, "copies.sqlite");
  const bytes = readFileSync(file);
  bytes.fill(0xff, 4_096, bytes.length - 4_096);
  writeFileSync(file, bytes);
  open().close();
  t.same(errors, ["recreated"]);
});

t.test("an entry from a clock that was ahead is invalidated, and not newer than now", async (t) => {
  const dataDir = t.testdir();
  const { open } = opener(dataDir);
  const first = open();
  first.set("news a", { value: 1, fetchedAtMs: NOW_MS + 86_400_000, isInvalidated: false });
  first.close();
  const again = open();
  t.match(again.get("news a"), { fetchedAtMs: NOW_MS, isInvalidated: true });
  again.close();
});
