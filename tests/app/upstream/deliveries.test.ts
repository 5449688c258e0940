import type { IncomingMessage, ServerResponse } from "node:http";
import { brotliCompressSync, gzipSync } from "node:zlib";
import supertest from "supertest";
import t, { type Test } from "tap";
import { startServer } from "../../fakes/misbehaving-server.ts";
import { SAMPLE_CLOCK } from "../../fixtures/samples.ts";
import { startSite } from "../../setup/site/site.ts";
import { until } from "../../setup/until.ts";

/** A function that responds to the `attempt`th request for an item; `text` is the item as JSON. */
type Respond = (
  response: ServerResponse,
  context: { request: IncomingMessage; text: string; attempt: number },
) => unknown;

const JSON_TYPE = { "content-type": "application/json" };
const MEGABYTE = 1024 * 1024;
const SECRET = "secret-of-the-source";

const bytes =
  (headers: Record<string, string | number>, body: (text: string) => string | Buffer): Respond =>
  (response, { text }) =>
    response.writeHead(200, headers).end(body(text));
const status =
  (code: number, headers: Record<string, string> = {}): Respond =>
  (response) =>
    response.writeHead(code, headers).end(JSON.stringify({ message: SECRET }));
const well = bytes(JSON_TYPE, (text) => text);
const padded = (text: string, length: number) => text.padEnd(length, " ");

/** Starts a site over a source that delivers an item as the test says, and responds normally in between. */
async function scene(t: Test, { isCallLimited = false } = {}) {
  let respond: Respond = well;
  const server = await startServer((request, response) => {
    const slug = decodeURIComponent(request.url?.split("/").at(-1) ?? "");
    const text = JSON.stringify({ id: slug, slug, title: "Maji ni uhai" });
    const attempt = server.requests.filter(({ url }) => url === request.url).length;
    respond(response, { request, text, attempt });
  });
  const clock = { ms: SAMPLE_CLOCK };
  const site = await startSite({
    contentApiUrl: `${server.url}/v2/cms`,
    env: { LOG_LEVEL: "debug" },
    now: () => clock.ms,
    isCallLimited,
  });
  t.teardown(async () => {
    await site.close();
    await server.close();
  });
  let items = 0;
  const get = (slug: string) => supertest(site.url).get(`/bff/news/${slug}`);
  /** Requests an item for the first time, and counts how often the site asks the source for the item. */
  const deliver = async (given: Respond) => {
    items += 1;
    respond = given;
    const response = await get(`item-${items}`);
    const tries = server.requests.filter(({ url }) => url?.endsWith(`/item-${items}`)).length;
    respond = well;
    // Let any `Retry-After` expire, and add a success, so that the breaker never sees five faults in a row.
    clock.ms += 600_000;
    await get(`well-${items}`);
    return { response, tries, outcome: `${response.status} after ${tries}` };
  };
  const set = (next: Respond) => {
    respond = next;
  };
  return { server, site, get, deliver, set };
}

