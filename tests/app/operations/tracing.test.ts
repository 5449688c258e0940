import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import t, { type Test } from "tap";
import { listen } from "../../setup/listen.ts";
import { samples, startScene } from "../../setup/site/scene.ts";
import { until } from "../../setup/until.ts";

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: Record<string, unknown> }[];
}
interface Batch {
  resourceSpans: { scopeSpans: { spans: Span[] }[] }[];
}

/** Starts a collector that takes OTLP over HTTP as JSON. */
async function startCollector(t: Test, status = 200) {
  const spans: Span[] = [];
  const server = createServer(async (request, response) => {
    const batch = (await json(request)) as Batch;
    t.equal(request.url, "/v1/traces");
    t.equal(request.headers["content-type"], "application/json");
    for (const { scopeSpans } of batch.resourceSpans)
      for (const scope of scopeSpans) spans.push(...scope.spans);
    response.writeHead(status, { "content-type": "application/json" }).end("{}");
  });
  const { url, close } = await listen(server);
  t.teardown(close);
  return { url, spans };
}

t.test("a request, its call to the source and its rendering are the caller's trace", async (t) => {
  const collector = await startCollector(t);
  const { site } = await startScene(t, {
    ...samples(),
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, HEAD_START_MS: "2000" },
  });
  const traceId = "0af7651916cd43dd8448eb211c80319c";
  const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` };
  await fetch(`${site.url}/news-events/news/tree-day?q=secret`, { headers });
  await fetch(`${site.url}/news-events/news/tree-day`, { headers });
  for (const body of ['{"name":"a secret', '{"secret":1}', '{"name":{"secret":1}}'])
    await fetch(`${site.url}/bff/contact?from=secret`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body,
    });
  await fetch(`${site.url}/bff/secret?secret`, { headers });
  await until(() => site.logs.filter(({ msg }) => msg === "request").length === 6);
  await site.close();

  const [line] = site.logs.filter(({ msg }) => msg === "request");
  t.equal(line?.traceId, traceId);
  // `startSite` itself reads the document of the API.
  const spans = collector.spans.filter(({ name }) => name !== "GET /bff/openapi.json");
  t.same([...new Set(spans.map((span) => span.traceId))], [traceId]);
  const requests = spans.filter(({ name }) => name === "GET /*");
  t.equal(requests.length, 3, "pages out of the cache have a span too");
  for (const { parentSpanId } of requests) t.equal(parentSpanId, "b7ad6b7169203331");
  const facts = requests[0]?.attributes.map(({ key, value }) => [key, Object.values(value)[0]]);
  t.match(Object.fromEntries(facts ?? []), {
    "http.request.method": "GET",
    "http.route": "/*",
    "http.response.status_code": 200,
  });
  t.equal(spans.filter(({ name }) => name === "POST /bff/contact").length, 3);
  const below = spans.filter(({ parentSpanId }) => parentSpanId === requests[0]?.spanId);
  t.same(below.map(({ name }) => name).sort(), ["content-api GET", "render"]);
  t.notMatch(JSON.stringify(collector.spans), /secret|tree-day/);
});

t.test("a collector that refuses all traces changes nothing for visitors", async (t) => {
  // A collector that refuses: the exporter would retry an unreachable collector for nine seconds.
  const { url } = await startCollector(t, 400);
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: url };
  const { site } = await startScene(t, { ...samples(), env });
  t.equal((await fetch(`${site.url}/news-events`)).status, 200);
  await site.close();
  const reported = site.logs.filter(({ msg }) => msg === "traces cannot be sent");
  t.equal(reported.length, 1);
});
