import { connect, type Socket } from "node:net";
import t, { type Test } from "tap";
import { SERVER_LIMITS, type ServerLimits } from "../../../server/fastify-instance.ts";
import { getLines, rawRequest } from "../../setup/site/raw-request.ts";
import { startScene } from "../../setup/site/scene.ts";
import { shareScene } from "../../setup/site/shared-scene.ts";
import { until } from "../../setup/until.ts";

async function scene(t: Test, limits: Partial<ServerLimits>) {
  const extra = { serverLimits: { ...limits, checkEveryMs: 20 } };
  const { site } = await startScene(t, { extra });
  const isWell = async () => t.equal((await fetch(`${site.url}/health/ready`)).status, 200);
  const open = (): Socket => {
    const { hostname, port } = new URL(site.url);
    const socket = connect(Number(port), hostname);
    socket.on("error", () => {});
    t.teardown(() => socket.destroy());
    return socket;
  };
  return { site, isWell, open };
}

const sharedScene = shareScene(scene);
/** Timeouts so short that every slow request of these tests exceeds them. */
const SHORT = { headersMs: 150, requestMs: 200 };

const ended = (socket: Socket) => new Promise((resolve) => socket.once("close", resolve));

t.test("the limits are those of the design", async (t) => {
  t.match(SERVER_LIMITS, { headersMs: 8_000, requestMs: 10_000 });
  t.ok(SERVER_LIMITS.checkEveryMs <= 1_000, "Node's own half minute would be theirs, not ours");
});

t.test("headers that trickle get 408, however many come", async (t) => {
  const { site, isWell } = await sharedScene(SHORT);
  const trickle = ["GET / HTTP/1.1\r\n", ...Array.from({ length: 100 }, (_, n) => `x-${n}: y\r\n`)];
  const many = Array.from({ length: 5 }, () => rawRequest(site.url, trickle, 20));
  await isWell();
  for (const { status, headers, body } of await Promise.all(many)) {
    t.equal(status, 408);
    t.equal(headers.get("connection"), "close");
    t.match(JSON.parse(body), { status: 408, requestId: headers.get("x-request-id") });
  }
  t.equal(site.logs.filter((line) => line.status === 408).length, 5);
});

t.test("a body that trickles gets 408", async (t) => {
  const { site } = await sharedScene(SHORT);
  const head = `POST /bff/contact HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n`;
  const response = await rawRequest(site.url, [head, ...Array.from({ length: 60 }, () => " ")], 20);
  t.equal(response.status, 408);
  const ofBodies = ({ status, route }: Record<string, unknown>) =>
    status === 408 && route === "/bff/contact";
  await until(() => site.logs.some(ofBodies));
  t.equal(site.logs.filter(ofBodies).length, 1, "a request like any other in the log");
  t.same(
    site.logs.filter(({ level }) => Number(level) > 30),
    [],
  );
  const page = head
    .replace("/bff/contact", "/contact-us")
    .replace("Host", "Accept: text/html\r\nHost");
  const refused = await rawRequest(
    site.url,
    [
      page.replace("application/json", "application/x-www-form-urlencoded"),
      ...Array.from({ length: 60 }, () => "a"),
    ],
    20,
  );
  t.equal(refused.status, 408);
  t.match(refused.body, /<h1/, "a page for a browser");
});

t.test("also on a connection that has served a request before, and after a 100", async (t) => {
  const { site } = await sharedScene(SHORT);
  const first = "GET /robots.txt HTTP/1.1\r\nHost: x\r\n\r\n";
  const post = "POST /contact-us HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n";
  const form = "Content-Type: application/x-www-form-urlencoded\r\n";
  const trickle = Array.from({ length: 60 }, () => "a");
  for (const [name, parts] of Object.entries({
    "a slow body": [first, `${post}${form}\r\n`, ...trickle],
    "slow headers": [first, "GET / HTTP/1.1\r\n", ...trickle],
    "a slow body that was asked for": [`${post}${form}Expect: 100-continue\r\n\r\n`, ...trickle],
  })) {
    const { body } = await rawRequest(site.url, parts, 20);
    const [, head = "", said = ""] = /(HTTP\/1\.1 408 [\s\S]*?)\r\n\r\n([\s\S]*)$/.exec(body) ?? [];
    t.match(head, /connection: close/, name);
    t.match(JSON.parse(said), { status: 408, requestId: /^[\w-]{36}$/ }, name);
  }
});

t.test("a refusal is never written into a response that has begun", async (t) => {
  const { site } = await sharedScene(SHORT);
  // The second request of the pipeline is not HTTP, and arrives while the first is still being answered.
  const { body } = await rawRequest(site.url, [
    "GET /about-us HTTP/1.1\r\nHost: x\r\n\r\nBREW / HTTP/1.1\r\n\r\n",
  ]);
  t.notMatch(body, /HTTP\/1\.1 400/);
});

t.test("a connection that says nothing is closed", async (t) => {
  const { open } = await sharedScene(SHORT);
  await ended(open().resume());
  t.pass();
});

t.test("a client that does not read is let go", async (t) => {
  const { site, open } = await scene(t, { stuckMs: 1_000 });
  // This request puts the page into the response cache.
  t.equal((await fetch(`${site.url}/about-us`)).status, 200);
  const held: Socket[] = [];
  site.app.server.on("connection", (socket) => held.push(socket));
  const requested = getLines("/about-us").replace("Connection: close\r\n", "");
  // Request more responses than the socket buffers hold.
  open().pause().write(requested.repeat(1_000));
  await until(() => held.length > 0);
  const [ours] = held;
  if (ours && !ours.destroyed) await ended(ours);
  t.pass();
});

t.test("connections beyond the ceiling are closed, and one line says so", async (t) => {
  const { site, open } = await scene(t, { connections: 3 });
  const first = [open(), open(), open()];
  await Promise.all(
    first.map((socket) => new Promise((resolve) => socket.once("connect", resolve))),
  );
  for (let count = 0; count < 5; count += 1) await ended(open().resume());
  const said = site.logs.filter((line) => line.msg === "connection limit reached");
  t.equal(said.length, 1);
  for (const socket of first) socket.destroy();
});
