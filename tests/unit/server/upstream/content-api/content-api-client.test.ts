import type { ServerResponse } from "node:http";
import t from "tap";
import { createContentApiClient } from "../../../../../server/upstream/content-api/content-api-client.ts";
import type { ReadReport } from "../../../../../server/upstream/content-api/read-report.ts";
import { createHttpClient } from "../../../../../server/upstream/http/http-client.ts";
import { readSample, readSampleList } from "../../../../fixtures/upstream/samples.ts";
import { sendJson, startServer } from "../http/misbehaving-server.ts";

const call = { requestId: "r1" };

async function scene(
  test: { teardown: (done: () => Promise<void>) => void },
  respond: (path: string, response: ServerResponse) => void,
) {
  const server = await startServer((request, response) => respond(request.url ?? "", response));
  const baseUrl = `${server.url}/cms`;
  const http = createHttpClient({ source: "content-api", baseUrl, retryDelayMs: 1 });
  const reports: ReadReport[] = [];
  const api = createContentApiClient({
    http,
    baseUrl,
    onReadReport: (report) => reports.push(report),
  });
  test.teardown(async () => {
    await http.close();
    await server.close();
  });
  const requested = (): string[] => server.requests.map(({ method, url }) => `${method} ${url}`);
  return { api, server, reports, requested };
}

t.test("each call goes to its path of the specification", async (t) => {
  const { api, requested, reports } = await scene(t, (path, response) => {
    if (/(?:news|events)\/$/.test(path)) sendJson(response, 200, { items: [] });
    else sendJson(response, 200, { id: 7, slug: "maji ni uhai", title: "T" });
  });
  await api.news.list(call);
  await api.news.bySlug("maji ni uhai", call);
  await api.news.byId("7", call);
  await api.events.list(call);
  await api.events.bySlug("maji ni uhai", call);
  await api.events.byId("7", call);
  await api.createEvent({ title: "T" }, call);
  await api.updateEvent("7", { title: "T" }, call);
  await api.deleteEvent("7", call);
  await api.postContact({ name: "Asha" }, { idempotencyKey: "k1" }, call);
  t.same(requested(), [
    ...["GET /cms/api/news/", "GET /cms/api/news/maji%20ni%20uhai", "GET /cms/api/news/id/7"],
    ...["GET /cms/api/events/", "GET /cms/api/events/maji%20ni%20uhai", "GET /cms/api/events/id/7"],
    ...[
      "POST /cms/api/events/",
      "PUT /cms/api/events/7",
      "DELETE /cms/api/events/7",
      "POST /cms/api/contacts/",
    ],
  ]);
  t.same(
    reports.map(({ source, kind }) => `${source} ${kind}`),
    [...["news list", "news item", "news item", "events list", "events item", "events item"]],
  );
});

t.test("lists and items are clean, images have the API's own origin", async (t) => {
  const { api, server } = await scene(t, (path, response) => {
    if (path.endsWith("/"))
      sendJson(response, 200, readSampleList(path.includes("news") ? "news" : "events"));
    else sendJson(response, 200, { item: readSample("news", "122") });
  });
  t.equal((await api.news.list(call)).length, 25);
  t.equal((await api.events.list(call)).length, 18);
  const item = await api.news.byId("122", call);
  t.equal(item?.image?.url, `${server.url}/media/uploads/2025/clinic.jpg`);
});

t.test("an item the source does not have is null", async (t) => {
  const { api } = await scene(t, (path, response) => {
    if (path.endsWith("gone")) response.writeHead(410).end();
    else sendJson(response, 404, { message: "Not found" });
  });
  for (const slug of ["missing", "gone"]) t.equal(await api.news.bySlug(slug, call), null, slug);
});

t.test("a slug that is no path segment is not requested", async (t) => {
  const { api, requested } = await scene(t, (_path, response) => sendJson(response, 200, {}));
  for (const slug of ["..", "a/b", "a?b", "%2e%2e", "", "\uD83D"]) {
    t.equal(await api.news.bySlug(slug, call), null);
    t.equal(await api.events.byId(slug, call), null);
    await t.rejects(api.deleteEvent(slug, call), {
      name: "UpstreamError",
      kind: "status",
      status: 404,
      attempts: 0,
    });
  }
  t.same(requested(), []);
});

t.test("another item than requested is an error of shape", async (t) => {
  const { api, reports } = await scene(t, (_path, response) =>
    sendJson(response, 200, readSample("news", "101")),
  );
  await t.rejects(api.news.bySlug("tree-day", call), { name: "UpstreamError", kind: "shape" });
  await t.rejects(api.news.byId("102", call), { name: "UpstreamError", kind: "shape" });
  t.equal((await api.news.byId("101", call))?.id, "101");
  t.equal(reports.length, 1);
});

t.test("errors of the source are passed on unchanged", async (t) => {
  const { api } = await scene(t, (path, response) => {
    if (path.includes("contacts")) sendJson(response, 422, { message: "Message too short" });
    else if (path.includes("events")) sendJson(response, 200, { items: null });
    else response.writeHead(503).end();
  });
  await t.rejects(api.news.list(call), {
    name: "UpstreamError",
    kind: "status",
    status: 503,
    attempts: 2,
  });
  await t.rejects(api.events.list(call), { name: "UpstreamError", kind: "shape" });
  const contact = api.postContact({}, { idempotencyKey: "k1" }, call);
  await t.rejects(contact, {
    name: "UpstreamError",
    status: 422,
    sourceMessage: "Message too short",
    attempts: 1,
  });
});

t.test("writes carry their body, key and request id", async (t) => {
  const { api, server } = await scene(t, (_path, response) => sendJson(response, 201, { id: 9 }));
  t.match(await api.createEvent({ title: "T" }, call), { status: 201, json: { id: 9 } });
  await api.postContact({ name: "Asha" }, { idempotencyKey: "k1" }, call);
  t.match(server.requests[0], { body: '{"title":"T"}', headers: { "x-request-id": "r1" } });
  t.match(server.requests[1], { body: '{"name":"Asha"}', headers: { "idempotency-key": "k1" } });
});

t.test("an aborted call sends no request", async (t) => {
  const { api, requested } = await scene(t, (_path, response) => sendJson(response, 200, []));
  const reason = new Error("client disconnected");
  const left = { requestId: "r1", signal: AbortSignal.abort(reason) };
  t.equal(await api.news.list(left).catch((error: unknown) => error), reason);
  t.same(requested(), []);
});
