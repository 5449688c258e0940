import { rmSync } from "node:fs";
import { sql } from "kysely";
import supertest from "supertest";
import t, { type Test } from "tap";
import { runChecks } from "../../../server/ops/doctor/doctor.ts";
import { postJson } from "../../setup/site/post-json.ts";
import { samples, startScene } from "../../setup/site/scene.ts";
import { testFolder } from "../../setup/test-folder.ts";
import { until } from "../../setup/until.ts";
import { VOLUNTEER } from "../forms/forms-scene.ts";

async function scene(t: Test) {
  const dataDir = testFolder(t);
  const clock = { ms: Date.now() };
  const env = { DATA_DIR: dataDir };
  const { site, source } = await startScene(t, { ...samples(), env, now: () => clock.ms });
  const ready = async () => {
    const response = await fetch(`${site.url}/health/ready`);
    t.equal(response.headers.get("cache-control"), "no-store");
    return { status: response.status, body: await response.json() };
  };
  return { site, source, dataDir, clock, ready };
}

t.test("a healthy site is ready, and so is each part", async (t) => {
  const { site, ready } = await scene(t);
  t.same(await ready(), {
    status: 200,
    body: {
      status: "ready",
      degraded: false,
      commit: "unknown",
      parts: {
        build: { state: "ok" },
        store: { state: "ok" },
        source: {
          state: "ok",
          data: {
            news: { fault: null, lastGoodAt: null, ageSeconds: null },
            events: { fault: null, lastGoodAt: null, ageSeconds: null },
          },
        },
        content: { state: "ok" },
        load: { state: "ok" },
        mail: { state: "ok", why: "off: SMTP_URL is not set" },
        desk: { state: "ok", why: "off: there are no accounts (npm run staff -- add ADDRESS)" },
        origin: { state: "ok" },
      },
    },
  });
  t.same(await (await fetch(`${site.url}/health/live`)).json(), { status: "ok" });
});

t.test("with the source away it is ready and says what is missing", async (t) => {
  const { site, source, ready } = await scene(t);
  await fetch(`${site.url}/bff/news`);
  source.mode = "refuse";
  await fetch(`${site.url}/bff/events`);
  const { status, body } = await ready();
  t.equal(status, 200);
  t.match(body, { status: "ready", degraded: true, parts: { source: { state: "degraded" } } });
  t.match(
    body.parts.source.why,
    /events: the connection ended before.* since 20\d\d-.*no usable list yet; 1 cache entries/,
  );
  t.match(body.parts.source.data, {
    news: { fault: null, lastGoodAt: /^20/, ageSeconds: Number },
    events: { fault: "cut-off", lastGoodAt: null },
  });
});

t.test("without a disk to store messages on it can still be read, and says so", async (t) => {
  const { dataDir, clock, ready } = await scene(t);
  t.match(await ready(), { status: 200, body: { degraded: false } });
  rmSync(dataDir, { recursive: true });
  clock.ms += 1_100;
  const { status, body } = await ready();
  t.equal(status, 200);
  t.match(body, { status: "ready", degraded: true, parts: { store: { state: "degraded" } } });
  t.match(body.parts.store.why, /forms may be refused: DATA_DIR cannot be written \(ENOENT\)/);
});

t.test("a row that the store refuses is no outage: forms are taken on", async (t) => {
  const { site, ready } = await scene(t);
  const { store } = site.app;
  const row = { name: "twice", value: "" };
  const insert = () => store.db.insertInto("secrets").values(row).execute();
  await insert();
  await t.rejects(insert(), /UNIQUE/);
  await t.rejects(sql`select 1 from nowhere`.execute(store.db), /no such table/);
  t.match(await ready(), { body: { degraded: false, parts: { store: { state: "ok" } } } });
  t.equal((await postJson(`${site.url}/bff/volunteer`, VOLUNTEER)).status, 202);
});

