import { join } from "node:path";
import t from "tap";
import { seedContent } from "../../../../server/embedded-api/seed/seed-content.ts";
import { openContentStore } from "../../../../server/embedded-api/store/content-store.ts";
import { firstFreeSlug, slugFromTitle } from "../../../../server/embedded-api/store/slug.ts";
import { inTransaction, openDatabase } from "../../../../server/storage/sqlite-database.ts";
import { NOW } from "./with-api.ts";

t.test("a new file is migrated, an old one from its version", (t) => {
  const file = join(t.testdir(), "deep", "a.sqlite");
  const one = "CREATE TABLE a (x INTEGER) STRICT; INSERT INTO a VALUES (1);";
  const two = "ALTER TABLE a ADD COLUMN y INTEGER NOT NULL DEFAULT 7;";
  openDatabase({ file, migrations: [one] }).close();
  const db = openDatabase({ file, migrations: [one, two] });
  t.same({ ...db.prepare("SELECT x, y FROM a").get() }, { x: 1, y: 7 });
  t.same(db.prepare("PRAGMA journal_mode").get()?.journal_mode, "wal");
  t.same(db.prepare("PRAGMA synchronous").get()?.synchronous, 2, "FULL");
  t.same(db.prepare("PRAGMA busy_timeout").get()?.timeout, 2000);
  db.close();
  t.throws(
    () => openDatabase({ file, migrations: [one] }),
    /schema 2, this program supports up to 1/,
  );
  t.end();
});

t.test("a migration that fails leaves nothing behind", (t) => {
  const file = join(t.testdir(), "a.sqlite");
  const bad = "CREATE TABLE a (x INTEGER); CREATE TABLE a (x INTEGER);";
  t.throws(() => openDatabase({ file, migrations: [bad] }), /already exists/);
  const db = openDatabase({ file, migrations: ["CREATE TABLE a (x INTEGER);"] });
  t.throws(
    () =>
      inTransaction(db, () => {
        db.exec("INSERT INTO a VALUES (1)");
        throw new Error("no");
      }),
    /^no$|no/,
  );
  t.equal(db.prepare("SELECT count(*) AS n FROM a").get()?.n, 0);
  db.close();
  t.end();
});

t.test("slugs are plain, bounded and never empty", (t) => {
  t.equal(slugFromTitle("  Café ya Vijana — 2027! "), "cafe-ya-vijana-2027");
  t.equal(slugFromTitle("Girls’ day"), "girls-day");
  t.equal(slugFromTitle("水"), "event");
  t.ok(slugFromTitle("ab ".repeat(100)).length <= 80);
  t.notMatch(slugFromTitle(`${"a".repeat(79)} b`), /-$/);
  const taken = new Set(["a", "a-2"]);
  t.equal(
    firstFreeSlug("a", (slug) => taken.has(slug)),
    "a-3",
  );
  t.end();
});

t.test("the seed is written by one of two that start at once, and not again when emptied", (t) => {
  const at = { dataDir: t.testdir(), now: () => NOW };
  const [one, two] = [openContentStore(at), openContentStore(at)];
  seedContent({ db: one.db, now: NOW });
  seedContent({ db: two.db, now: NOW });
  const count = one.events.list().length;
  t.equal(two.events.list().length, count);
  one.db.exec("DELETE FROM events");
  seedContent({ db: two.db, now: NOW });
  t.same(two.events.list(), []);
  one.close();
  two.close();
  t.end();
});
