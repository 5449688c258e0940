import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
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
  seedContent(one, NOW);
  seedContent(two, NOW);
  const count = one.events.list().length;
  t.equal(two.events.list().length, count);
  for (const { id } of one.events.list()) one.events.remove(id);
  seedContent(two, NOW);
  t.same(two.events.list(), []);
  one.close();
  two.close();
  t.end();
});

t.test("the file of a release with a column for each field is taken over once", (t) => {
  const dataDir = t.testdir();
  const old = new DatabaseSync(join(dataDir, "content.sqlite"));
  const related = "(a INTEGER, position INTEGER, related_id INTEGER)";
  old.exec(`
    CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
    INSERT INTO meta VALUES ('seeded_at', '2026-06-17T09:00:00.000Z');
    CREATE TABLE news (id INTEGER PRIMARY KEY, slug, title, excerpt, summary, content, featured, image,
      categories, tags, author, source, view_count, published_at);
    INSERT INTO news VALUES (3, 'n', 'N', 'e', NULL, '<p>t</p>', 1, NULL, '["WASH"]', '[]', 'A', NULL, 7,
      '2026-05-01T06:00:00Z');
    CREATE TABLE events (id INTEGER PRIMARY KEY, slug, title, status, starts_at, ends_at, location,
      venue_details, excerpt, description, image, ticket_price, registration_link, contact_info,
      map_embed_url, version, updated_at);
    INSERT INTO events VALUES (5, 'a', 'A', 'scheduled', '2026-09-24', NULL, 'Bunju', NULL, NULL, NULL,
      '{"url":"/media/a.svg","alt":"","width":4,"height":3}', '2500', NULL, 'c', NULL, 4, '2026-06-17');
    INSERT INTO events VALUES (6, 'b', 'B', 'scheduled', '2026-09-25', NULL, NULL, NULL, NULL, NULL, NULL,
      NULL, NULL, NULL, NULL, 1, '2026-06-17');
    CREATE TABLE news_related_news ${related.replace("a ", "news_id ")};
    CREATE TABLE news_related_events ${related.replace("a ", "news_id ")};
    INSERT INTO news_related_events VALUES (3, 1, 5), (3, 0, 6);
    CREATE TABLE event_related_events ${related.replace("a ", "event_id ")};
    INSERT INTO event_related_events VALUES (5, 0, 6);
  `);
  old.close();
  for (const round of ["taken over", "opened again"]) {
    const store = openContentStore({ dataDir, now: () => NOW });
    seedContent(store, NOW);
    const [news, ...otherNews] = store.news.list();
    t.same(otherNews, [], round);
    t.match(news, {
      id: 3,
      date: "2026-05-01T06:00:00Z",
      document: { featured: true, categories: ["WASH"], view_count: 7, related_events: ["b", "a"] },
    });
    t.match(store.events.bySlug("a"), {
      id: 5,
      version: 4,
      document: { ticket_price: 2500, image: { width: 4 }, related_events: ["b"] },
    });
    t.equal(store.events.list().length, 2);
    store.close();
  }
  t.end();
});
