import { rmSync } from "node:fs";
import t, { type Test } from "tap";
import { samples, startScene } from "../../setup/site/scene.ts";
import { testFolder } from "../../setup/test-folder.ts";

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

t.test("a site that is well is ready, and each part says so", async (t) => {
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
        load: { state: "ok" },
        mail: { state: "ok", why: "off: SMTP_URL is not set" },
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
