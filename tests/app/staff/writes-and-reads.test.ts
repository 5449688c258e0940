import type { ServerResponse } from "node:http";
import supertest from "supertest";
import t, { type Test } from "tap";
import { sendJson, startServer } from "../../fakes/misbehaving-server.ts";
import { startSite } from "../../setup/site/site.ts";
import { until } from "../../setup/until.ts";

const TOKEN = "a-token-of-the-staff";
const PATHS = { item: "/bff/events/a-day", page: "/events/a-day", feed: "/news-events" };

/** Starts a site over a source with one event. The test can hold back the source's responses to reads. */
async function scene(t: Test) {
  const event = { id: 7, slug: "a-day", title: "Before", start_date: "2027-03-04" };
  const place = { isHolding: false, isDown: false, held: [] as (() => void)[] };
  const respond = (response: ServerResponse, url: string) => {
    if (place.isDown) return sendJson(response, 500, {});
    if (url.startsWith("/api/news")) return sendJson(response, 200, { items: [] });
    return sendJson(response, 200, url.endsWith("/events/") ? { items: [event] } : event);
  };
  const source = await startServer(({ method, url = "" }, response) => {
    if (method === "PUT") event.title = "After";
    if (method !== "GET" || !place.isHolding) return respond(response, url);
    const asItWas = JSON.stringify(url.endsWith("/events/") ? { items: [event] } : event);
    place.held.push(() =>
      response.writeHead(200, { "content-type": "application/json" }).end(asItWas),
    );
  });
  const site = await startSite({
    contentApiUrl: source.url,
    env: { EVENTS_WRITE_TOKEN: TOKEN, HEAD_START_MS: "10000" },
  });
  t.teardown(async () => {
    await site.close();
    await source.close();
  });
  const get = (path: string) => supertest(site.url).get(path);
  const put = () =>
    supertest(site.url)
      .put("/bff/events/id/7")
      .set({ authorization: `Bearer ${TOKEN}`, "if-match": "*" })
      .send({ title: "After", startsAt: "2027-03-04" });
  return { place, get, put, source };
}

t.test("a response read before a change is never served after the change", async (t) => {
  for (const path of Object.values(PATHS)) {
    const { place, get, put } = await scene(t);
    place.isHolding = true;
    const before = get(path).then(({ text }) => text);
    await until(() => place.held.length > 0);
    place.isHolding = false;
    t.equal((await put()).status, 200);
    const after = (await get(path)).text;
    t.match(after, "After", path);
    for (const release of place.held) release();
    t.match(await before, /Before|After/, "the first reader gets a response");
    t.match((await get(path)).text, "After", `${path}: nothing of before was kept`);
  }
});

t.test("cached pages show a change at once, and the copy while the source fails", async (t) => {
  const { place, get, put } = await scene(t);
  for (const path of Object.values(PATHS)) t.match((await get(path)).text, "Before");
  await get(PATHS.page);
  t.equal((await put()).status, 200);
  for (const path of Object.values(PATHS)) t.match((await get(path)).text, "After", path);
  t.equal((await put()).status, 200);
  place.isDown = true;
  const { status, body } = await get(PATHS.item);
  t.same([status, body.data.title, body.meta.stale], [200, "After", true]);
});
