import pg from "pg";
import t, { type Test } from "tap";
import { startFakeContentApi } from "../fakes/content-api.ts";
import { fullRows } from "../fixtures/samples.ts";
import { Mirror } from "../setup/site/mirror.ts";
import { postJson } from "../setup/site/post-json.ts";
import type { TestSite } from "../setup/site/site.ts";
import { until } from "../setup/until.ts";
import { startInstances, timesLogged } from "./instances.ts";

const TOKEN = "a-token-of-the-staff";
const HOUR_MS = 3_600_000;
const SLUG = "coaches-course";
const DOWN = /^the store is down/;
const QUESTIONS = [
  "/bff/news",
  "/bff/events?when=all",
  `/bff/events/${SLUG}`,
  "/bff/news/tree-day",
];

async function scene(t: Test) {
  const source = await startFakeContentApi({ news: fullRows("news"), events: fullRows("events") });
  t.teardown(source.close);
  const instances = await startInstances(t, { source, env: { EVENTS_WRITE_TOKEN: TOKEN } });
  const request = async (site: TestSite, path: string) => {
    const response = await fetch(`${site.url}${path}`);
    return { status: response.status, text: await response.text() };
  };
  const requestAll = async (site: TestSite) => {
    const responses = [];
    for (const path of QUESTIONS) responses.push(await request(site, path));
    return responses;
  };
  /** Changes the event at the source, then sends one instance a change, so that it refreshes its copies. */
  const change = async (site: TestSite, title: string) => {
    source.events = source.events.map((row) => (row.slug === SLUG ? { ...row, title } : row));
    const draft = { title: "Another", startsAt: "2027-03-04", location: "Bunju B" };
    const headers = { authorization: `Bearer ${TOKEN}` };
    const response = await postJson(`${site.url}/bff/events`, draft, headers);
    await response.body?.cancel();
    return response.status;
  };
  /** Checks every form in which visitors see the event. */
  const shows = async (site: TestSite, title: string) => {
    const paths = [`/bff/events/${SLUG}`, `/events/${SLUG}?complete=1`, `/events/${SLUG}`];
    const responses = await Promise.all(paths.map((path) => request(site, path)));
    return responses.every(({ text }) => text.includes(title));
  };
  const client = new pg.Client(instances.postgres.url);
  client.on("error", () => {});
  await client.connect();
  t.teardown(() => client.end().catch(() => {}));
  const keys = async () => {
    const { rows } = await client.query("select key from source_responses order by key");
    return rows.map(({ key }) => String(key));
  };
  const allAreStored = () => until(async () => (await keys()).length === QUESTIONS.length);
  return { source, client, keys, allAreStored, ...instances, request, requestAll, change, shows };
}

t.test("what one instance has fetched, the next serves without asking the source", async (t) => {
  const { source, keys, allAreStored, start, requestAll, request } = await scene(t);
  const one = await start("one");
  const there = await requestAll(one);
  await allAreStored();

  const requestsBefore = [...source.requests];
  const two = await start("two");
  const here = await requestAll(two);
  t.equal((await request(two, "/news-events")).status, 200);
  t.same(source.requests, requestsBefore, "the source was queried once for all");
  for (const [index, { text }] of here.entries()) {
    const [its, ours] = [JSON.parse(there[index]?.text ?? ""), JSON.parse(text)];
    t.same(ours.data, its.data);
    t.equal(ours.meta.fetchedAt, its.meta.fetchedAt, "with its true age");
    t.equal(ours.meta.stale, false);
  }
  t.equal((await request(two, "/bff/events/no-such-event")).status, 404);
  t.equal((await keys()).length, QUESTIONS.length, "absences are not shared");
});

t.test("a change made through one instance is seen at all of them", async (t) => {
  const { client, start, change, shows, source } = await scene(t);
  const [one, two] = [await start("one"), await start("two")];
  for (const site of [one, two]) await shows(site, "before they are cached");
  t.equal(await change(one, "First change"), 201);
  t.ok(await shows(one, "First change"));
  await until(() => shows(two, "First change"));

  t.comment("instances that have lost their connections");
  await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where usename = current_user and pid <> pg_backend_pid()",
  );
  t.equal(await change(two, "Second change"), 201);
  t.ok(await shows(two, "Second change"));
  await until(() => shows(one, "Second change"));

  t.comment("an instance that was away: its own copies are recent, yet older than the change");
  await two.close();
  t.equal(await change(one, "Third change"), 201);
  t.ok(await shows(one, "Third change"));
  source.mode = "refuse";
  const again = await start("two");
  await until(() => shows(again, "Third change"));
});

