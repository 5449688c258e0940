import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import t from "tap";
import { openCacheStore } from "../../../../../server/bff/cache/cache-store.ts";
import { ITEM_KINDS } from "../../../../../server/bff/items/item-kinds.ts";
import { eventExample, newsExample } from "../../../../fixtures/examples.ts";

const policy = { maxEntries: 10, maxBytes: 1_000_000 };
const NOW_MS = 10_000;
const { news, events } = ITEM_KINDS;
const entry = (value: unknown, fetchedAtMs = 1_000) => ({
  value,
  json: JSON.stringify(value),
  fetchedAtMs,
  isInvalidated: false,
  isOutdated: false,
});

function opener(dataDir: string) {
  const errors: string[] = [];
  const unreadable: string[] = [];
  const open = () =>
    openCacheStore({
      dataDir,
      kinds: [news.list, news.item, events.list, events.item],
      policy,
      now: () => NOW_MS,
      onDiskError: (_error, outcome) => errors.push(outcome),
      onUnreadable: ({ kind, origin }) => unreadable.push(`${origin} ${kind}`),
    });
  /** Changes the file as another program would. */
  const edit = (sql: string, ...values: (string | number)[]) => {
    const disk = new DatabaseSync(join(dataDir, "copies.sqlite"));
    disk.prepare(sql).run(...values);
    disk.close();
  };
  return { open, edit, errors, unreadable };
}

const a = newsExample({ slug: "a" });
const KEY = "news-item slug:a";

t.test(
  "what another program or release left on disk is read, or dropped and reported",
  async (t) => {
    const { photographer: _, tags: __, author: ___, ...older } = { ...a, photographer: null };
    const cases: [what: string, json: string, wanted: object | null][] = [
      ["the same", JSON.stringify(a), { value: a, isOutdated: false }],
      ["an older one", JSON.stringify(older), { value: { ...a, tags: [], author: null } }],
      ["a newer one", JSON.stringify({ ...a, hologram: "x" }), { value: a }],
      ["cut off", JSON.stringify(a).slice(0, 50), null],
      ["no JSON", "<html>", null],
      ["an event", JSON.stringify(eventExample({ slug: "a" })), null],
      ["a list", JSON.stringify([a]), null],
      ["another item", JSON.stringify({ ...a, slug: "b" }), null],
      ["a text for a number", JSON.stringify({ ...a, views: "many" }), null],
      ["a date that is none", JSON.stringify({ ...a, publishedAt: "yesterday" }), null],
      [
        "a URL that runs",
        JSON.stringify({ ...a, image: { ...a.image, url: "javascript:x" } }),
        null,
      ],
      ["too long", JSON.stringify({ ...a, body: "x".repeat(17_000_000) }), null],
    ];
    for (const [what, json, wanted] of cases) {
      const { open, edit, unreadable } = opener(t.testdir());
      const first = open();
      first.set(KEY, entry(a));
      first.close();
      edit("UPDATE copies SET json = ?", json);
      const again = open();
      if (wanted) t.match(again.get(KEY), wanted, what);
      else t.equal(again.get(KEY), undefined, what);
      t.same(unreadable, wanted ? [] : ["disk news-item"], what);
      again.close();
      open().close();
      t.equal(unreadable.length, wanted ? 0 : 1, `${what}: dropped once`);
    }
  },
);

t.test("an entry written under another schema is outdated, one without a schema too", async (t) => {
  for (const shape of ["'other'", "NULL"]) {
    const { open, edit } = opener(t.testdir());
    const first = open();
    first.set(KEY, entry(a));
    first.close();
    edit(`UPDATE copies SET shape = ${shape}`);
    const again = open();
    t.match(again.get(KEY), { value: a, isOutdated: true, isInvalidated: false });
    again.close();
  }
});

t.test("a key of a kind that this release does not have is dropped", async (t) => {
  const { open, edit, unreadable } = opener(t.testdir());
  const first = open();
  first.set(KEY, entry(a));
  first.close();
  edit("UPDATE copies SET key = 'hologram slug:a'");
  open().close();
  t.same(unreadable, ["disk unknown"]);
});

