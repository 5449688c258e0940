import t, { type Test } from "tap";
import { sendJson, startServer } from "../../fakes/misbehaving-server.ts";
import { SAMPLE_CLOCK } from "../../fixtures/samples.ts";
import { type ListPage, Mirror } from "../../setup/site/mirror.ts";
import { startScene } from "../../setup/site/scene.ts";
import { startSite } from "../../setup/site/site.ts";
import { testFolder } from "../../setup/test-folder.ts";
import { until } from "../../setup/until.ts";

type Row = Record<string, unknown> & { id: number; slug: string; title: string };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A row of a source that never changes its own time of change. */
const rowOf = (id: number, more: Record<string, unknown> = {}): Row => ({
  id,
  slug: `item-${id}`,
  title: `Item ${id}`,
  published_at: "2026-01-02",
  start_date: "2026-01-02",
  updated_at: "2026-01-02T10:00:00Z",
  ...more,
});
const rowsOf = (...ids: number[]) => ids.map((id) => rowOf(id));

async function scene(t: Test, news: Row[], settings: Record<string, string> = {}) {
  const clock = { ms: SAMPLE_CLOCK };
  const env = { FRESH_SECONDS: "0", STALE_IF_ERROR_SECONDS: "9999999", ...settings };
  const { source, get, restart } = await startScene(t, { news, env, now: () => clock.ms });
  const read = async (path: string): Promise<{ status: number; body: unknown }> => get(path);
  const mirror = new Mirror(read, "/bff/news");
  /** Polls until the copy is the source's list, a minute apart. */
  const follow = () =>
    until(async () => {
      clock.ms += MINUTE_MS;
      await mirror.poll();
      return mirror.isCopyOf(source.news as Row[]);
    });
  /** Lets the site read the list again, `times`, while the mirror polls. */
  const pass = async (times = 3) => {
    for (let index = 0; index < times; index += 1) {
      const { length } = source.requests;
      clock.ms += MINUTE_MS;
      await mirror.poll();
      await until(() => source.requests.length > length);
    }
    await mirror.poll();
  };
  return { clock, source, get: read, restart, mirror, follow, pass };
}

t.test("a copy gets what changed, was late, went and came back, each once", async (t) => {
  const { source, mirror, follow, pass } = await scene(t, rowsOf(1, 2, 3, 4, 5, 6, 7));
  await follow();
  t.same(mirror.told, ["1", "2", "3", "4", "5", "6", "7"]);
  mirror.told.length = 0;
  await pass();
  t.same(mirror.told, [], "nothing has changed");

  source.news = [rowOf(8, { updated_at: "2025-12-31T10:00:00Z" }), ...source.news];
  await follow();
  t.same(mirror.told.splice(0), ["8"], "late: its time is before every poll");

  source.news = source.news.map((row) => (row.id === 3 ? { ...row, title: "Other" } : row));
  await follow();
  t.same(mirror.told.splice(0), ["3"], "changed without another time");

  source.news = source.news.filter(({ id }) => id !== 5);
  await follow();
  t.same(mirror.told.splice(0), ["-5"]);
  source.news = [...source.news, rowOf(5)];
  await follow();
  t.same(mirror.told.splice(0), ["5"], "back: its tombstone has ended");
  await pass();
  t.same(mirror.told, []);
});

t.test(
  "an item that becomes a draft goes from copies, and comes back with its publication",
  async (t) => {
    const { clock, source, mirror, follow } = await scene(t, rowsOf(1, 2, 3));
    await follow();
    mirror.told.length = 0;
    const all = source.news;
    source.news = all.map((row) => (row.id === 2 ? { ...row, status: "draft" } : row));
    await until(async () => {
      clock.ms += MINUTE_MS;
      await mirror.poll();
      return mirror.told.length > 0;
    });
    source.news = all;
    await follow();
    t.same(mirror.told, ["-2", "2"]);
  },
);

t.test("views, new signatures of pictures and another order are no changes", async (t) => {
  const signed = (key: string) =>
    `https://cdn.example/a.jpg?X-Amz-Signature=${key}&X-Amz-Date=${key}`;
  const rows = (key: string, views: number) =>
    [1, 2, 3].map((id) =>
      rowOf(id, {
        image: signed(key),
        content: `<p>Text</p><img src="${signed(key).replace("&", "&amp;")}" alt="">`,
        view_count: views,
      }),
    );
  const { source, mirror, follow, pass } = await scene(t, rows("aaaa", 1));
  await follow();
  mirror.told.length = 0;
  source.news = rows("bbbb", 2).reverse();
  await pass();
  t.same(mirror.told, []);
});