const DELIVERIES: Record<string, readonly [Respond, outcome: string]> = {
  "problem+json, with a byte order mark": [
    bytes({ "content-type": "application/problem+json; charset=utf-8" }, (text) => `\uFEFF${text}`),
    "200 after 1",
  ],
  "without a type": [bytes({}, (text) => text), "200 after 1"],
  "an older type of JSON": [bytes({ "content-type": "text/json" }, (text) => text), "200 after 1"],
  "a slug in capitals": [
    bytes(JSON_TYPE, (text) => text.replace('"slug":"item', '"slug":"Item')),
    "200 after 1",
  ],
  gzip: [bytes({ ...JSON_TYPE, "content-encoding": "gzip" }, gzipSync), "200 after 1"],
  brotli: [bytes({ ...JSON_TYPE, "content-encoding": "br" }, brotliCompressSync), "200 after 1"],
  "as large as may be": [bytes(JSON_TYPE, (text) => padded(text, 2 * MEGABYTE)), "200 after 1"],
  "a byte larger": [bytes(JSON_TYPE, (text) => padded(text, 2 * MEGABYTE + 1)), "502 after 1"],
  "too large a length": [
    (response) => response.writeHead(200, { ...JSON_TYPE, "content-length": 3e6 }).flushHeaders(),
    "502 after 1",
  ],
  "a gzip bomb": [
    bytes({ ...JSON_TYPE, "content-encoding": "gzip" }, (text) =>
      gzipSync(padded(text, 20 * MEGABYTE)),
    ),
    "502 after 1",
  ],
  "a brotli bomb": [
    bytes({ ...JSON_TYPE, "content-encoding": "br" }, (text) =>
      brotliCompressSync(padded(text, 20 * MEGABYTE)),
    ),
    "502 after 1",
  ],
  "a page": [bytes({ "content-type": "text/html" }, () => `<h1>${SECRET}</h1>`), "502 after 1"],
  "a page without a type": [bytes({}, () => `<h1>${SECRET}</h1>`), "502 after 1"],
  "a type that looks like JSON": [
    bytes({ "content-type": "application/jsonp" }, (text) => text),
    "502 after 1",
  ],
  "cut JSON": [bytes(JSON_TYPE, () => `{"${SECRET}": "abc`), "502 after 1"],
  "an empty body": [bytes(JSON_TYPE, () => ""), "502 after 1"],
  "wrong UTF-8": [bytes(JSON_TYPE, () => Buffer.from([0x22, 0xc3, 0x28, 0x22])), "502 after 1"],
  "gzip that is none": [
    bytes({ ...JSON_TYPE, "content-encoding": "gzip" }, (text) => text),
    "502 after 1",
  ],
  "an encoding that was not requested": [
    bytes({ ...JSON_TYPE, "content-encoding": "compress" }, (text) => text),
    "502 after 1",
  ],
  "another item": [
    bytes(JSON_TYPE, () => JSON.stringify({ id: 9, slug: "other", title: "T" })),
    "502 after 1",
  ],
  "no content": [(response) => response.writeHead(204).end(), "502 after 1"],
  "a redirect to another item": [
    status(302, { location: "/v2/cms/api/news/elsewhere" }),
    "502 after 1",
  ],
  "status 401": [status(401), "502 after 1"],
  "status 404": [status(404), "404 after 1"],
  "status 410, no JSON": [(response) => response.writeHead(410).end("gone"), "404 after 1"],
  "status 500": [status(500), "503 after 1"],
  "status 502, twice": [status(502), "503 after 2"],
  "status 503, then well": [
    (response, context) => (context.attempt === 1 ? status(503) : well)(response, context),
    "200 after 2",
  ],
  "status 504, then well": [
    (response, context) => (context.attempt === 1 ? status(504) : well)(response, context),
    "200 after 2",
  ],
  "status 503 with Retry-After": [status(503, { "retry-after": "120" }), "503 after 1"],
  "status 429 with a date": [
    status(429, { "retry-after": new Date(Date.now() + 60_000).toUTCString() }),
    "503 after 1",
  ],
  "closed before the head": [(_response, { request }) => request.socket.destroy(), "503 after 2"],
  "closed once, then well": [
    (response, context) =>
      context.attempt === 1 ? context.request.socket.destroy() : well(response, context),
    "200 after 2",
  ],
  "closed within the body": [
    (response, { request }) =>
      response
        .writeHead(200, { ...JSON_TYPE, "content-length": 100 })
        .write('{"half":', () => request.socket.end()),
    "503 after 2",
  ],
  "gzip that ends early": [
    bytes({ ...JSON_TYPE, "content-encoding": "gzip" }, (text) =>
      gzipSync(text.repeat(9)).subarray(0, 20),
    ),
    "503 after 2",
  ],
  "no HTTP": [(_response, { request }) => request.socket.end(`${SECRET}\r\n\r\n`), "503 after 2"],
};

