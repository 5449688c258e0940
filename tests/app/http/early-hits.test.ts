import { once } from "node:events";
import { connect } from "node:net";
import { text as textOf } from "node:stream/consumers";
import t, { type Test } from "tap";
import { createVersion } from "../../../server/pictures/fetch/picture-version.ts";
import { jpeg, serveBytes } from "../../fakes/pictures.ts";
import { startPictureScene } from "../../setup/site/picture-scene.ts";
import { metricValue, readMetrics } from "../../setup/site/read-metrics.ts";
import { shareScene } from "../../setup/site/shared-scene.ts";
import { until } from "../../setup/until.ts";

const PAGE = "/about-us";

async function scene(t: Test, env: Record<string, string> = {}) {
  const clock = { ms: Date.parse("2026-06-15T09:00:00Z") };
  const { site, source, urlOf, close } = await startPictureScene({ env, now: () => clock.ms });
  t.teardown(close);
  const tap = await jpeg(700, 400);
  source.media.set("/media/tap.jpg", serveBytes(tap));
  const version = createVersion();
  version.add(tap);
  const picture = urlOf("/media/tap.jpg", "320.webp", version.end()).slice(site.url.length);
  // The framework creates a logger for each request, before its hooks.
  const { log } = site.app;
  const child = log.child.bind(log);
  let handled = 0;
  log.child = (...given) => {
    handled += 1;
    return child(...given);
  };
  let sent = 0;
  /** A response, and whether the framework handled the request. */
  const get = async (path: string, headers: Record<string, string> = {}, method = "GET") => {
    const before = handled;
    sent += 1;
    const response = await fetch(site.url + path, { method, headers, redirect: "manual" });
    return { response, body: await response.text(), isEarly: handled === before };
  };
  /** Requests a path until its hits are known. */
  const warmUp = async (path: string, headers: Record<string, string> = {}) => {
    for (let round = 0; round < 3; round += 1) await get(path, headers);
  };
  /** The log lines of all requests, when the last is there. */
  const lines = async () => {
    const written = () => site.logs.filter(({ msg }) => msg === "request");
    await until(() => written().length === sent);
    return written();
  };
  return { site, source, clock, picture, get, warmUp, lines };
}

const sharedScene = shareScene(scene);

/** What differs by request. */
const OWN = ["date", "x-request-id", "age"];
const headersOf = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => !OWN.includes(name)));

t.test("a hit is the same response, log line and count, with and without routing", async (t) => {
  const { site, get, lines, picture } = await scene(t);
  // A page whose data is there is not streamed, so it is cached.
  for (const path of ["/bff/feed/news?page=1", "/bff/feed/events?past=1"]) await get(path);
  // Other encodings are replaced by better ones meanwhile.
  const headers = { "accept-encoding": "identity" };
  for (const path of [PAGE, "/news-events?page=1", "/sw/about-us", "/bff/news", picture]) {
    await get(path, headers);
    const routed = await get(path, headers);
    const early = await get(path, headers);
    t.same([routed.isEarly, early.isEarly], [false, true], path);
    t.equal(early.response.status, 200);
    t.same(headersOf(early.response), headersOf(routed.response), path);
    t.equal(early.body, routed.body);
    const [one, other] = (await lines()).slice(-2);
    const stable = (line = {}) => ({
      ...line,
      time: 0,
      reqId: "",
      traceId: "",
      durationMs: 0,
      ttfbMs: 0,
    });
    t.same(stable(other), stable(one), "the log line");
    t.not(other?.reqId, one?.reqId);
    if (path !== picture) t.equal(early.response.headers.get("x-request-id"), other?.reqId);
  }
  const metrics = await readMetrics(`${site.url}/metrics`);
  const count = (name: string, labels: Record<string, string>) =>
    metricValue(metrics, name, labels);
  t.equal(count("http_request_duration_seconds_count", { route: PAGE }), 6, "in two languages");
  t.equal(count("http_request_duration_seconds_count", { route: "/pictures/*" }), 3);
});