t.test("a list that is not whole deletes nothing, and loses nothing for new copies", async (t) => {
  const { source, mirror, get, follow, pass } = await scene(t, rowsOf(1, 2, 3, 4, 5, 6));
  await follow();
  mirror.told.length = 0;
  const late = new Mirror(get, "/bff/news");
  for (const list of [rowsOf(1, 2, 3, 4), rowsOf(6), []]) {
    source.lists = { news: list };
    await pass();
    await late.poll();
    t.ok(mirror.isCopyOf(source.news as Row[]), `${list.length} rows`);
    t.notOk(mirror.told.some((one) => one.startsWith("-")));
  }
  source.lists = {};
  for (const mode of ["error", "nonsense", "refuse"] as const) {
    source.mode = mode;
    await mirror.poll();
    t.ok(mirror.isCopyOf(source.news as Row[]), mode);
  }
  source.mode = "well";
  await until(async () => {
    await pass(1);
    await late.poll();
    return late.isCopyOf(source.news as Row[]);
  });
  t.pass("a copy that began with a part has the rest");
  // Gone from lists and alone, but too many at once.
  source.news = rowsOf(1, 2);
  mirror.told.length = 0;
  await pass();
  t.same(mirror.told, [], "more than half is not believed at once");
  source.news = rowsOf(1, 2, 3, 4, 5, 6);
  await follow();
  t.notOk(mirror.told.some((one) => one.startsWith("-")));
});

t.test("most of a list that stays away is deleted after an hour", async (t) => {
  const { clock, source, mirror, follow, pass } = await scene(t, rowsOf(1, 2, 3, 4));
  await follow();
  source.news = rowsOf(1);
  await pass();
  t.equal(mirror.rows.size, 4);
  clock.ms += HOUR_MS;
  await follow();
  t.equal(mirror.rows.size, 1);
});

t.test("the last item of a list is deleted once the list was empty twice", async (t) => {
  const { source, mirror, follow, pass } = await scene(t, rowsOf(1));
  await follow();
  mirror.told.length = 0;
  const { news } = source;
  source.lists = { news: [] };
  await pass();
  t.same(mirror.told, [], "the item itself is still there");
  source.lists = {};
  for (const round of ["first", "second"]) {
    source.news = [];
    await follow();
    t.same(mirror.told.splice(0), ["-1"], round);
    source.news = news;
    await follow();
    t.same(mirror.told.splice(0), ["1"], round);
  }
});

t.test("the last item that becomes a draft goes from copies", async (t) => {
  const { clock, source, mirror, follow } = await scene(t, rowsOf(1));
  await follow();
  source.news = [rowOf(1, { status: "draft" })];
  await until(async () => {
    clock.ms += MINUTE_MS;
    await mirror.poll();
    return mirror.rows.size === 0;
  });
  t.equal(mirror.told.at(-1), "-1");
});

t.test("a list that is empty for a moment deletes nothing, nor does an outage", async (t) => {
  const { clock, source, mirror, follow, pass } = await scene(t, rowsOf(1, 2, 3));
  await follow();
  mirror.told.length = 0;
  const { news } = source;
  source.news = [];
  await pass(5);
  t.same(mirror.told, [], "three items at once are not believed within minutes");
  source.mode = "error";
  clock.ms += 2 * HOUR_MS;
  await mirror.poll();
  source.mode = "well";
  source.news = news;
  await follow();
  t.notOk(mirror.told.some((one) => one.startsWith("-")));
});

t.test("a list that stays empty is deleted after an hour, news and events alike", async (t) => {
  const { clock, source, get, mirror, follow, pass } = await scene(t, rowsOf(1, 2, 3));
  source.events = rowsOf(1, 2);
  const events = new Mirror(get, "/bff/events");
  await follow();
  await events.poll();
  t.equal(events.rows.size, 2);
  source.news = [];
  source.events = [];
  await pass();
  await events.poll();
  t.equal(mirror.rows.size + events.rows.size, 5);
  clock.ms += HOUR_MS;
  await follow();
  await until(async () => {
    clock.ms += MINUTE_MS;
    await events.poll();
    return events.rows.size === 0;
  });
  t.same(mirror.told.slice(-3), ["-1", "-2", "-3"]);
  t.same(events.told.slice(-2), ["-1", "-2"]);
  for (const path of ["/bff/news", "/bff/events", "/bff/news?updatedSince=2020-01-01"]) {
    const { data, meta } = (await get(path)).body as ListPage;
    t.same([data.length, meta.total], [0, 0], path);
  }
});

