import t, { type Test } from "tap";
import { getLines, type RawResponse, rawRequest } from "../../setup/site/raw-request.ts";
import { startScene } from "../../setup/site/scene.ts";
import { shareScene } from "../../setup/site/shared-scene.ts";

async function scene(t: Test) {
  const { source, site } = await startScene(t);
  /** Sends, and holds what every refusal has: our headers, a readable body, a line in the log. */
  async function refused(bytes: string, status: number, name: string): Promise<RawResponse> {
    const before = site.logs.length;
    const response = await rawRequest(site.url, bytes);
    const expected = {
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "content-security-policy": /default-src 'none'/,
      "cache-control": "no-store",
      "content-type": /^(text\/html|application\/problem\+json)/,
      "x-request-id": /^[\w-]{36}$/,
    };
    t.match([response.status, Object.fromEntries(response.headers)], [status, expected], name);
    t.notMatch(response.body, /FST_|HPE_|Error:|node_modules|at .*\.ts:/, name);
    const lines = site.logs
      .slice(before)
      .filter(({ msg }) => msg === "request" || msg === "request refused");
    t.same(
      lines.map((line) => [line.status, line.reqId]),
      [[status, response.headers.get("x-request-id")]],
      `${name}: one line in the log`,
    );
    return response;
  }
  const isWell = async () => t.equal((await fetch(`${site.url}/health/ready`)).status, 200);
  return { site, source, refused, isWell };
}
const sharedScene = shareScene(scene);

t.test("paths that climb, or hide a slash or a null byte, lead nowhere", async (t) => {
  const { refused, isWell, source } = await sharedScene();
  for (const path of [
    "/../../etc/passwd",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/assets/..%2f..%2fpackage.json",
    "/assets/%2e%2e/%2e%2e/package.json",
    "/assets%5c..%5cpackage.json",
    "/assets/%00.js",
    "/%00",
    "/news-events/news/a%00b",
    "/news-events/news/a%2Fb",
    "/news-events/news/%2e%2e%2fcontacts",
    "/events/..%5c..%5ccontacts",
    "/bff/news/%2e%2e%2fcontacts",
    "/bff/%2e%2e/%2e%2e/package.json",
    "/.env",
    "/.git/config",
    "/.vite/manifest.json",
    "//evil.example",
    "//evil.example/",
    "/\\evil.example/",
    "/.//evil.example/",
    "/news-events/;a=b",
    "/BFF/news",
    `/news-events/news/${"a".repeat(201)}`,
    `/bff/news/${"a".repeat(201)}`,
  ]) {
    const status = /^\/bff\/news\/%2e/.test(path) ? 400 : 404;
    const response = await refused(getLines(path), status, path.slice(0, 60));
    t.equal(response.headers.get("location"), undefined, path);
  }
  t.same(source.requests, [], "the source is not queried for what cannot be a slug");
  await isWell();
});

t.test(
  "whatever is asked below /bff, however it is written, the answer is a problem",
  async (t) => {
    const { refused } = await sharedScene();
    for (const path of [
      "/BFF/news",
      "/Bff",
      "//bff/news",
      "/bff//news",
      "/bff///news/tree-day",
      "/bff/../package.json",
      "/bff/docs/none",
      "/bff/docs/static/none.js",
      "/bff/docs/static/../../package.json",
      "/bff/docs/static/%2e%2e/%2e%2e/package.json",
      "/bff/docs/static/..%2f..%2fpackage.json",
    ]) {
      const { headers, body } = await refused(getLines(path), 404, path);
      t.match(headers.get("content-type"), /^application\/problem\+json/, path);
      const problem = JSON.parse(body);
      t.equal(problem.requestId, headers.get("x-request-id"), path);
      t.equal(problem.title, "Not found");
      t.match(problem.detail, /^There is no/);
      t.equal(problem.message, problem.detail);
      t.equal(/single slashes/.test(body), /^\/\/|\/\/|^\/B/.test(path), path);
    }
    const { body } = await refused(getLines("/BFF/%"), 400, "undecodable");
    t.equal(JSON.parse(body).title, "Bad request");
  },
);

