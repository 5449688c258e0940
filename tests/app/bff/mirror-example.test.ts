import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { Parser } from "htmlparser2";
import t from "tap";
import { SAMPLE_CLOCK } from "../../fixtures/samples.ts";
import { startScene } from "../../setup/site/scene.ts";
import { testFolder } from "../../setup/test-folder.ts";
import { until } from "../../setup/until.ts";

const run = promisify(execFile);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const ENV = {
  FRESH_SECONDS: "0",
  STALE_IF_ERROR_SECONDS: "9999999",
  PUBLIC_ORIGIN: "https://www.example.org",
};

type Row = Record<string, unknown> & { id: number };

const rowOf = (id: number, title = `Item ${id}`): Row => ({
  id,
  slug: `item-${id}`,
  title,
  published_at: "2026-01-02",
  start_date: "2026-01-02",
  // The source never says when a row changed.
  updated_at: "2026-01-02T10:00:00Z",
});

/** Returns the program as the page for developers shows it. */
function programOn(html: string): string {
  const texts: string[] = [];
  let isCode = false;
  const parser = new Parser({
    onopentag: (name) => {
      isCode = name === "code";
      if (isCode) texts.push("");
    },
    ontext: (text) => {
      if (isCode) texts.push((texts.pop() ?? "") + text);
    },
    onclosetag: () => {
      isCode = false;
    },
  });
  parser.end(html);
  return texts.find((text) => text.startsWith("// Keeps news.json")) ?? "";
}

t.test(
  "the program on the page has all that the source has, whatever the source did",
  async (t) => {
    const clock = { ms: SAMPLE_CLOCK };
    const { source, site, get } = await startScene(t, {
      news: [1, 2, 3, 4, 5].map((id) => rowOf(id)),
      events: [1, 2, 3].map((id) => rowOf(id)),
      env: ENV,
      now: () => clock.ms,
    });
    const folder = testFolder(t);
    const file = join(folder, "mirror.mjs");
    const { text: html } = await get("/developers");
    const program = programOn(html);
    t.match(program, "https://www.example.org");
    writeFileSync(file, program.replaceAll("https://www.example.org", site.url));
    const poll = () => run(process.execPath, [file], { cwd: folder });
    const copyOf = (list: "news" | "events") => {
      const { items } = JSON.parse(readFileSync(join(folder, `${list}.json`), "utf8"));
      const rows = Object.values<Row>(items).map(({ id, title }) => `${id} ${title}`);
      return rows.sort().join();
    };
    const wanted = (list: "news" | "events") =>
      (source[list] as Row[])
        .map(({ id, title }) => `${id} ${title}`)
        .sort()
        .join();
    await poll();
    t.equal(copyOf("news"), wanted("news"));
    t.equal(copyOf("events"), wanted("events"));
    for (const act of [
      // Late, without a new date, and gone: each of them is invisible to a program that asks by date.
      () => {
        source.news = [rowOf(6), ...(source.news as Row[])];
        source.events = [rowOf(1, "Another title"), ...(source.events as Row[]).slice(1)];
      },
      () => {
        source.mode = "error";
      },
      () => {
        source.mode = "nonsense";
        source.news = (source.news as Row[]).slice(0, 4);
      },
      // A list that is cut off removes nothing.
      () => {
        source.mode = "well";
        source.lists = { events: (source.events as Row[]).slice(0, 1) };
      },
      () => {
        source.lists = {};
        source.news = (source.news as Row[]).toReversed();
        source.events = [...(source.events as Row[]), rowOf(9)];
      },
    ]) {
      act();
      clock.ms += 2 * MINUTE_MS;
      await poll();
    }
    source.mode = "well";
    source.lists = {};
    clock.ms += 2 * HOUR_MS;
    await until(async () => {
      clock.ms += MINUTE_MS;
      await poll();
      return copyOf("news") === wanted("news") && copyOf("events") === wanted("events");
    });
    t.equal(copyOf("news").split(",").length, 4);
    t.match(copyOf("events"), "Another title");
    // A token that is older than the tombstones: the copy begins again, and keeps nothing that is gone.
    source.news = (source.news as Row[]).slice(1);
    clock.ms += 40 * 24 * HOUR_MS;
    await until(async () => {
      clock.ms += HOUR_MS;
      await poll();
      return copyOf("news") === wanted("news");
    });
    t.equal(copyOf("news").split(",").length, 3);
  },
);