t.test("a page of the source's list that loses all of its rows is told", async (t) => {
  let rows = rowsOf(1, 2, 3, 4);
  const source = await startServer(({ url = "" }, response) => {
    const { pathname, searchParams } = new URL(url, "http://source.test");
    const name = pathname.split("/").at(-1) ?? "";
    if (pathname.startsWith("/api/events/")) return sendJson(response, 200, { items: [] });
    if (name !== "") {
      const row = rows.find(({ id, slug }) => [String(id), slug].includes(name));
      return sendJson(response, row ? 200 : 404, row ?? {});
    }
    const from = (Number(searchParams.get("page") ?? 1) - 1) * 2;
    // The source goes on to name its second page when the page has lost its rows.
    const next = from === 0 ? "/api/news/?page=2" : null;
    sendJson(response, 200, { items: rows.slice(from, from + 2), next });
  });
  const clock = { ms: SAMPLE_CLOCK };
  const env = { FRESH_SECONDS: "0" };
  const site = await startSite({ contentApiUrl: source.url, env, now: () => clock.ms });
  t.teardown(async () => {
    await site.close();
    await source.close();
  });
  const get = async (path: string) => {
    const response = await fetch(site.url + path);
    return { status: response.status, body: await response.json() };
  };
  const mirror = new Mirror(get, "/bff/news");
  const follow = () =>
    until(async () => {
      clock.ms += MINUTE_MS;
      await mirror.poll();
      return mirror.isCopyOf(rows);
    });
  await follow();
  rows = rowsOf(1, 2);
  await follow();
  t.same(mirror.told, ["1", "2", "3", "4", "-3", "-4"]);
  rows = [];
  await follow();
  t.same(mirror.told.slice(6).sort(), ["-1", "-2"]);
});

t.test("pages of one synchronisation fit together, whatever changes between them", async (t) => {
  const { clock, source, mirror, follow } = await scene(t, rowsOf(1, 2, 3, 4, 5, 6, 7, 8));
  const steps = [
    () => {
      source.news = rowsOf(8, 7, 6, 5, 4, 3, 1);
    },
    () => {
      source.news = [rowOf(9), ...rowsOf(6, 8, 7, 4, 3), rowOf(1, { title: "Changed" })];
    },
  ];
  await mirror.poll(() => {
    clock.ms += MINUTE_MS;
    steps.shift()?.();
  });
  await follow();
  t.same([...mirror.rows.keys()].sort(), ["1", "3", "4", "6", "7", "8", "9"]);
});

t.test("a token stays good over restarts and clocks that are set back", async (t) => {
  const env = { DATA_DIR: testFolder(t) };
  const { clock, source, mirror, follow, pass, restart } = await scene(t, rowsOf(1, 2, 3, 4), env);
  await follow();
  mirror.told.length = 0;
  await restart(() => {
    source.news = [rowOf(9), ...rowsOf(1, 2, 3)];
  });
  await follow();
  t.same(mirror.told.splice(0).sort(), ["-4", "9"]);
  clock.ms -= 2 * DAY_MS;
  source.news = [rowOf(10), ...source.news];
  await follow();
  t.same(mirror.told.splice(0), ["10"]);
  source.news = source.news.filter(({ id }) => id !== 1);
  await restart();
  await follow();
  t.same(mirror.told.splice(0), ["-1"]);
  await pass();
  t.same(mirror.told, []);
});

/** Numbers that look random and are the same in each run (Park and Miller). */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