t.test("a copy of the lists may be read from any instance, whatever its clock says", async (t) => {
  const news = Array.from({ length: 6 }, (_, at) => ({
    id: at + 1,
    slug: `item-${at + 1}`,
    title: `Item ${at + 1}`,
    updated_at: "2026-01-02T10:00:00Z",
  }));
  const source = await startFakeContentApi({ news });
  t.teardown(source.close);
  const env = { FRESH_SECONDS: "0", STALE_IF_ERROR_SECONDS: "999999" };
  const { postgres, start } = await startInstances(t, { source, env });
  const sites = [await start("one"), await start("two", -HOUR_MS), await start("three", HOUR_MS)];
  let asked = 0;
  // The pages each come from a different instance, as behind a load balancer.
  const mirror = new Mirror(async (path) => {
    asked += 1;
    const response = await fetch(sites[asked % 3]?.url + path);
    return { status: response.status, body: await response.json() };
  }, "/bff/news");
  const follow = () => until(async () => (await mirror.poll()) && mirror.isCopyOf(source.news));
  await follow();
  for (let step = 1; step <= 6; step += 1) {
    const at = step % source.news.length;
    const row = source.news[at];
    const others = source.news.filter((one) => one !== row);
    if (step % 3 === 0) source.news = others;
    else if (step % 3 === 1) source.news = [{ ...row, title: `Title ${step}` }, ...others];
    else source.news = [...source.news, { ...row, id: 10 + step, slug: `late-${step}` }];
    if (step === 4) {
      await postgres.kill();
      await mirror.poll();
      await postgres.start();
    }
    await follow();
  }
  t.ok(mirror.told.includes("12") && mirror.told.some((one) => one.startsWith("-")));
});

t.test("a change made while PostgreSQL is away reaches the others when it is back", async (t) => {
  const { postgres, start, change, shows, request } = await scene(t);
  const [one, two] = [await start("one"), await start("two")];
  for (const site of [one, two]) await shows(site, "before they are cached");
  await postgres.kill();
  t.equal(await change(one, "Meanwhile"), 201);
  t.ok(await shows(one, "Meanwhile"));
  t.equal((await request(two, `/events/${SLUG}`)).status, 200, "it keeps serving its own copies");
  await until(() => [one, two].every((site) => timesLogged(site, DOWN) > 0));
  await postgres.start();
  await until(() => shows(two, "Meanwhile"));
  for (const site of [one, two]) t.equal(timesLogged(site, DOWN), 1, "one line");
});

t.test("a new instance over a dead source serves what the others have saved", async (t) => {
  const { source, allAreStored, start, requestAll, request } = await scene(t);
  const one = await start("one");
  await requestAll(one);
  await allAreStored();
  source.mode = "refuse";
  await one.close();
  const two = await start("two", HOUR_MS);
  for (const { status, text } of await requestAll(two)) {
    t.equal(status, 200);
    t.equal(JSON.parse(text).meta.stale, true, "and says so");
  }
  const page = await request(two, `/events/${SLUG}?complete=1`);
  t.equal(page.status, 200);
  t.match(page.text, /saved copy/i);
});

t.test("a PostgreSQL that hangs delays nobody for long, and is left alone", async (t) => {
  const { client, start, requestAll, request, source } = await scene(t);
  const one = await start("one");
  await client.query("begin; lock table source_responses, changes, secrets");
  for (const { status } of await requestAll(one)) t.equal(status, 200);
  t.equal((await request(one, "/news-events")).status, 200);
  t.ok(source.requests.includes("/api/news/tree-day"), "the source was queried in its place");
  t.equal(timesLogged(one, DOWN), 1);
  await client.query("rollback");
  await until(() => timesLogged(one, /^the store is back/) > 0);
});

t.test("nothing stored in PostgreSQL can harm a page", async (t) => {
  const { source, client, keys, allAreStored, start, requestAll, request } = await scene(t);
  const one = await start("one");
  await requestAll(one);
  await allAreStored();
  const [events, event, news, newsItem] = await keys();
  t.match(
    [events, event, news, newsItem],
    [/^events list$/, /^events slug /, /^news list$/, /^news slug /],
  );

  const read = "select value from source_responses where key = $1";
  const value = JSON.parse((await client.query(read, [event])).rows[0].value);
  const put = (key: string | undefined, text: string) =>
    client.query("update source_responses set value = $2 where key = $1", [key, text]);
  const description = '<p>Words<script>alert(1)</script><img src="x" onerror="alert(1)"></p>';
  await put(event, JSON.stringify({ ...value, description }));
  await put(events, "no JSON at all");
  await put(newsItem, JSON.stringify({ id: 1 }));
  const elsewhere = { ...value, registrationUrl: "javascript:alert(1)" };
  await put(news, JSON.stringify([elsewhere, { id: 1 }]));

  const two = await start("two");
  const responses = await requestAll(two);
  for (const { status } of responses) t.equal(status, 200);
  const item = JSON.parse(responses[2]?.text ?? "").data;
  t.match(item.description, "Words");
  t.notMatch(item.description, /script|onerror/);
  t.notMatch((await request(two, `/events/${SLUG}?complete=1`)).text, /onerror|alert\(1\)/);
  for (const path of ["/api/news/", "/api/events/", "/api/news/tree-day"])
    t.equal(source.requests.filter((one) => one === path).length, 2, `${path} was requested again`);
});
