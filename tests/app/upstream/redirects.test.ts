import type { IncomingMessage, ServerResponse } from "node:http";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import supertest from "supertest";
import t, { type Test } from "tap";
import { runChecks } from "../../../server/ops/doctor/doctor.ts";
import { sendJson, startServer } from "../../fakes/misbehaving-server.ts";
import { OPERATOR } from "../../setup/site/operator.ts";
import { startSite } from "../../setup/site/site.ts";
import { startTlsFront } from "../../setup/site/tls-front.ts";
import { CONTACT } from "../forms/forms-scene.ts";

const NEWS = { items: [{ id: 1, slug: "tap", title: "A tap", published_at: "2026-06-01" }] };

/** A function that may redirect a request, and tells whether it sent the response. */
type Redirect = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Redirects the usual paths to the URL that `target` returns. */
const leading =
  (status: number, target: (path: string, origin: string) => string | undefined): Redirect =>
  ({ url = "", headers }, response) => {
    if (!/^\/api\/\w+\/$/.test(url)) return false;
    const location = target(url, `http://${headers.host}`);
    response.writeHead(status, location === undefined ? {} : { location }).end();
    return true;
  };

async function startSource(t: Test, redirect: Redirect = () => false) {
  const source = await startServer((request, response) => {
    if (redirect(request, response)) return;
    if (request.method === "POST") return sendJson(response, 201, {});
    sendJson(response, 200, request.url?.includes("news") ? NEWS : { items: [] });
  });
  t.teardown(() => source.close());
  return source;
}

async function startOver(t: Test, contentApiUrl: string) {
  const site = await startSite({ contentApiUrl, env: { FORM_RATE_MAX: "100" } });
  t.teardown(() => site.close());
  return supertest(site.url);
}

t.test("a read follows redirects to the same host", async (t) => {
  const ways: Record<string, Redirect> = {
    "301 to the other slash": leading(301, (path) => path.replace(/\/$/, "")),
    "302 to another path": leading(302, (path) => `/v3${path}`),
    "303 to a URL": leading(303, (path, origin) => `${origin}/v3${path}`),
    "307 to another name": leading(307, (path) => `${path}index.json`),
    "308, twice": (request, response) =>
      leading(308, (path) => `/v2${path}`)(request, response) ||
      (request.url?.startsWith("/v2/") === true &&
        response.writeHead(301, { location: "../../../v3/api/news/all" }).end() === response),
  };
  for (const [name, way] of Object.entries(ways)) {
    const { url } = await startSource(t, way);
    const { body } = await (await startOver(t, url)).get("/bff/news");
    t.equal(body.meta?.total, 1, name);
  }
});

t.test("a read and a message follow from http to https", async (t) => {
  const source = await startSource(t);
  const front = await startTlsFront();
  front.leadTo(source.url);
  const usual = getCACertificates();
  setDefaultCACertificates([...usual, front.cert]);
  t.teardown(async () => {
    setDefaultCACertificates(usual);
    await front.close();
  });
  const site = await startOver(t, `http://localhost:${front.httpPort}`);
  t.equal((await site.get("/bff/news")).body.meta?.total, 1);
  t.equal((await site.post("/bff/contact").send(CONTACT)).status, 200);
});

t.test("any other redirect is refused, and operators see where it points", async (t) => {
  const other = await startSource(t);
  const refused: Record<string, [redirect: Redirect, says: string]> = {
    "another origin": [
      leading(308, (path) => `${other.url}${path}?key=secret`),
      `status 308 to ${other.url}/api/news/`,
    ],
    "user and password": [
      leading(302, () => "https://user:secret@example.org/login"),
      "status 302 to https://example.org/login",
    ],
    "a circle": [
      ({ url = "" }, response) => response.writeHead(301, { location: url }).end() === response,
      "/api/news/, too many",
    ],
    "no location": [leading(301, () => undefined), "status 301 to no URL"],
  };
  for (const [name, [redirect, says]] of Object.entries(refused)) {
    const { url } = await startSource(t, redirect);
    const site = await startOver(t, url);
    t.equal((await site.get("/bff/news")).status, 502, name);
    const { source: check } = (await site.get("/health/ready")).body.parts;
    t.match(check.data.news.fault, "redirect");
    const env = { PORT: "0", DATA_DIR: t.testdir(), CONTENT_API_URL: url };
    const findings = await runChecks(env);
    const reports = [
      check.why,
      JSON.stringify(findings),
      (await site.get("/bff/sources").set(OPERATOR)).text,
    ];
    for (const text of reports) {
      t.match(text, says, name);
      t.notMatch(text, "secret");
    }
  }
  t.same(other.requests, [], "nothing is sent there");
});

t.test("a message follows 307 and 308 with its key; any other redirect keeps it", async (t) => {
  const other = await startSource(t);
  const answers: unknown[] = [];
  for (const [status, target] of [
    [307, (path: string) => path.replace(/\/$/, "")],
    [308, (path: string) => `/v2${path}`],
    [301, (path: string) => `/v2${path}`],
    [302, (path: string) => `/v2${path}`],
    [303, (path: string) => `/v2${path}`],
    [307, () => other.url],
    [308, () => undefined],
  ] as const) {
    const source = await startSource(t, leading(status, target));
    const site = await startOver(t, source.url);
    const { status: code } = await site.post("/bff/contact").send(CONTACT);
    const [first, second] = source.requests.filter(({ method }) => method === "POST");
    answers.push([status, code, source.requests.length]);
    if (second === undefined) continue;
    t.equal(second.headers["idempotency-key"], first?.headers["idempotency-key"]);
    t.equal(second.body, first?.body);
  }
  t.same(answers, [
    [307, 200, 2],
    [308, 200, 2],
    [301, 202, 1],
    [302, 202, 1],
    [303, 202, 1],
    [307, 202, 1],
    [308, 202, 1],
  ]);
  t.same(other.requests, []);
});