t.test("after whatever a source does, a copy is what the source has", async (t) => {
  const { clock, source, mirror, follow, restart } = await scene(t, rowsOf(1, 2, 3, 4, 5), {
    DATA_DIR: testFolder(t),
  });
  const random = createRandom(7);
  const removed: Row[] = [];
  let last = 5;
  const acts = [
    () => {
      last += 1;
      source.news = [rowOf(last), ...source.news];
    },
    () => {
      const at = random(source.news.length);
      if (source.news.length > 3)
        removed.push(...(source.news.toSpliced(0, at).slice(0, 1) as Row[]));
      source.news = source.news.filter((row) => !removed.some(({ id }) => id === row.id));
    },
    () => {
      const [back] = removed.splice(0, 1);
      if (back) source.news = [...source.news, back];
    },
    () => {
      const at = random(source.news.length);
      source.news = source.news.map((row, index) =>
        index === at ? { ...row, title: `Title ${clock.ms}` } : row,
      );
    },
    () => {
      source.news = source.news.toReversed();
    },
    () => {
      source.lists = { news: source.news.slice(0, random(source.news.length)) };
    },
    () => {
      source.mode = (["error", "nonsense", "refuse"] as const)[random(3)] ?? "error";
    },
  ];
  for (let step = 0; step < 80; step += 1) {
    source.lists = {};
    source.mode = "well";
    acts[random(acts.length)]?.();
    if (step % 20 === 19) await restart();
    clock.ms += (random(4) === 0 ? -30 : 2) * MINUTE_MS;
    await mirror.poll(() => {
      if (random(3) === 0) acts[random(5)]?.();
    });
  }
  source.lists = {};
  source.mode = "well";
  clock.ms += HOUR_MS;
  await follow();
  t.ok(mirror.rows.size > 2 && mirror.told.length > 20);
});

t.test("tombstones are told for thirty days; an older token is 410", async (t) => {
  const env = { DATA_DIR: testFolder(t) };
  const { clock, source, mirror, get, follow, restart } = await scene(t, rowsOf(1, 2, 3), env);
  await follow();
  const { token } = mirror;
  source.news = rowsOf(1, 2);
  await follow();
  const read = async () => get(`/bff/news?syncToken=${token}`);
  clock.ms += 29 * DAY_MS;
  await restart();
  const { meta } = (await read()).body as ListPage;
  t.match(meta.deleted, [{ id: "3", slug: "item-3", deletedAt: /^2026-/ }]);
  clock.ms += 2 * DAY_MS;
  await restart();
  await until(async () => (await read()).status === 410);
  t.match((await read()).body, {
    type: /^http.*\/problems\/gone$/,
    code: "sync-token-expired",
    parameter: "syncToken",
  });
  t.ok(await mirror.poll(), "the later token is good");
  const again = new Mirror(get, "/bff/news");
  await again.poll();
  t.ok(again.isCopyOf(rowsOf(1, 2)));
});

t.test("tokens of another store are 410, what is no token is 400", async (t) => {
  const { get, mirror, clock } = await scene(t, rowsOf(1, 2));
  await mirror.poll();
  const number = (ms: number) => Buffer.from(String(ms)).toString("base64url");
  for (const ms of [SAMPLE_CLOCK - DAY_MS, clock.ms + DAY_MS])
    t.equal((await get(`/bff/news?syncToken=${number(ms)}`)).status, 410);
  for (const query of [
    "syncToken=x",
    "syncToken=",
    "syncToken=2026-07-18T09:00:00Z",
    "syncToken=start&q=well",
    "syncToken=start&category=WASH",
    "syncToken=start&updatedSince=2026-07-18",
    "syncToken=start&sort=publishedAt",
  ])
    t.equal((await get(`/bff/news?${query}`)).status, 400, query);
  t.equal((await get("/bff/events?syncToken=start&when=past")).status, 400);
});

t.test("a plain list has a token too, the same on all of its pages", async (t) => {
  const { get, source, clock } = await scene(t, rowsOf(1, 2, 3));
  const first = (await get("/bff/news?limit=2")).body as ListPage;
  clock.ms += MINUTE_MS;
  source.news = [rowOf(4), ...rowsOf(1, 2, 3)];
  await until(async () => ((await get("/bff/news?limit=9")).body as ListPage).data.length === 4);
  const second = (await get(first.links.next ?? "")).body as ListPage;
  t.equal(second.meta.syncToken, first.meta.syncToken);
  t.same(first.meta.deleted, []);
  const changes = (await get(`/bff/news?syncToken=${first.meta.syncToken}`)).body as ListPage;
  t.same(
    changes.data.map(({ id }) => id),
    ["4"],
  );
});

t.test("events are copied whenever they are", async (t) => {
  const { source, get, clock } = await scene(t, []);
  source.events = [rowOf(1), rowOf(2, { start_date: "2027-01-02" }), rowOf(3)];
  const mirror = new Mirror(get, "/bff/events");
  const follow = (rows: Row[]) =>
    until(async () => {
      clock.ms += MINUTE_MS;
      await mirror.poll();
      return mirror.isCopyOf(rows);
    });
  await follow(source.events as Row[]);
  source.events = [rowOf(1), rowOf(2, { start_date: "2027-01-02" })];
  await follow(source.events as Row[]);
  t.equal(mirror.told.at(-1), "-3");
});