t.test("URLs that cannot be decoded are 400, as page and as problem", async (t) => {
  const { refused } = await sharedScene();
  for (const path of ["/%", "/%zz", "/%c0%af", "/news-events/news/%ff", "/events/%E0%A4%A.ics"]) {
    const { headers } = await refused(getLines(path), 400, path);
    t.match(headers.get("content-type"), "text/html");
  }
  const { headers, body } = await refused(getLines("/bff/%"), 400, "data");
  t.match(headers.get("content-type"), "application/problem+json");
  t.match(JSON.parse(body), { status: 400, requestId: headers.get("x-request-id") });
});

t.test("a URL of 8 KiB is 414, a hundred headers and large ones are 431", async (t) => {
  const { site, refused, isWell } = await sharedScene();
  for (const target of [`/${"a".repeat(8192)}`, `/news-events?type=${"x".repeat(8192)}`]) {
    const { body } = await refused(getLines(target), 414, `${target.length} characters`);
    t.notMatch(body, /a{999}|x{999}/, "the page does not repeat it");
  }
  await refused(getLines(`/bff/news?cursor=${"x".repeat(8192)}`), 414, "data");
  const fields = (count: number) =>
    Array.from({ length: count }, (_, index) => `x-${index}: y\r\n`).join("");
  await refused(getLines("/", fields(100)), 431, "100 headers");
  await refused(getLines("/", fields(2500)), 431, "2,500 headers");
  await refused(getLines("/", `x: ${"y".repeat(17_000)}\r\n`), 431, "a header of 17 kB");
  await refused(getLines(`/${"y".repeat(17_000)}`), 431, "an address of 17 kB");
  t.equal((await rawRequest(site.url, getLines("/", fields(40)))).status, 200);
  await isWell();
});

t.test("what is no HTTP gets an HTTP response, and leaves the site well", async (t) => {
  const { refused, isWell } = await sharedScene();
  const post = "POST /bff/contact HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";
  for (const [name, bytes] of Object.entries({
    "a TLS greeting": "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    "an HTTP/2 preface": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "an unknown method": "BREW / HTTP/1.1\r\nHost: x\r\n\r\n",
    "bare line feeds": "GET / HTTP/1.1\nHost: x\n\n",
    "a null byte in a header": "GET / HTTP/1.1\r\nHost: x\r\nA: a\x00b\r\n\r\n",
    "a space before the colon": "GET / HTTP/1.1\r\nHost : x\r\n\r\n",
    "two lengths": `${post}Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcd`,
    "length and chunks": `${post}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    "a coding after chunked": `${post}Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n`,
  }))
    await refused(bytes, 400, name);
  await refused("CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n", 405, "a tunnel");
  await refused(getLines("/", "Expect: 200-ok\r\n"), 417, "an expectation");
  const { body } = await refused(getLines("/", "Expect: 200-ok\r\n"), 417, "named once");
  t.match(JSON.parse(body), { title: "Expectation failed", type: "/problems/expectation-failed" });
  for (const method of ["TRACE", "PROPFIND", "OPTIONS", "DELETE"])
    await refused(getLines("/").replace("GET", method), 405, method);
  await isWell();
});

t.test("the host a request names is one, well formed, and used for nothing", async (t) => {
  const { refused, site } = await sharedScene();
  const withHost = (host: string) => `GET / HTTP/1.1\r\n${host}Connection: close\r\n\r\n`;
  await refused(withHost(""), 400, "no host");
  await refused(withHost("Host: a\r\nHost: b\r\n"), 400, "two hosts");
  await refused(withHost("Host: a b\r\n"), 400, "a space");
  await refused(withHost("Host: a/../b\r\n"), 400, "a path");
  await refused(withHost("Host: user@a\r\n"), 400, "a user");
  await refused(withHost(`Host: ${"a".repeat(300)}\r\n`), 400, "too long");
  await refused(getLines("http://evil.example/"), 400, "a whole address");
  for (const path of ["/", "/news-events", "/sitemap.xml", "/feed.xml", "/robots.txt", "/x/"]) {
    const lies =
      "X-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: https\r\nForwarded: host=evil.example\r\n";
    const requests = getLines(path, lies).replace("www.example.org", "evil.example");
    const { headers, body } = await rawRequest(site.url, requests);
    t.notMatch(body, "evil.example", path);
    t.notMatch(JSON.stringify([...headers]), "evil.example", path);
  }
  t.equal((await rawRequest(site.url, "GET / HTTP/1.0\r\n\r\n")).status, 200, "HTTP/1.0 has none");
});
