import { once } from "node:events";
import { connect, type Socket } from "node:net";
import t, { type Test } from "tap";
import { BROWSER } from "../../setup/site/browser-headers.ts";
import { samples, startScene } from "../../setup/site/scene.ts";
import { shareScene } from "../../setup/site/shared-scene.ts";
import { until } from "../../setup/until.ts";

async function scene(t: Test, env: Record<string, string> = {}) {
  const clock = { ms: Date.parse("2026-06-15T09:00:00Z") };
  const { source, site } = await startScene(t, { ...samples(), env, now: () => clock.ms });
  const lines = () => site.logs.filter(({ msg }) => msg === "request");
  let received = 0;
  site.app.server.prependListener("request", () => {
    received += 1;
  });
  /** Sends a request and returns its line in the log. */
  async function lineAfter(send: () => Promise<unknown>): Promise<Record<string, unknown>> {
    await until(() => lines().length === received);
    const before = received;
    await send();
    await until(() => received > before && lines().length >= received);
    if (lines().length !== received) throw new Error("not one line a request");
    return lines().at(-1) ?? {};
  }
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(site.url + path, { headers: { ...BROWSER, ...headers } }).then((response) =>
      response.arrayBuffer(),
    );
  return { site, source, clock, lines, lineAfter, get };
}
const sharedScene = shareScene(scene);

t.test("a page reports its origin: rendered, response cache, saved copy", async (t) => {
  const { lineAfter, get, clock, source } = await scene(t, { HEAD_START_MS: "2000" });
  const rendered = await lineAfter(() => get("/news-events"));
  t.match(rendered, { method: "GET", route: "/news-events", status: 200, pageCache: "miss" });
  t.match(rendered, { data: "refreshed", robot: false, aborted: false });
  t.match(rendered.sources, [{ name: "content-api", status: 200, attempts: 1 }]);
  t.type(rendered.renderMs, "number");

  const hit = await lineAfter(() => get("/news-events"));
  t.match(hit, { pageCache: "hit", data: "fresh" });
  t.equal(hit.sources, undefined);
  t.equal(hit.renderMs, undefined);

  source.mode = "refuse";
  clock.ms += 400_000;
  const saved = await lineAfter(() => get("/news-events"));
  t.match(saved, { status: 200, pageCache: "refreshed", data: "stale" });
});

t.test("only the log line of a failure names the item", async (t) => {
  const { lineAfter, get, source, clock } = await scene(t, { HEAD_START_MS: "2000" });
  const well = await lineAfter(() => get("/bff/news/tree-day"));
  t.equal(well.item, undefined);
  source.mode = "error";
  clock.ms += 10_000_000;
  for (const [path, item] of [
    ["/news-events/news/of-nobody", "of-nobody"],
    ["/sw/news-events/news/of-nobody", "of-nobody"],
    ["/bff/news/of-nobody?fields=title", "of-nobody"],
    ["/bff/events/id/7", "7"],
    ["/events/of-nobody.ics", "of-nobody.ics"],
    ["/events/si%C3%B1%20a", undefined],
    ["/events/asha%40example.org", undefined],
    ["/news-events?q=typed", undefined],
  ] as const) {
    const line = await lineAfter(() => get(path));
    t.match(line, { data: "none" }, path);
    t.equal(line.item, item, path);
  }
});

t.test("a response without data is logged so, with the calls it made", async (t) => {
  const { lineAfter, get, source } = await scene(t);
  source.mode = "error";
  const line = await lineAfter(() => get("/bff/news"));
  t.match(line, { route: "/bff/news", status: 503, data: "none" });
  t.match(line.sources, [{ name: "content-api", status: 500, attempts: 1 }]);
});

