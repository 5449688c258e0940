import t, { type Test } from "tap";
import { breakouts } from "../../fixtures/hostile/breakouts.ts";
import { hostileUrls } from "../../fixtures/hostile/urls.ts";
import { getLines, type RawResponse, rawRequest } from "../../setup/site/raw-request.ts";
import { startScene } from "../../setup/site/scene.ts";
import { shareScene } from "../../setup/site/shared-scene.ts";

const expected = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "content-security-policy": /default-src 'none'/,
  "cache-control": "no-store",
  "content-type": /^(text\/html|application\/problem\+json)/,
  "x-request-id": /^[\w-]{36}$/,
};

async function scene(t: Test) {
  // Pages wait for their data, so that their status is final.
  const { source, site } = await startScene(t, { env: { HEAD_START_MS: "10000" } });
  /** Sends a request that must be refused, and checks our headers, a readable body and one line in the log. */
  async function refused(bytes: string, status: number, name: string): Promise<RawResponse> {
    const before = site.logs.length;
    const response = await rawRequest(site.url, bytes);
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
  /** Sends bytes that reach no route, and checks for a problem and a line in the log. */
  async function unread(bytes: string, status: number, name: string): Promise<void> {
    const before = site.logs.length;
    const { headers, body, ...response } = await rawRequest(site.url, bytes);
    t.match([response.status, Object.fromEntries(headers)], [status, expected], name);
    t.match(JSON.parse(body), { status, requestId: headers.get("x-request-id") }, name);
    const line = { msg: "request refused", status, reqId: headers.get("x-request-id") };
    t.match(site.logs.slice(before), [line], name);
  }
  const isWell = async () => t.equal((await fetch(`${site.url}/health/ready`)).status, 200);
  return { site, source, refused, unread, isWell };
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
  // The lists do not count: the site reads them on its own every 30 s.
  const items = source.requests.filter((path) => !/^\/api\/(?:news|events)\/$/.test(path));
  t.same(items, [], "the source is not asked for an impossible slug");
  await isWell();
});

t.test(
  "every failing request below /bff gets a problem, whatever its path and method",
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
      t.match(problem.detail, /^Nothing was found/);
      t.equal(problem.message, problem.detail);
      t.equal(/single slashes/.test(body), /^\/\/|\/\/|^\/B/.test(path), path);
    }
    const { body } = await refused(getLines("/BFF/%"), 400, "undecodable");
    t.equal(JSON.parse(body).title, "Bad request");
  },
);

t.test("no URL of the site leads to another site", async (t) => {
  const { site, isWell } = await sharedScene();
  for (const path of [
    "///evil.example/",
    "\\\\evil.example/",
    "/%5Cevil.example/",
    "/%2F%2Fevil.example/",
    "/%2Fevil.example/",
    "//evil.example/%2e%2e/",
    "/..//evil.example/",
    "/%09/evil.example/",
    "/;//evil.example/",
    "/news-events//evil.example/",
    "/https://evil.example/",
    "/https:evil.example/",
    "/contact/?x=//evil.example/",
    "/contact?next=https://evil.example/",
    "//evil.example/contact",
    "/faq/?%0d%0aSet-Cookie:%20owned=1",
    "/faq%0d%0aLocation:%20https://evil.example/",
    "/faq/%0d%0aSet-Cookie:owned=1/",
    "/faq/%E5%98%8D%E5%98%8ASet-Cookie:owned=1/",
  ]) {
    const { status, headers } = await rawRequest(site.url, getLines(path));
    t.ok(status > 0 && status < 500, path);
    t.equal(new URL(headers.get("location") ?? "", site.url).origin, site.url, path);
    t.equal(headers.get("set-cookie"), undefined, path);
  }
  await isWell();
});

t.test("what the JSON side says of a hostile question is no page", async (t) => {
  const { site } = await sharedScene();
  const wrong: string[] = [];
  for (const text of [...breakouts, ...hostileUrls].map(encodeURIComponent)) {
    for (const path of [
      `/bff/news/${text}`,
      `/bff/news?cursor=${text}&limit=${text}`,
      `/bff/${text}`,
    ]) {
      const { status, headers } = await fetch(site.url + path, { redirect: "manual" });
      const type = headers.get("content-type") ?? "";
      const isJson = /^application\/(?:problem\+)?json/.test(type);
      if (!isJson || headers.get("x-content-type-options") !== "nosniff")
        wrong.push(`${path}: ${status} ${type}`);
    }
  }
  t.same(wrong, []);
});

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

t.test("a URL as proxies get it is read as its path", async (t) => {
  const { site, refused } = await sharedScene();
  t.equal((await rawRequest(site.url, getLines("http://www.example.org/faq"))).status, 200);
  await refused(getLines("https://www.example.org//evil.example/"), 404, "no redirect elsewhere");
});

t.test("a path of 8 KiB is not repeated, larger header fields are 431", async (t) => {
  const { site, refused, unread, isWell } = await sharedScene();
  const { body } = await refused(getLines(`/${"a".repeat(8192)}`), 404, "a path");
  t.notMatch(body, /a{999}/, "the page does not repeat it");
  await refused(getLines(`/bff/news?cursor=${"x".repeat(8192)}`), 400, "data");
  await unread(getLines("/", "x: y\r\n".repeat(4_000)), 431, "4,000 headers");
  await unread(getLines("/", `x: ${"y".repeat(17_000)}\r\n`), 431, "a header of 17 kB");
  await unread(getLines(`/${"y".repeat(17_000)}`), 431, "an address of 17 kB");
  t.equal((await rawRequest(site.url, getLines("/", "x: y\r\n".repeat(40)))).status, 200);
  await isWell();
});

t.test("bytes that are not HTTP get an HTTP response and do no harm", async (t) => {
  const { site, refused, unread, isWell } = await sharedScene();
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
    await unread(bytes, 400, name);
  const tunnel = "CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n";
  t.equal((await rawRequest(site.url, tunnel)).status, 0, "a tunnel");
  t.equal((await rawRequest(site.url, getLines("/", "Expect: 200-ok\r\n"))).status, 417);
  for (const method of ["TRACE", "PROPFIND", "OPTIONS", "DELETE"])
    await refused(getLines("/").replace("GET", method), 405, method);
  await isWell();
});

t.test("two lines with a host are refused, wherever they stand", async (t) => {
  const { site, refused } = await sharedScene();
  const second = "Host: evil.example\r\n";
  for (const [name, bytes] of Object.entries({
    "another host": getLines("/", second),
    "the same host": getLines("/", "host: www.example.org\r\n"),
    "an absolute URL": getLines("http://www.example.org/faq", second),
    "an unknown page": getLines("/none", second),
    data: getLines("/bff/news", second),
    "a post": `POST /contact-us HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${second}Content-Length: 0\r\n\r\n`,
  }))
    await refused(bytes, 400, name);
  const first = "GET /robots.txt HTTP/1.1\r\nHost: www.example.org\r\n\r\n";
  const { body } = await rawRequest(site.url, first + getLines("/faq", second));
  t.match(body, /HTTP\/1\.1 400 /, "on a connection that has served a request");
});

t.test("the Host header of a request is never used", async (t) => {
  const { site } = await sharedScene();
  const hostless = await rawRequest(site.url, "GET / HTTP/1.1\r\nConnection: close\r\n\r\n");
  t.equal(hostless.status, 400, "no host");
  const address = await rawRequest(site.url, getLines("http://evil.example/"));
  t.notMatch(JSON.stringify([...address.headers]) + address.body, "evil.example");
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