t.test("health names the class of a fault of the store, and the log has the rest", async (t) => {
  const env = { DATABASE_URL: "postgres://keeper:hidden@127.0.0.1:9/ledger" };
  const { site } = await startScene(t, { ...samples(), env });
  const text = await (await fetch(`${site.url}/health/ready`)).text();
  t.equal(
    JSON.parse(text).parts.store.why,
    "forms may be refused: the store is down (ECONNREFUSED)",
  );
  t.notMatch(text, /keeper|hidden|127\.0\.0\.1|ledger/);
  const [line] = site.logs.filter(({ msg }) => /^the store is down/.test(String(msg)));
  t.match(line?.fault, /ECONNREFUSED 127\.0\.0\.1:9/);
  t.notMatch(JSON.stringify(site.logs), "hidden");
});

t.test("a change is logged once, with its cause, and so is its end", async (t) => {
  const { site, source, ready } = await scene(t);
  const changes = () => site.logs.filter(({ msg }) => msg === "readiness changed");
  source.mode = "refuse";
  await fetch(`${site.url}/bff/news`);
  for (let probe = 0; probe < 3; probe += 1) await ready();
  t.match(changes(), [{ level: 40, part: "source", was: "ok", state: "degraded", why: /^news: / }]);
  source.mode = "well";
  await until(async () => {
    await fetch(`${site.url}/bff/news`);
    return (await ready()).body.parts.source.state === "ok";
  });
  t.equal(changes().length, 2);
  t.match(changes()[1], { level: 30, part: "source", was: "degraded", state: "ok" });
});

t.test(
  "posts from another origin than PUBLIC_ORIGIN are a notice that repeats nothing",
  async (t) => {
    const clock = { ms: Date.now() };
    const env = { PUBLIC_ORIGIN: "https://example.org", CONTENT_API_URL: "embedded" };
    const { site } = await startScene(t, { ...samples(), env, now: () => clock.ms });
    const post = (headers: Record<string, string>, path = "/contact-us") =>
      supertest(site.url).post(path).type("form").set(headers).send("");
    const origin = async () =>
      (await (await fetch(`${site.url}/health/ready`)).json()).parts.origin;
    await fetch(`${site.url}/`, { headers: { origin: "https://evil.example" } });
    await post({ host: "scanner.example" });
    await post({ host: "example.org", origin: "https://evil.example" });
    await post({
      host: "evil.example",
      origin: "https://evil.example",
      "sec-fetch-site": "cross-site",
    });
    t.same(await origin(), { state: "ok" });
    const forged = "https://call-0700-000-000-and-pay.example";
    await post({ host: new URL(forged).host, origin: forged });
    await post({ host: "example.org", origin: `${forged}:8443`, "sec-fetch-site": "same-origin" });
    await post({ host: "www.example.org", origin: "https://www.example.org" });
    const { state, why } = await origin();
    t.equal(state, "ok");
    t.match(why, /^forms are posted from another origin than PUBLIC_ORIGIN \(3, .*see the log/);
    t.notMatch(why, /call|pay|www/);
    t.equal((await fetch(`${site.url}/health/ready`)).status, 200);
    const said = site.logs.filter(({ msg }) => /than PUBLIC_ORIGIN$/.test(String(msg)));
    t.same(
      said.map((line) => [line.level, line.origin]),
      [
        [40, forged],
        [40, `${forged}:8443`],
        [40, "https://www.example.org"],
      ],
      "no origin hides another",
    );
    const { port } = new URL(site.url);
    const findings = await runChecks({ ...env, PORT: port, DATA_DIR: testFolder(t) });
    t.match(JSON.stringify(findings), "another origin than PUBLIC_ORIGIN");
    t.notMatch(JSON.stringify(findings), "and-pay");
    clock.ms += 3_600_000;
    t.same(await origin(), { state: "ok" }, "the notice ends by itself");
  },
);
