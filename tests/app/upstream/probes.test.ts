import { mock } from "node:test";
import supertest from "supertest";
import t, { type Test } from "tap";
import { type FakeContentApi, startFakeContentApi } from "../../fakes/content-api.ts";
import { sendJson, startServer } from "../../fakes/misbehaving-server.ts";
import { SAMPLE_CLOCK } from "../../fixtures/samples.ts";
import { startSite } from "../../setup/site/site.ts";
import { until } from "../../setup/until.ts";

/** Starts a site whose circuit breaker reads the mocked clock. Every visitor requests another item. */
async function scene(t: Test, source: { url: string; requests: readonly unknown[] }) {
  mock.timers.enable({ apis: ["Date"], now: SAMPLE_CLOCK });
  const site = await startSite({ contentApiUrl: source.url });
  t.teardown(async () => {
    await site.close();
    mock.timers.reset();
  });
  let visitors = 0;
  const visit = async () => {
    visitors += 1;
    return (await supertest(site.url).get(`/bff/news/item-${visitors}`)).status;
  };
  /** Returns the seconds until a visitor's request reaches the source. */
  const pause = async (step = 1) => {
    const before = source.requests.length;
    for (let seconds = 0; ; seconds += step) {
      await visit();
      if (source.requests.length > before) return seconds;
      mock.timers.tick(step * 1_000);
    }
  };
  return { site, visit, pause };
}

async function fakeSource(t: Test): Promise<FakeContentApi> {
  const news = Array.from({ length: 99 }, (_, id) => ({ id, slug: `item-${id}`, title: "T" }));
  const source = await startFakeContentApi({ news });
  t.teardown(() => source.close());
  return source;
}

t.test("a source that is down is asked again every five seconds", async (t) => {
  const source = await fakeSource(t);
  const { site, pause } = await scene(t, source);
  source.mode = "error";
  const pauses: number[] = [];
  for (let n = 0; n < 9; n += 1) pauses.push(await pause());
  t.same(pauses, [0, 0, 0, 0, 0, 5, 5, 5, 5], "after five errors in a row");
  t.equal(site.logs.find(({ breaker }) => breaker)?.breaker, "open");
});

t.test("a success between errors, and statuses below 500, are no outage", async (t) => {
  const source = await fakeSource(t);
  const { pause } = await scene(t, source);
  for (const mode of ["error", "well", "error", "nonsense"] as const) {
    source.mode = mode;
    t.same([await pause(), await pause(), await pause(), await pause()], [0, 0, 0, 0], mode);
  }
});

t.test(
  "of all waiting requests one probes the source, and its success frees the rest",
  async (t) => {
    let state: "down" | "held" | "well" = "down";
    let answer = () => {};
    const source = await startServer(({ url }, response) => {
      const slug = url?.split("/").at(-1);
      const send = () => sendJson(response, 200, { id: slug, slug, title: "T" });
      if (state === "down") return void response.writeHead(500).end();
      if (state === "well") return send();
      answer = send;
    });
    t.teardown(() => source.close());
    const { site, visit } = await scene(t, source);
    for (let n = 0; n < 5; n += 1) await visit();
    let received = 0;
    site.app.server.on("request", () => {
      received += 1;
    });
    state = "held";
    mock.timers.tick(5_000);
    const visits = Array.from({ length: 10 }, visit);
    await until(() => received === 10 && source.requests.length === 6);
    state = "well";
    answer();
    t.same(await Promise.all(visits), Array(10).fill(200));
    t.equal(source.requests.length, 15);
  },
);

t.test("a day of Retry-After is believed for a minute, however often it is repeated", async (t) => {
  const source = await startServer((_request, response) =>
    sendJson(response.setHeader("retry-after", "86400"), 429, {}),
  );
  t.teardown(() => source.close());
  const { site, pause } = await scene(t, source);
  const first = await supertest(site.url).get("/bff/news");
  t.equal(first.headers["retry-after"], "300", "it is not passed on");
  for (let round = 0; round < 4; round += 1) {
    const seconds = await pause(4);
    // A fifth of the pause is random, so that instances do not all retry at the same moment.
    t.ok(seconds >= 48 && seconds <= 63, `${seconds} seconds`);
  }
});
