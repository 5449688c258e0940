import t from "tap";

import { SAMPLE_CLOCK } from "../../fixtures/samples.ts";
import { samples, startScene } from "../../setup/site/scene.ts";
import { until } from "../../setup/until.ts";

t.test("consumers learn whether the data is current, and nothing of the reasons", async (t) => {
  const clock = { ms: SAMPLE_CLOCK };
  const { source, get } = await startScene(t, { ...samples(), now: () => clock.ms });
  for (const list of ["news", "events"]) await get(`/bff/${list}`);
  const { status, headers, body } = await get("/bff/status");
  t.equal(status, 200);
  t.equal(headers["cache-control"], "no-store");
  t.equal(headers["access-control-allow-origin"], "*");
  const current = { isCurrent: true, lastReadAt: new Date(SAMPLE_CLOCK).toISOString() };
  t.same(body.data, {
    state: "ok",
    news: current,
    events: current,
    hasChanges: true,
    takesForms: true,
  });
  source.mode = "error";
  clock.ms += 3 * 60_000;
  await until(async () => (await get("/bff/status")).body.data.state === "degraded");
  const failed = (await get("/bff/status")).body;
  t.match(failed.data, { news: { ...current, isCurrent: false } });
  t.notMatch(JSON.stringify(failed), /error|500|127\.0\.0\.1/);
  t.match(await get("/bff/status?x=1"), { status: 400, body: { parameter: "x" } });
});
