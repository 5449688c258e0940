import supertest from "supertest";
import t from "tap";
import { sendJson, startServer } from "../../fakes/misbehaving-server.ts";
import { fullRows } from "../../fixtures/samples.ts";
import { OPERATOR } from "../../setup/site/operator.ts";
import { startScene } from "../../setup/site/scene.ts";
import { startSite } from "../../setup/site/site.ts";
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
  const { text } = await request.get("/metrics").set(OPERATOR);
  t.match(text, 'site_source_breaker{source="content-api",state="closed"} 1');
  t.notMatch(text, 'site_source_breaker{source="content-api contacts",state="closed"} 1');
});

t.test("a source whose events fail still has its news", async (t) => {
  const news = fullRows("news");
  const source = await startServer(({ url = "" }, response) => {
    const slug = url.split("/").at(-1);
    const item = news.find((row) => row.slug === slug);
    sendJson(response, url.startsWith("/api/events/") ? 500 : 200, item ?? { items: news });
  });
  t.teardown(() => source.close());
  const site = await startSite({ contentApiUrl: source.url });
  t.teardown(() => site.close());
  const statusOf = async (path: string) => (await supertest(site.url).get(path)).status;
  for (let n = 0; n < 8; n += 1) t.equal(await statusOf("/bff/events"), 503);
  t.equal(await statusOf("/news-events/news/mtambani-water-point-opens"), 200, "never seen before");
  t.equal(await statusOf("/bff/events"), 503);
  t.equal(source.requests.filter(({ url }) => url === "/api/events/").length, 5, "spared");
});
