import { createServer, get as httpGet } from "node:http";
import type { AddressInfo } from "node:net";
import t, { type Test } from "tap";
import { listen } from "../../setup/listen.ts";
import { BROWSER } from "../../setup/site/browser-headers.ts";
import { METRICS_TOKEN, OPERATOR } from "../../setup/site/operator.ts";
import { metricValue, readMetrics } from "../../setup/site/read-metrics.ts";
import { samples, startScene } from "../../setup/site/scene.ts";
import { until } from "../../setup/until.ts";
import { CONTACT } from "../forms/forms-scene.ts";
import { PLEDGE } from "../forms/pledge-scene.ts";

async function scene(t: Test, env: Record<string, string> = {}) {
  const { source, site } = await startScene(t, { ...samples(), env });
  const get = (path: string) => fetch(site.url + path).then((response) => response.arrayBuffer());
  const value = async (name: string, labels?: Record<string, string>) =>
    metricValue(await readMetrics(`${site.url}/metrics`), name, labels);
  return { site, source, get, value };
}

t.test("requests are counted by template, and pages by how they came about", async (t) => {
  const { get, value } = await scene(t, { HEAD_START_MS: "2000" });
  for (const path of ["/about-us", "/about-us", "/events/nothing-here", "/nothing-here"])
    await get(path);
  const requests = "http_request_duration_seconds_count";
  t.equal(await value(requests, { route: "/about-us", status: "200" }), 2);
  t.equal(await value(requests, { route: "/events/:slug", status: "404" }), 1);
  t.equal(await value("site_page_cache_total", { state: "hit" }), 1);
  t.equal(await value("site_page_cache_total", { state: "miss" }), 2);
  t.equal(await value("site_page_cache_total", { state: "skip" }), 1);
  t.equal(await value(requests, { route: "*", status: "404" }), 1);
  t.equal(await value("site_page_cache_pages"), 2);
  t.equal(await value("site_render_duration_seconds_count", { kind: "whole" }), 3);
});

t.test("invented URLs add no series", async (t) => {
  const { site, get } = await scene(t);
  const count = async () => {
    const { samples } = await readMetrics(`${site.url}/metrics`);
    return samples.filter(({ name }) => name.startsWith("http_request_duration")).length;
  };
  for (const path of ["/made-up", "/events/made-up", "/bff/made-up", "/a/b/c"]) await get(path);
  await count();
  const before = await count();
  for (let index = 0; index < 5; index += 1)
    for (const path of ["/made-up", "/events/made-up", "/bff/made-up", "/a/b/c"])
      await get(`${path}-${index}?q=${index}`);
  t.equal(await count(), before);
});

t.test("the source's calls, its breaker and what is served meanwhile are counted", async (t) => {
  const { get, value, source } = await scene(t, { FRESH_SECONDS: "0" });
  await get("/bff/news");
  const calls = "site_source_call_duration_seconds_count";
  t.equal(await value(calls, { source: "content-api", outcome: "2xx" }), 1);
  t.equal(await value("site_source_breaker", { state: "closed" }), 1);
  source.mode = "refuse";
  const count = async (outcome: string) => Number((await value(calls, { outcome })) ?? 0);
  for (let visitors = 1; visitors <= 8; visitors += 1) {
    await get("/bff/news");
    await until(async () => (await count("network")) + (await count("not-asked")) === visitors);
  }
  t.equal(await value("site_source_breaker", { state: "open" }), 1);
  t.equal(await value("site_data_total", { state: "stale" }), 8);
  t.same([await count("network"), await count("not-asked")], [5, 3]);
  t.equal(await value("site_source_attempts_total"), 11, "each was tried twice, when it was");
  t.equal(await value("site_part_up", { part: "source" }), 0);
  t.equal(await value("site_part_up", { part: "store" }), 1);
});

t.test("messages sent, messages waiting and refusals by limits are counted", async (t) => {
  const { site, value, source } = await scene(t, { FORM_RATE_MAX: "1" });
  source.mode = "refuse";
  const post = (message: string) =>
    fetch(`${site.url}/bff/contact`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...CONTACT, message }),
    });
  t.equal((await post("How deep is the well?")).status, 202);
  t.equal((await post("And how old is it?")).status, 429);
  const pledge = await fetch(`${site.url}/donate/pledge`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams(PLEDGE),
  });
  t.equal(pledge.status, 303);
  t.equal(await value("site_inbox_messages", { state: "waiting" }), 1);
  t.ok(Number(await value("site_inbox_oldest_waiting_seconds")) >= 0);
  t.equal(await value("site_gifts", { state: "pledged", currency: "TZS" }), 1);
  t.equal(await value("site_gifts", { state: "paid", currency: "USD" }), 0);
  t.equal(await value("site_gifts_oldest_pending_seconds"), 0);
  t.equal(await value("site_rate_limited_total", { limit: "contact" }), 1);
});

