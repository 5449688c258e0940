import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import t, { type Test } from "tap";
import { fullRows, SAMPLE_CLOCK } from "../../fixtures/samples.ts";
import { startScene } from "../../setup/site/scene.ts";
import { testFolder } from "../../setup/test-folder.ts";
import { until } from "../../setup/until.ts";

/** The slugs of the articles, without one that is in the list twice and one that is published after the sample clock. */
const SLUGS = fullRows("news")
  .map(({ slug }) => String(slug))
  .filter((slug) => slug !== "tree-day" && slug !== "scholarships-2027");
const ITEMS = SLUGS.map((slug) => `/bff/news/${slug}`);

type Json = Record<string, unknown>;

/** Starts a site that has shown every article. `restart` changes the file of copies as another program would. */
async function scene(t: Test) {
  const DATA_DIR = testFolder(t);
  const file = join(DATA_DIR, "site.sqlite");
  const clock = { ms: SAMPLE_CLOCK };
  const news = fullRows("news");
  const place = await startScene(t, { news, env: { DATA_DIR }, now: () => clock.ms });
  const { source, get } = place;
  const statuses = async () => {
    const responses = [];
    for (const path of ITEMS) responses.push((await get(path)).status);
    return responses;
  };
  await statuses();
  const restart = (change: () => void) =>
    place.restart(() => {
      change();
      source.mode = "refuse";
    });
  const edit = (work: (db: DatabaseSync) => void) =>
    restart(() => {
      const db = new DatabaseSync(file);
      work(db);
      db.close();
    });
  return { source, file, clock, get, statuses, restart, edit, logs: () => place.site.logs };
}

const ALL = (status: number) => ITEMS.map(() => status);

/** The copies that another program or release may have left, and whether the site shows each. */
const LEFT: [what: string, change: (json: string, item: Json) => string, isShown: boolean][] = [
  ["the same", (json) => json, true],
  ["an older one", (_json, { tags: _, author: __, ...older }) => JSON.stringify(older), true],
  ["a newer one", (_json, item) => JSON.stringify({ ...item, hologram: "x" }), true],
  [
    "hostile HTML",
    (_json, item) =>
      JSON.stringify({ ...item, body: '<p onclick="x()">a<script>planted()</script></p>' }),
    true,
  ],
  ["cut off", (json) => json.slice(0, 50), false],
  ["no JSON", () => "<html>", false],
  ["a list", (json) => `[${json}]`, false],
  ["another item", (_json, item) => JSON.stringify({ ...item, slug: "b" }), false],
  ["a text for a number", (_json, item) => JSON.stringify({ ...item, views: "many" }), false],
  [
    "a date that is none",
    (_json, item) => JSON.stringify({ ...item, publishedAt: "yesterday" }),
    false,
  ],
  [
    "a URL that runs",
    (_json, item) =>
      JSON.stringify({ ...item, image: { url: "javascript:x", alt: "", width: 1, height: 1 } }),
    false,
  ],
  ["too long", (_json, item) => JSON.stringify({ ...item, body: "x".repeat(34_000_000) }), false],
];

t.test("copies left on disk are shown clean, or dropped and reported", async (t) => {
  const { edit, get, logs } = await scene(t);
  await edit((db) => {
    const write = db.prepare("UPDATE source_responses SET value = ? WHERE key = ?");
    for (const [index, [, change]] of LEFT.entries()) {
      const row = db
        .prepare("SELECT key, value FROM source_responses WHERE key LIKE ?")
        .get(`%${SLUGS[index]}`);
      const json = String(row?.value);
      write.run(change(json, JSON.parse(json)), String(row?.key));
    }
  });
  const found = [];
  for (const [index, [what]] of LEFT.entries()) {
    const { status, body, text } = await get(ITEMS[index] ?? "");
    const isClean = !/onclick|planted|javascript:/.test(text);
    found.push([what, status === 200 && body.data.slug === SLUGS[index] && isClean]);
  }
  t.same(
    found,
    LEFT.map(([what, , isShown]) => [what, isShown]),
  );
  t.match((await get(ITEMS[3] ?? "")).body.data.body, /^<p>a<\/p>$/);
  t.notMatch(JSON.stringify(logs()), "planted");
});

t.test("copies of another release are shown; future copies count as of now", async (t) => {
  const { edit, get } = await scene(t);
  await edit((db) => {
    const rows = "UPDATE source_responses SET";
    db.exec(`${rows} shape = 'other' WHERE rowid % 3 = 0`);
    db.exec(`${rows} shape = NULL WHERE rowid % 3 = 1`);
    db.exec(`${rows} fetched_at = fetched_at + 86400000 WHERE rowid % 3 = 2`);
  });
  for (const path of ITEMS) {
    const { status, body, headers } = await get(path);
    t.same([status, body.meta?.stale, headers.age], [200, true, "0"], path);
  }
});

t.test("a corrupt file costs the copies but not the start, until it is repaired", async (t) => {
  const { file, restart, statuses, source, clock, logs } = await scene(t);
  const logged = (msg: string) => logs().filter((line) => line.msg === msg).length;
  await restart(() => {
    for (const name of [file, `${file}-wal`]) writeFileSync(name, "not a database ".repeat(400));
  });
  t.same(await statuses(), ALL(503));
  source.mode = "well";
  clock.ms += 60_000;
  // The breaker probes the source by the clock of the machine.
  await until(async () => (await statuses()).every((status) => status === 200));
  t.pass("the source is shown without copies");

  for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
  await until(() => logged("the store is back") > 0);
  clock.ms += 301_000;
  await statuses();
  await restart(() => {});
  t.same(await statuses(), ALL(200), "copies are stored again without another restart");
});