t.test("a fault stands in the log once, with its cause, under the id of its request", async (t) => {
  const { site, get, source } = await scene(t);
  source.mode = "refuse";
  await get("/bff/news", { "x-request-id": "request-of-the-test" });
  const errors = site.logs.filter(({ msg }) => msg === "content source failed");
  t.equal(errors.length, 1);
  t.match(errors[0], {
    reqId: "request-of-the-test",
    err: { type: "UpstreamError", kind: "network", source: "content-api", attempts: 2 },
  });
  t.match(JSON.stringify(errors[0]?.err), /"cause":\{"type":/);
});

t.test("the line names the template, never the URL or a part of it", async (t) => {
  const { site, lineAfter, get } = await scene(t, { LOG_LEVEL: "trace", TRUST_PROXY: "127.0.0.1" });
  const secret = "jane-doe-0712345678";
  const headers = {
    "user-agent": secret,
    referer: secret,
    authorization: secret,
    cookie: secret,
    "x-forwarded-for": "203.0.113.77",
  };
  const routes = {
    [`/events/${secret}?email=${secret}`]: "/events/:slug",
    [`/${secret}?q=${secret}`]: "*",
    [`/bff/news/${secret}`]: "/bff/news/:slug",
    [`/bff/${secret}`]: "(unknown)",
    [`/%zz${secret}`]: "(unknown)",
  };
  for (const [path, route] of Object.entries(routes)) {
    const line = await lineAfter(() => get(path, headers));
    t.equal(line.route, route, path);
  }
  t.notMatch(JSON.stringify(site.logs), /jane-doe|203\.0\.113\.77/);
});

t.test("a visitor who leaves is logged as such, once", async (t) => {
  const { site, lineAfter, source } = await scene(t, { HEAD_START_MS: "20" });
  source.hold();
  const { port } = new URL(site.url);
  const leave = (path: string, when: (socket: Socket) => Promise<unknown>) => async () => {
    const socket = connect(Number(port), "127.0.0.1");
    socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`);
    await when(socket);
    socket.destroy();
  };
  const isCalled = () => until(() => source.requests.length > 0);
  t.match(await lineAfter(leave("/bff/news", isCalled)), { aborted: true, status: 499 });
  const hasBegun = (socket: Socket) => once(socket, "data");
  const streamed = await lineAfter(leave("/news-events", hasBegun));
  t.match(streamed, { aborted: true, status: 200, pageCache: "skip" });
  t.ok(Number(streamed.bytes) > 0);
});

t.test("the logged bytes are those of the encoded body", async (t) => {
  const { site, lineAfter, get } = await sharedScene();
  let length = 0;
  const raw = await lineAfter(async () => {
    length = (await get("/about-us", { "accept-encoding": "identity" })).byteLength;
  });
  t.equal(raw.bytes, length);
  const coded = await lineAfter(() => get("/about-us", { "accept-encoding": "br" }));
  t.ok(Number(coded.bytes) < length / 2);
  for (const path of ["/health/live", "/bff/news", "/no-such-page", "/robots.txt"]) {
    const line = await lineAfter(async () => {
      length = (await get(path, { "accept-encoding": "identity" })).byteLength;
    });
    t.equal(line.bytes, length, path);
  }
  const empty = await lineAfter(() => fetch(`${site.url}/bff/news`, { method: "OPTIONS" }));
  t.match(empty, { status: 204, bytes: 0 });
});

t.test("search engines and limits are marked", async (t) => {
  const { site, lineAfter, get } = await scene(t, { FORM_RATE_MAX: "1" });
  const robot = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
  t.match(await lineAfter(() => get("/about-us", { "user-agent": robot })), { robot: true });
  const fields = { name: "Asha", email: "asha@example.org", subject: "Water" };
  const post = (message: string) =>
    fetch(`${site.url}/bff/contact`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...fields, message }),
    });
  await lineAfter(() => post("How deep is the well?"));
  t.match(await lineAfter(() => post("And how old?")), { status: 429, limited: "contact" });
});

t.test("a caller's trace goes on to the source, and stands in the line", async (t) => {
  const { lineAfter, get } = await sharedScene();
  const traceId = "0af7651916cd43dd8448eb211c80319c";
  const traceparent = `00-${traceId}-b7ad6b7169203331-01`;
  t.equal((await lineAfter(() => get("/bff/news", { traceparent }))).traceId, traceId);
  const odd = await lineAfter(() => get("/bff/news", { traceparent: "00-zz" }));
  t.match(odd.traceId, /^[0-9a-f]{32}$/);
  t.not(odd.traceId, traceId);
  const zeros = { "x-request-id": "00000000-0000-0000-0000-000000000000" };
  t.match((await lineAfter(() => get("/bff/news", zeros))).traceId, /[1-9a-f]/);
});

t.test("secrets are removed from the log if code logs them by mistake", async (t) => {
  const { site } = await sharedScene();
  const secret = "planted";
  for (const key of ["body", "fields", "email", "phone", "name", "headers", "ip", "url"])
    site.app.log.warn({ [key]: secret }, "a mistake");
  site.app.log.warn({ req: { headers: { cookie: secret } } }, "a mistake");
  t.notMatch(JSON.stringify(site.logs), secret);
});

t.test("every error response carries the request id", async (t) => {
  const { site, source, lineAfter } = await scene(t);
  source.mode = "refuse";
  const html = { accept: "text/html" };
  const requests: [string, RequestInit, number][] = [
    ["/%zz", { headers: html }, 400],
    [`/bff/news/${"x".repeat(400)}`, {}, 404],
    ["/bff/nothing", {}, 404],
    ["/bff/news", {}, 503],
    ["/about-us", { method: "DELETE" }, 405],
    ["/bff/contact", { method: "POST", body: "x" }, 415],
  ];
  for (const [path, init, status] of requests) {
    let output = "";
    let id: string | null = null;
    const line = await lineAfter(async () => {
      const response = await fetch(site.url + path, init);
      id = response.headers.get("x-request-id");
      output = await response.text();
      t.equal(response.status, status, path);
    });
    t.equal(line.reqId, id, path);
    t.ok(id && output.includes(id), `${path} shows its id`);
  }
});

t.test("Server-Timing says how a page came about, and changes no stored bytes", async (t) => {
  const { site } = await scene(t, { HEAD_START_MS: "2000" });
  const request = async () => {
    const response = await fetch(`${site.url}/news-events`);
    await response.arrayBuffer();
    return { timing: response.headers.get("server-timing"), etag: response.headers.get("etag") };
  };
  const [rendered, cached] = [await request(), await request()];
  t.match(rendered.timing, /^cache;desc=miss, data;desc=refreshed, render;dur=\d/);
  t.equal(cached.timing, "cache;desc=hit");
  t.equal(cached.etag, rendered.etag);
});
