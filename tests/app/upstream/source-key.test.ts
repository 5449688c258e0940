import { getCACertificates, setDefaultCACertificates } from "node:tls";
import supertest from "supertest";
import t from "tap";
import { runChecks } from "../../../server/ops/doctor/doctor.ts";
import { sendJson, startServer } from "../../fakes/misbehaving-server.ts";
import { jpeg } from "../../fakes/pictures.ts";
import { OPERATOR } from "../../setup/site/operator.ts";
import { startSite } from "../../setup/site/site.ts";
import { startTlsFront } from "../../setup/site/tls-front.ts";
import { until } from "../../setup/until.ts";
import { CONTACT } from "../forms/forms-scene.ts";

const CONTENT_API_TOKEN = "k3y-of-the-s0urce";
const EVENTS_WRITE_TOKEN = "0123456789abcdef";
const NEWS = { id: 1, slug: "tap", title: "A tap", image: "/media/tap.jpg" };
const EVENT = { id: 2, slug: "walk", title: "A walk", start_date: "2027-06-01T09:00:00Z" };
const DRAFT = { title: "A walk", startsAt: "2027-06-01T09:00" };

/** Starts a source that refuses every request without the key. The list of events redirects to `leadsTo`. */
async function startGuarded(leadsTo?: string) {
  const picture = await jpeg(400, 300);
  return startServer(({ url = "", headers, method }, response) => {
    if (headers.authorization !== `Bearer ${CONTENT_API_TOKEN}`)
      return sendJson(response, 401, { message: `not with ${headers.authorization}` });
    if (url === "/media/tap.jpg") return void response.end(picture);
    if (url === "/api/events/" && method === "GET" && leadsTo !== undefined)
      return void response.writeHead(307, { location: leadsTo }).end();
    if (method !== "GET") return sendJson(response, 201, url.includes("events") ? EVENT : {});
    if (url === "/api/news/tap") return sendJson(response, 200, NEWS);
    if (url === "/api/events/id/2") return sendJson(response, 200, EVENT);
    sendJson(response, 200, { items: url.includes("news") ? [NEWS] : [EVENT] });
  });
}

t.test("a source with a key is read, written and seen; nobody else reads the key", async (t) => {
  const other = await startServer((_request, response) => sendJson(response, 200, { items: [] }));
  const source = await startGuarded(`${other.url}/api/events/`);
  t.teardown(() => Promise.all([source.close(), other.close()]));
  const env = { CONTENT_API_TOKEN, EVENTS_WRITE_TOKEN, LOG_LEVEL: "trace" };
  const site = await startSite({ contentApiUrl: source.url, env });
  t.teardown(site.close);
  const http = supertest(site.url);
  const picture = async () => (await http.get("/bff/news/tap")).body.data?.image?.url ?? "";
  await until(async () => (await http.get(new URL(await picture()).pathname)).status === 200);
  t.equal((await http.post("/bff/contact").send(CONTACT)).status, 200);
  const write = http.post("/bff/events").set("authorization", `Bearer ${EVENTS_WRITE_TOKEN}`);
  t.match(await write.send(DRAFT), { status: 201 });
  t.equal((await http.get("/bff/events")).status, 502, "the list leads to another origin");
  t.same(other.requests, []);
  t.ok(source.requests.every(({ headers }) => headers.authorization?.includes(CONTENT_API_TOKEN)));
  const doctorEnv = { PORT: "0", DATA_DIR: t.testdir(), CONTENT_API_URL: source.url };
  const findings = await runChecks({ ...env, ...doctorEnv });
  const health =
    (await http.get("/health/ready")).text + (await http.get("/bff/sources").set(OPERATOR)).text;
  for (const text of [JSON.stringify(site.logs), JSON.stringify(findings), health]) {
    t.match(text, /redirect|another origin/);
    t.notMatch(text, CONTENT_API_TOKEN);
  }
});

t.test("a redirect to https of the same host is followed without the key", async (t) => {
  const open = await startServer((_request, response) => sendJson(response, 200, { items: [] }));
  const front = await startTlsFront();
  front.leadTo(open.url);
  const usual = getCACertificates();
  setDefaultCACertificates([...usual, front.cert]);
  const contentApiUrl = `http://localhost:${front.httpPort}`;
  const site = await startSite({ contentApiUrl, env: { CONTENT_API_TOKEN } });
  t.teardown(async () => {
    await site.close();
    setDefaultCACertificates(usual);
    await Promise.all([front.close(), open.close()]);
  });
  t.equal((await supertest(site.url).get("/bff/news")).status, 200);
  t.ok(open.requests.length > 0);
  t.ok(open.requests.every(({ headers }) => headers.authorization === undefined));
});

t.test("without the key, or with another one, the doctor says what to set", async (t) => {
  const source = await startGuarded();
  t.teardown(() => source.close());
  const env = { PORT: "0", DATA_DIR: t.testdir(), CONTENT_API_URL: source.url };
  for (const given of [{}, { CONTENT_API_TOKEN: "an-0ld-key" }]) {
    const findings = await runChecks({ ...env, ...given });
    const found = findings.filter(({ check }) => check === "source");
    t.match(found, [{ state: "failure", fix: /CONTENT_API_TOKEN/ }]);
    t.notMatch(JSON.stringify(findings), "an-0ld-key");
  }
});