t.test("a page sent in parts that nobody waits for is counted", async (t) => {
  const { site, value, source } = await scene(t, { HEAD_START_MS: "10" });
  source.hold();
  const leaving = new AbortController();
  const { signal } = leaving;
  const response = await fetch(`${site.url}/news-events`, { headers: BROWSER, signal });
  t.equal(response.status, 200);
  leaving.abort();
  await until(async () => (await value("site_streams_total", { ended: "aborted" })) === 1);
  t.equal(await value("http_requests_aborted_total"), 1);
});

/** Starts a handwritten proxy on this machine that names no visitor and sends its own `Host`. */
async function startPlainProxy(t: Test, siteUrl: string) {
  const { hostname, port: sitePort, host } = new URL(siteUrl);
  const proxy = await listen(
    createServer(({ url, headers }, response) => {
      const options = { host: hostname, port: sitePort, path: url, headers: { ...headers, host } };
      httpGet(options, (answer) => {
        response.writeHead(answer.statusCode ?? 0);
        answer.pipe(response);
      });
    }),
  );
  t.teardown(proxy.close);
  return `http://127.0.0.1:${proxy.port}`;
}

t.test("on the site's port the token alone opens the metrics", async (t) => {
  const { site } = await scene(t);
  const { hostname, port } = new URL(site.url);
  const proxyUrl = await startPlainProxy(t, site.url);
  const wrong = [
    {},
    { authorization: "Bearer the-token-of-another-site" },
    { authorization: `Basic ${METRICS_TOKEN}` },
    { authorization: METRICS_TOKEN },
    { "x-forwarded-for": "127.0.0.1", host: `${hostname}:${port}` },
  ];
  for (const path of ["/metrics", "/bff/sources", "/bff/sources?page=2"]) {
    for (const url of [site.url, proxyUrl, `http://localhost:${port}`])
      for (const headers of wrong) {
        const response = await fetch(url + path, { headers });
        t.equal(response.status, 404, `${path} ${JSON.stringify(headers)}`);
      }
    if (path.includes("?")) continue;
    t.equal((await fetch(proxyUrl + path, { headers: OPERATOR })).status, 200, path);
  }
  const { headers, body } = await site.app.inject({ url: "/metrics" });
  t.match(headers["content-type"], "text/html");
  t.notMatch(body, "process_resident_memory_bytes");
});

t.test("without a token the metrics are closed to programs on this machine too", async (t) => {
  const { site } = await scene(t, { METRICS_TOKEN: "" });
  for (const path of ["/metrics", "/bff/sources"])
    for (const headers of [{}, OPERATOR, { authorization: "Bearer undefined" }])
      t.equal((await fetch(site.url + path, { headers })).status, 404, path);
});

t.test("a port of their own has the metrics and nothing else", async (t) => {
  const { site } = await scene(t, { METRICS_PORT: "0" });
  t.equal((await fetch(`${site.url}/metrics`)).status, 404);
  const isReady = ({ msg }: Record<string, unknown>) => msg === "metrics server listening";
  await until(() => site.logs.some(isReady));
  const [ready = {}] = site.logs.filter(isReady);
  const { port } = ready.metrics as AddressInfo;
  const { families } = await readMetrics(`http://127.0.0.1:${port}/metrics`);
  t.ok(families.has("process_resident_memory_bytes"));
  t.equal((await fetch(`http://127.0.0.1:${port}/`)).status, 404);
});

t.test("violations are counted by directive, unknown directives as one", async (t) => {
  const { site, value } = await scene(t);
  for (const name of ["script-src-elem", "require-trusted-types-for", "made-up", "made-up-too"])
    await fetch(`${site.url}/csp-reports`, {
      method: "POST",
      headers: { "content-type": "application/csp-report" },
      body: JSON.stringify({ "csp-report": { "effective-directive": name } }),
    });
  const count = (directive: string) => value("site_csp_reports_total", { directive });
  t.equal(await count("script-src-elem"), 1);
  t.equal(await count("require-trusted-types-for"), 1);
  t.equal(await count("other"), 2);
});