t.test("what the response depends on is read at each request", async (t) => {
  const { get, warmUp, picture, lines } = await sharedScene();
  await warmUp(PAGE);
  const { response, body } = await get(PAGE);
  const etag = response.headers.get("etag") ?? "";
  const unchanged = await get(PAGE, { "if-none-match": etag });
  t.same([unchanged.response.status, unchanged.body, unchanged.isEarly], [304, "", true]);
  const saving = await get(PAGE, { "save-data": "on" });
  t.match(saving.body, 'data-saver="true"');
  t.notMatch(
    (await get(PAGE, { cookie: "data-saver=0", "save-data": "on" })).body,
    'data-saver="true"',
  );
  const head = await get(PAGE, {}, "HEAD");
  t.same([head.response.status, head.body, head.isEarly], [200, "", false]);
  t.match((await lines()).at(-1), { method: "HEAD", bytes: 0 });
  t.equal((await get(PAGE, {}, "POST")).response.status, 405);
  const traced = await get(PAGE, { "x-request-id": "request-of-the-test" });
  t.equal(traced.response.headers.get("x-request-id"), "request-of-the-test");
  for (const encoding of ["gzip", "br", "identity"]) {
    await warmUp(PAGE, { "accept-encoding": encoding });
    const encoded = await get(PAGE, { "accept-encoding": encoding });
    t.equal(encoded.response.headers.get("content-encoding") ?? "identity", encoding);
    t.same([encoded.body === body, encoded.isEarly], [true, true], encoding);
  }

  await warmUp("/bff/news");
  t.equal((await get("/bff/news", { accept: "text/html" })).response.status, 406);
  await warmUp(picture);
  t.equal((await get(picture.replace("320", "321"))).response.status, 400);
});

t.test("what is refused, is refused for a known URL too", async (t) => {
  const { site, warmUp } = await sharedScene();
  await warmUp(PAGE);
  const send = (lines: string) => {
    const socket = connect(Number(new URL(site.url).port), "127.0.0.1");
    socket.write(`GET ${PAGE} HTTP/1.1\r\nconnection: close\r\n${lines}\r\n`);
    return textOf(socket);
  };
  t.match(await send("host: a\r\nhost: b\r\n"), /^HTTP\/1\.1 400 /);
  t.match(await send("host: a b\r\n"), /^HTTP\/1\.1 400 /);
  t.match(await send(""), /^HTTP\/1\.1 400 /);
  t.match(await send(`host: a\r\n${"x: y\r\n".repeat(70)}`), /^HTTP\/1\.1 431 /);
  t.match(await send("host: a\r\ncontent-length: 2\r\n\r\nab"), /^HTTP\/1\.1 200 /);
  const whole = await send("host: a\r\n");
  t.match(whole, /^HTTP\/1\.1 200 /);
  t.match(whole, /\r\nconnection: close\r\n/i);
});

t.test("responses of one connection keep the order of their requests", async (t) => {
  const { site, warmUp } = await sharedScene();
  await warmUp(PAGE);
  const socket = connect(Number(new URL(site.url).port), "127.0.0.1");
  const ask = (path: string, last = "") => `GET ${path} HTTP/1.1\r\nhost: a\r\n${last}\r\n`;
  const paths = ["/contact-us", PAGE, PAGE, "/blog", PAGE];
  socket.write(paths.map((path) => ask(path)).join("") + ask("/faq", "connection: close\r\n"));
  const all = await textOf(socket);
  const titles = [...all.matchAll(/<link rel="canonical" href="[^"]*?(\/[\w-]+)"/g)];
  t.same(
    titles.map(([, path]) => path),
    [...paths, "/faq"],
  );
});

t.test("hits between other requests do not hide how many are under way", async (t) => {
  const { site, warmUp } = await sharedScene();
  await warmUp(PAGE);
  const socket = connect(Number(new URL(site.url).port), "127.0.0.1");
  const ask = (path: string, last = "") => `GET ${path} HTTP/1.1\r\nhost: a\r\n${last}\r\n`;
  const pairs = Array.from({ length: 40 }, (_, n) => ask(`/no/such/page-${n}`) + ask(PAGE));
  socket.write(pairs.join("") + ask(PAGE, "connection: close\r\n"));
  await textOf(socket).catch(() => {});
  const refused = site.logs.filter((line) => line.fault === "too many pipelined requests");
  t.equal(refused.length, 1);
});

t.test("a response that is no longer fresh goes through its route", async (t) => {
  const { clock, get, warmUp, source } = await scene(t);
  await warmUp("/bff/news");
  await warmUp("/news-events");
  const called = () => source.requests.filter((url) => url.startsWith("/api/news")).length;
  const before = called();
  await get("/bff/news");
  t.equal(called(), before);
  clock.ms += 400_000;
  t.equal((await get("/news-events")).isEarly, false);
  t.equal((await get("/bff/news")).isEarly, false);
  t.ok(called() > before);
});

t.test("while the site closes, a hit closes its connection", async (t) => {
  const { site, get, warmUp } = await scene(t);
  await warmUp(PAGE);
  t.equal((await get(PAGE)).isEarly, true);
  const accepted = once(site.app.server, "connection");
  const socket = connect(Number(new URL(site.url).port), "127.0.0.1");
  const whole = textOf(socket);
  // Half a request holds the connection.
  socket.write(`GET ${PAGE} HTTP/1.1\r\nhost: a\r\n`);
  const [held] = await accepted;
  await until(() => held.bytesRead > 0);
  const closed = site.app.close();
  await until(() => !site.app.server.listening);
  socket.write("\r\n");
  t.match(await whole, /\r\nconnection: close\r\n/i);
  await closed;
});
