import supertest from "supertest";
import t from "tap";
import { fullRows } from "../../fixtures/samples.ts";
import { startScene } from "../../setup/site/scene.ts";
import { CONTACT } from "../forms/forms-scene.ts";

t.test("a source that takes no messages still has its news, and is well", async (t) => {
  const { source, site } = await startScene(t, {
    news: fullRows("news"),
    env: { FORM_RATE_MAX: "1000", FORM_RATE_GLOBAL_MAX: "1000" },
  });
  const request = supertest(site.url);
  source.contactResponse = { status: 503, body: {}, headers: { "retry-after": "60" } };
  for (let n = 0; n < 8; n += 1) {
    const response = await request
      .post("/bff/contact")
      .send({ ...CONTACT, subject: `Question ${n}` });
    t.equal(response.status, 202, "stored, to be sent later");
  }
  t.equal(
    (await request.get("/bff/news/mtambani-water-point-opens")).status,
    200,
    "never seen before",
  );
  t.equal((await request.get("/health/ready")).body.parts.source.isUp ?? true, true);
  const { text } = await request.get("/metrics");
  t.match(text, 'site_source_breaker{source="content-api",state="closed"} 1');
  t.notMatch(text, 'site_source_breaker{source="content-api contacts",state="closed"} 1');
});