t.test("a delivery of the source is shown, retried once, or becomes a problem", async (t) => {
  const { site, server, deliver, set } = await scene(t);
  const found: Record<string, string> = {};
  for (const [name, [respond]] of Object.entries(DELIVERIES)) {
    const { response, outcome } = await deliver(respond);
    const isShown = response.status !== 200 || response.body.data.title === "Maji ni uhai";
    found[name] = isShown ? outcome : response.text;
    if (response.text.includes(SECRET)) found[name] += " shows words of the source";
  }
  t.same(
    found,
    Object.fromEntries(Object.entries(DELIVERIES).map(([name, [, outcome]]) => [name, outcome])),
  );
  t.notMatch(JSON.stringify(site.logs), SECRET, "the log does not show it either");
  t.match(server.requests[0], {
    method: "GET",
    url: "/v2/cms/api/news/item-1",
    headers: { accept: "application/json", "x-request-id": /^[\w-]+$/ },
  });
  set(DELIVERIES["a slug in capitals"]?.[0] ?? well);
  const page = await supertest(site.url).get("/news-events/news/item-0");
  t.match(page.text, /rel="canonical" href="[^"]*\/Item-0"/, "an item has one address");
});

t.test("truncated JSON is told apart from JSON with trailing data", async (t) => {
  const { deliver, site } = await scene(t);
  const ends = {
    '{"a": {"b": 1}': "ends within",
    '{"a": 1} <!-- x': "not JSON",
    '{"a': "ends within",
  };
  for (const [body, fault] of Object.entries(ends)) {
    const before = site.logs.length;
    await deliver(bytes(JSON_TYPE, () => body));
    t.match(JSON.stringify(site.logs.slice(before)), fault, body);
  }
});

t.test("endless responses time out after four seconds, endless bodies at a limit", async (t) => {
  const { deliver, server, get, set } = await scene(t, { isCallLimited: true });
  set((response) => {
    response.writeHead(200, JSON_TYPE);
    const more = (): void => {
      while (!response.destroyed && response.write(" ".repeat(100_000)));
    };
    response.on("drain", more);
    more();
  });
  t.equal((await get("endless")).status, 502);
  t.equal((await deliver(well)).response.status, 200);
  set((response, { request }) => {
    // The silent source never responds; the slow one never ends its body.
    if (request.url?.endsWith("/slow")) response.writeHead(200, JSON_TYPE).write("[1,");
  });
  const begunAt = performance.now();
  const answers = await Promise.all([get("silent"), get("slow")]);
  t.same(
    answers.map(({ status }) => status),
    [503, 503],
  );
  t.ok(performance.now() - begunAt < 20_000, "a timeout of four seconds, even on a busy machine");
  t.equal(server.requests.filter(({ url }) => /silent|slow/.test(url ?? "")).length, 2, "once");
  t.equal((await deliver(well)).response.status, 200);
  await until(() => server.sockets.size <= 2);
});

t.test("readers of one item share a call, which ends when the last of them has left", async (t) => {
  const { server, site, set } = await scene(t);
  const held = new Map<string | undefined, { response: ServerResponse; text: string }>();
  set((response, { request, text }) =>
    held.set(request.url?.split("/").at(-1), { response, text }),
  );
  let received = 0;
  site.app.server.on("request", () => {
    received += 1;
  });
  /** Starts two readers of an item, and resolves once the site has received both requests. */
  const readers = async (slug: string) => {
    const before = received;
    const both = [1, 2].map(() => {
      const controller = new AbortController();
      const { signal } = controller;
      const status = fetch(`${site.url}/bff/news/${slug}`, { signal }).then(
        (response) => response.status,
        () => "left",
      );
      return { leave: () => controller.abort(), status };
    });
    await until(() => received === before + 2 && held.has(slug));
    return both;
  };
  const countLeft = () => site.logs.filter(({ aborted }) => aborted === true).length;

  const [one, two] = await readers("shared");
  one?.leave();
  await until(() => countLeft() === 1);
  t.equal(held.get("shared")?.response.destroyed, false, "the other waits for it");
  held.get("shared")?.response.writeHead(200, JSON_TYPE).end(held.get("shared")?.text);
  t.same([await one?.status, await two?.status], ["left", 200]);

  for (const reader of await readers("left")) reader.leave();
  await until(() => held.get("left")?.response.destroyed === true);
  t.equal(server.requests.length, 2);
});