t.test("a file of the release before is read, and that release reads ours", async (t) => {
  const dataDir = t.testdir();
  const old = new DatabaseSync(join(dataDir, "copies.sqlite"));
  old.exec("PRAGMA user_version = 2");
  old.exec(
    "CREATE TABLE copies (key TEXT PRIMARY KEY, json TEXT NOT NULL, fetched_at INTEGER NOT NULL, is_doubted INTEGER NOT NULL)",
  );
  const insert =
    "INSERT OR REPLACE INTO copies (key, json, fetched_at, is_doubted) VALUES (?, ?, ?, ?)";
  old.prepare(insert).run(KEY, JSON.stringify(a), 1_000, 0);
  old.close();
  const { open, unreadable } = opener(dataDir);
  const store = open();
  t.match(store.get(KEY), { value: a, isOutdated: true });
  store.close();

  const back = new DatabaseSync(join(dataDir, "copies.sqlite"));
  t.equal(back.prepare("PRAGMA user_version").get()?.user_version, 2, "the table is not dropped");
  t.match(back.prepare("SELECT key, json, fetched_at, is_doubted FROM copies").all(), [
    { key: KEY, is_doubted: 0 },
  ]);
  back.prepare(insert).run(KEY, JSON.stringify({ ...a, title: "Rolled back" }), 2_000, 0);
  back.close();
  const again = open();
  t.match(again.get(KEY), { value: { title: "Rolled back" }, isOutdated: true });
  again.close();
  t.same(unreadable, []);
});

t.test("an entry on disk has its HTML sanitised before it is served", async (t) => {
  const { open, edit } = opener(t.testdir());
  const first = open();
  first.set(KEY, entry(a));
  first.close();
  const dirty = { ...a, body: `<p onclick="x()">a<script>b</script></p>` };
  edit("UPDATE copies SET json = ?", JSON.stringify(dirty));
  const again = open();
  const found = again.get(KEY);
  t.equal(found?.isUnsanitised, true);
  const read = news.item.read("slug:a", found?.value);
  const clean = await news.item.sanitise(read?.value ?? null, { baseUrl: "https://e.org" });
  t.equal(clean?.body, "<p>a</p>");
  const [inList] = await news.list.sanitise([newsExample(JSON.parse(JSON.stringify(dirty)))], {
    baseUrl: "https://e.org",
  });
  t.equal(inList?.body, "<p>a</p>");
  again.close();
});

t.test("a corrupt file is renamed and recreated", async (t) => {
  const corrupt = "not a database, whatever its name says ".repeat(400);
  const dataDir = t.testdir({ "copies.sqlite": corrupt, "copies.sqlite-wal": "nor this" });
  const { open, errors } = opener(dataDir);
  const first = open();
  t.same(errors, ["recreated"]);
  first.set(KEY, entry(a));
  first.close();
  const again = open();
  t.match(again.get(KEY), { value: a });
  again.close();
  t.same(errors, ["recreated"]);
  t.equal(readFileSync(join(dataDir, "copies.sqlite.spoiled"), "utf8"), corrupt);
});

t.test("corrupt pages in the middle of the file are detected", async (t) => {
  const dataDir = t.testdir();
  const { open, errors } = opener(dataDir);
  const first = open();
  for (let n = 0; n < 10; n += 1) {
    const item = newsExample({ slug: `${n}`, summary: "x".repeat(9_000) });
    first.set(`news-item slug:${n}`, entry(item, n));
  }
  first.close();
  const file = join(dataDir, "copies.sqlite");
  const bytes = readFileSync(file);
  bytes.fill(0xff, 4_096, bytes.length - 4_096);
  writeFileSync(file, bytes);
  open().close();
  t.same(errors, ["recreated"]);
});

t.test("an entry from a clock that was ahead is invalidated, and not newer than now", async (t) => {
  const { open } = opener(t.testdir());
  const first = open();
  first.set(KEY, entry(a, NOW_MS + 86_400_000));
  first.close();
  const again = open();
  t.match(again.get(KEY), { fetchedAtMs: NOW_MS, isInvalidated: true });
  again.close();
});
