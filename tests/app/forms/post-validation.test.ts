import supertest from "supertest";
import t from "tap";
import { CONTACT, formScene } from "./forms-scene.ts";

const FOREIGN = { "sec-fetch-site": "cross-site" };
const HUGE = "x".repeat(33 * 1024);

t.test("a post with every fault hears of the first in order", async (t) => {
  const { site, source } = await formScene(t, { FORM_RATE_MAX: "1", LOG_LEVEL: "trace" });
  const send = (headers: Record<string, string>, body: string) =>
    supertest(site.url).post("/bff/contact").set(headers).send(body);
  const json = { "content-type": "application/json" };
  const text = { "content-type": "text/plain" };
  t.equal((await supertest(site.url).put("/bff/contact").set(FOREIGN).send(HUGE)).status, 405);
  for (const [headers, body, status, what] of [
    [{ ...text, ...FOREIGN }, HUGE, 403, "origin before type"],
    [text, HUGE, 415, "type before size"],
    [json, HUGE, 413, "size before JSON"],
    [json, "{ broken", 400, "JSON before its words"],
    [json, '{"name":"","constructor":{"prototype":{}}}', 400, "names before the schema"],
    [json, '{"name":""}', 422, "the schema last"],
  ] as const)
    t.equal((await send(headers, body)).status, status, what);
  for (let tries = 6; tries < 60; tries += 1) await send(text, "x");
  t.equal((await send({ ...text, ...FOREIGN }, HUGE)).status, 429, "the limit on tries before all");
  t.same(source.contactCalls, []);
});

t.test("behind TLS the public name alone is ours, whatever host a post names", async (t) => {
  const { site, source } = await formScene(t, { PUBLIC_ORIGIN: "https://www.example.org" });
  const from = (headers: Record<string, string>) =>
    supertest(site.url).post("/bff/contact").set(headers).send(CONTACT);
  for (const host of ["evil.example", "www.example.org"]) {
    const lie = { host, origin: "https://evil.example", "x-forwarded-host": "evil.example" };
    t.equal((await from(lie)).status, 403, host);
  }
  t.equal(source.contactCalls.length, 0);
  t.equal((await from({ origin: "https://www.example.org", host: "10.0.0.7" })).status, 200);
  t.equal((await from({ origin: "null" })).status, 403);
});
