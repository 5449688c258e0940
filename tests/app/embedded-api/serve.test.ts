import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import t from "tap";
import { buildEmbeddedApi, startEmbeddedApi } from "../../../server/embedded-api/embedded-api.ts";
import { testFolder } from "../../setup/test-folder.ts";
import { every } from "../../setup/whole.ts";
import { NOW } from "./with-api.ts";

const SERVE = new URL("../../../server/embedded-api/serve.ts", import.meta.url).pathname;

function serve(settings: Record<string, string>) {
  const child = spawn(process.execPath, [SERVE], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const text = { out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    text.out += chunk;
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    text.err += chunk;
  });
  return { child, text };
}

t.test("the started API responds at its URL, and closes twice without an error", async (t) => {
  const api = await startEmbeddedApi({ dataDir: testFolder(t), port: 0, now: () => NOW });
  t.match(api.url, /^http:\/\/127\.0\.0\.1:\d+$/);
  const response = await fetch(`${api.url}/api/news/`);
  t.equal(response.status, 200);
  await response.arrayBuffer();
  await api.close();
  await api.close();
  await t.rejects(fetch(`${api.url}/api/news/`));
});

t.test("a port in use is reported, and nothing stays open", async (t) => {
  const dataDir = testFolder(t);
  const api = await startEmbeddedApi({ dataDir, port: 0 });
  t.teardown(() => api.close());
  const port = Number(new URL(api.url).port);
  await t.rejects(startEmbeddedApi({ dataDir, port }), { code: "EADDRINUSE" });
  const { child, text } = serve({ DATA_DIR: dataDir, CONTENT_API_PORT: String(port) });
  const [code] = await once(child, "close");
  t.equal(code, 1);
  t.match(text.err, /^The content API cannot start: .*EADDRINUSE/);
});

t.test("the stand-alone process prints one line and shuts down gracefully", async (t) => {
  for (const signal of every(2, ["SIGTERM", "SIGINT"] as const)) {
    const { child, text } = serve({ DATA_DIR: testFolder(t), CONTENT_API_PORT: "0", HOST: "" });
    await once(child.stdout, "data");
    const url = /^Content API: (http:\/\/127\.0\.0\.1:\d+) /.exec(text.out)?.[1] ?? "";
    const response = await fetch(`${url}/api/events/`);
    t.equal(response.status, 200);
    await response.arrayBuffer();
    child.kill(signal);
    const [code] = await once(child, "close");
    t.equal(code, 0, signal);
    t.equal(text.out.trim().split("\n").length, 1);
    t.equal(text.err, "");
  }
});

t.test("the file of a release with a column for each field is taken over once", async (t) => {
  const dataDir = testFolder(t);
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
    const api = buildEmbeddedApi({ dataDir, now: () => NOW });
    const news = (await api.inject("/api/news/n")).json();
    t.match(news, { id: 3, featured: true, related_events: [{ slug: "b" }, { slug: "a" }] }, round);
    t.match(JSON.stringify(news), /"WASH".*2026-05-01/);
    const event = (await api.inject("/api/events/a")).json();
    t.match(event, { id: 5, version: 4, related_events: [{ slug: "b" }] }, round);
    t.match(JSON.stringify(event), /2,?500.*a\.svg|a\.svg.*2,?500/);
    t.equal((await api.inject("/api/events")).json().items.length, 2, "and nothing is seeded");
    await api.close();
  }
});

t.test("two that start at once seed once, and what was emptied is not seeded again", async (t) => {
  const dataDir = testFolder(t);
  const open = () => buildEmbeddedApi({ dataDir, now: () => NOW });
  const [one, two] = [open(), open()];
  const { items } = (await one.inject("/api/events")).json();
  t.same((await two.inject("/api/events")).json().items, items);
  for (const { id } of items) await one.inject({ method: "DELETE", url: `/api/events/${id}` });
  await Promise.all([one.close(), two.close()]);
  const later = open();
  t.same((await later.inject("/api/events")).json().items, []);
  await later.close();
});
