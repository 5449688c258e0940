import { createServer } from "node:http";
import supertest from "supertest";
import t, { type Test } from "tap";
import { startEmbeddedApi } from "../../../server/embedded-api/embedded-api.ts";
import { listen } from "../../setup/listen.ts";
import { startScene } from "../../setup/site/scene.ts";
import { shareScene } from "../../setup/site/shared-scene.ts";
import { startSite } from "../../setup/site/site.ts";
import { testFolder } from "../../setup/test-folder.ts";

const TOKEN = "a-token-of-the-staff";
const DRAFT = {
  title: "Open evening",
  startsAt: "2027-03-04T17:00",
  endsAt: "2027-03-04T16:00Z",
  location: "Bunju B",
  description: "<p>Come <script>alert(1)</script>and see.</p>",
  ticketPrice: "0",
};

async function scene(t: Test, env: Record<string, string> = { EVENTS_WRITE_TOKEN: TOKEN }) {
  const dataDir = testFolder(t, { source: {} });
  const startSource = () => startEmbeddedApi({ dataDir: `${dataDir}/source`, port: 0 });
  let source = await startSource();
  let site = await startSite({ contentApiUrl: source.url, env });
  const close = async () => {
    await site.close();
    await source.close();
  };
  t.teardown(close);
  return {
    logs: () => site.logs,
    restart: async () => {
      await close();
      source = await startSource();
      site = await startSite({ contentApiUrl: source.url, env });
    },
    get: (path: string) => supertest(site.url).get(path),
    send: (method: "post" | "put" | "delete", path: string) =>
      supertest(site.url)[method](path).set("authorization", `Bearer ${TOKEN}`),
    bare: (method: "post" | "put" | "delete", path: string) => supertest(site.url)[method](path),
  };
}
// All tests of this scene together may make at most 60 changes.
const sharedScene = shareScene(scene);

t.test("without a token in the settings there is nothing to write to", async (t) => {
  const { send } = await scene(t, {});
  for (const [method, path] of [
    ["post", "/bff/events"],
    ["put", "/bff/events/id/1"],
    ["delete", "/bff/events/id/1"],
    ["post", "/bff/events/preview"],
  ] as const)
    t.equal((await send(method, path).send(DRAFT)).status, 404, `${method} ${path}`);
});

t.test("no token is 401, a wrong one too, and nothing changes", async (t) => {
  const { bare, get, logs } = await sharedScene();
  const before = (await get("/bff/events?when=all&limit=100")).body.data;
  for (const [method, path] of [
    ["post", "/bff/events"],
    ["put", "/bff/events/id/1"],
    ["delete", "/bff/events/id/1"],
  ] as const) {
    const without = await bare(method, path).send(DRAFT);
    t.equal(without.status, 401, `${method} ${path}`);
    t.match(without.headers["www-authenticate"], /^Bearer/);
    t.equal(without.headers["cache-control"], "no-store");
    for (const wrong of ["Bearer no", `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`])
      t.match(await bare(method, path).set("authorization", wrong).send(DRAFT), {
        status: 401,
        headers: { "www-authenticate": /error="invalid_token"/ },
        body: { code: "wrong-token" },
      });
  }
  t.same((await get("/bff/events?when=all&limit=100")).body.data, before);
  t.notMatch(JSON.stringify(logs()), TOKEN);
});

t.test("an event is created, read, changed and deleted, and stays over a restart", async (t) => {
  const { send, get, restart } = await scene(t);
  const created = await send("post", "/bff/events").send(DRAFT);
  t.equal(created.status, 201);
  const path = created.headers.location ?? "";
  t.match(path, /^\/bff\/events\/id\/\d+$/);
  t.match(created.body.data, {
    title: "Open evening",
    startsAt: "2027-03-04T14:00:00Z",
    endsAt: "2027-03-04T16:00:00Z",
    location: "Bunju B",
    ticketPrice: { text: "Free", isFree: true },
  });
  t.notMatch(created.body.data.description, "script");

  await restart();
  const read = await get(path);
  t.equal(read.headers.etag, created.headers.etag, "the tag depends on the item alone");
  const id = created.body.data.id;
  const changed = await send("put", `/bff/events/id/${id}`)
    .set("if-match", read.headers.etag ?? "")
    .send({ ...read.body.data, title: "Open evening, moved", status: "cancelled" });
  t.equal(changed.status, 200);
  t.match(changed.body.data, {
    title: "Open evening, moved",
    status: "cancelled",
    startsAt: "2027-03-04T14:00:00Z",
    ticketPrice: { text: "Free" },
  });
  t.not(changed.headers.etag, read.headers.etag);
  t.match((await get(`/events/${created.body.data.slug}`)).text, "This event is cancelled.");

  const gone = await send("delete", `/bff/events/id/${id}`).set(
    "if-match",
    changed.headers.etag ?? "",
  );
  t.equal(gone.status, 204);
  t.equal((await get(path)).status, 404);
});

t.test("a change to an outdated version is 412, one without If-Match 428", async (t) => {
  const { send, get } = await scene(t);
  const read = await get("/bff/events/id/1");
  const body = { ...read.body.data, location: "Elsewhere" };
  t.equal((await send("put", "/bff/events/id/1").send(body)).status, 428);
  t.equal((await send("delete", "/bff/events/id/1")).status, 428);
  const etag = read.headers.etag ?? "";
  // A proxy may have made the tag weak.
  const tag = `"other", W/${etag}`;
  t.equal((await send("put", "/bff/events/id/1").set("if-match", tag).send(body)).status, 200);
  const late = await send("put", "/bff/events/id/1").set("if-match", etag).send(body);
  t.equal(late.status, 412);
  t.match(late.body.message, "changed since you read it");
  const removal = send("delete", "/bff/events/id/1").set("content-type", "application/json");
  t.equal((await removal.set("if-match", etag)).status, 412, "without a body, whatever its type");
  t.equal((await send("delete", "/bff/events/id/999").set("if-match", "*")).status, 404);
  t.equal((await send("put", "/bff/events/id/999").set("if-match", "*").send(body)).status, 404);
});

t.test("a seeded event sent back as it was read loses nothing", async (t) => {
  const { send, get } = await scene(t);
  const { data } = (await get("/bff/events?when=all&limit=100")).body;
  for (const { id } of data) {
    const before = (await get(`/bff/events/id/${id}`)).body.data;
    const response = await send("put", `/bff/events/id/${id}`).set("if-match", "*").send(before);
    t.equal(response.status, 200, `${id}: ${response.text}`);
    const { updatedAt: _then, ...was } = before;
    const { updatedAt: _now, ...is } = (await get(`/bff/events/id/${id}`)).body.data;
    t.same(is, was);
  }
});

/** Returns a problem's errors, which are always a list, by field. */
const byField = ({ errors }: { errors: { field: string; message: string }[] }) =>
  Object.fromEntries(errors.map(({ field, message }) => [field, message]));

t.test("an invalid event is 422 with a sentence for each field", async (t) => {
  const { send } = await sharedScene();
  const bad = {
    title: " ",
    startsAt: "2027-02-30",
    endsAt: "soon",
    registrationUrl: "javascript:alert(1)",
    excerpt: "x".repeat(1001),
    image: { url: "ftp://example.org/x.png" },
  };
  const response = await send("post", "/bff/events").send(bad);
  t.equal(response.status, 422);
  t.match(response.headers["content-type"], /^application\/problem\+json/);
  t.match(byField(response.body), {
    title: "Enter a title",
    startsAt: /^Enter a date/,
    endsAt: /^Enter a date/,
    registrationUrl: /https/,
    excerpt: /at most 1,000/,
    "image.url": /https/,
  });
  const backwards = await send("post", "/bff/events").send({
    ...DRAFT,
    endsAt: "2027-03-04T16:00",
  });
  t.same(backwards.body.errors, [
    { field: "endsAt", code: "order", message: "The end must not be before the start" },
  ]);
  t.equal((await send("post", "/bff/events").send([])).status, 422);
  t.equal((await send("post", "/bff/events").type("text/plain").send("hello")).status, 415);
  t.equal((await send("post", "/bff/events").type("json").send('{"a":')).status, 400);
  const sly = '{"title":"x","startsAt":"2027-01-01","__proto__":{"a":1}}';
  t.equal((await send("post", "/bff/events").type("json").send(sly)).status, 400);
  const huge = { ...DRAFT, description: "x".repeat(140_000) };
  t.equal((await send("post", "/bff/events").send(huge)).status, 413);
});

t.test("a website without a scheme is https", async (t) => {
  const { send } = await scene(t);
  const typed = { registrationUrl: "forms.gle/x", mapUrl: "//maps.app.goo.gl/y" };
  t.match((await send("post", "/bff/events/preview").send({ ...DRAFT, ...typed })).body.data, {
    registrationUrl: "https://forms.gle/x",
    mapLinkUrl: "https://maps.app.goo.gl/y",
  });
});

t.test("a field that an event does not have is refused and named, with those it has", async (t) => {
  const { send, get } = await sharedScene();
  const bad = { ...DRAFT, titel: "x", image: { url: "https://a.example/b.jpg", caption: "x" } };
  for (const path of ["/bff/events", "/bff/events/preview"]) {
    const { status, body } = await send("post", path).send(bad);
    t.equal(status, 422);
    t.match(byField(body).titel, /^Unknown field\. Choose from .*title, status,/);
    t.match(byField(body)["image.caption"], /Choose from url, alt, width, height$/);
  }
  const { body } = await get("/bff/events/id/1");
  const put = (sent: object, query = "") =>
    send("put", `/bff/events/id/1${query}`).set("if-match", "*").send(sent);
  t.equal((await put({ ...body.data, locatoin: "Tabora" })).status, 422);
  t.equal((await put(body.data)).status, 200, "an event can be sent back as it was read");
  const query = await put(body.data, "?notify=no");
  t.equal(query.status, 400);
  t.equal(query.body.parameter, "notify");
});

t.test("a preview is what visitors would see, and changes nothing", async (t) => {
  const { send, get } = await sharedScene();
  const before = (await get("/bff/events?when=all")).body.meta.total;
  const { status, body } = await send("post", "/bff/events/preview").send(DRAFT);
  t.equal(status, 200);
  t.match(body.data, { title: "Open evening", startsAt: "2027-03-04T14:00:00Z" });
  t.notMatch(body.data.description, "script");
  t.equal((await get("/bff/events?when=all")).body.meta.total, before);
});

t.test("one key makes one event, however often it is sent, over a restart too", async (t) => {
  const dataDir = testFolder(t);
  const { send, get, restart } = await scene(t, { EVENTS_WRITE_TOKEN: TOKEN, DATA_DIR: dataDir });
  const before = (await get("/bff/events?when=all")).body.meta.total;
  const post = (draft: object = DRAFT) =>
    send("post", "/bff/events").set("idempotency-key", "once-only-1").send(draft);
  const first = await post();
  t.equal(first.status, 201);
  const tagOf = async () => (await get("/bff/events/id/1")).headers.etag;
  const tag = await tagOf();
  await restart();
  t.equal(await tagOf(), tag, "a change that was begun before is no conflict");
  const second = await post();
  t.equal(second.status, 201);
  t.equal(second.text, first.text);
  t.equal(second.headers.location, first.headers.location);
  t.equal(second.headers.etag, first.headers.etag);
  t.equal((await get("/bff/events?when=all")).body.meta.total, before + 1);
  const other = await post({ ...DRAFT, title: "Another evening" });
  t.equal(other.status, 422, "never a 201 that shows another event");
  t.equal(other.body.parameter, "Idempotency-Key");
  t.equal((await get("/bff/events?when=all")).body.meta.total, before + 1);
  const bad = await send("post", "/bff/events").set("idempotency-key", "short").send(DRAFT);
  t.equal(bad.status, 400);
});

t.test("nothing is changed at the URL where a slug is read", async (t) => {
  const { bare, send } = await sharedScene();
  for (const path of ["/bff/events/open-day-bunju", "/bff/events/1"])
    for (const method of ["put", "delete"] as const) {
      t.equal((await send(method, path).set("if-match", "*").send(DRAFT)).status, 404);
      t.equal((await bare(method, path).send(DRAFT)).status, 404);
    }
  const { body, headers } = await bare("post", "/bff/events/open-day-bunju").send(DRAFT);
  t.equal(body.status, 405);
  t.equal(headers.allow, "GET, HEAD");
});

/** Starts a source that holds these events and answers every write with `returned`. */
async function tersely(t: Test, returned: unknown, events: Record<string, unknown>[]) {
  const { source, site } = await startScene(t, { events, env: { EVENTS_WRITE_TOKEN: TOKEN } });
  source.eventResponse = returned;
  const post = () =>
    supertest(site.url)
      .post("/bff/events")
      .set({ authorization: `Bearer ${TOKEN}`, "idempotency-key": "tersely-1" })
      .send(DRAFT);
  const change = (method: "put" | "delete") =>
    supertest(site.url)
      [method]("/bff/events/id/7")
      .set({ authorization: `Bearer ${TOKEN}`, "if-match": "*" });
  return { source, post, change };
}

t.test("an event that the source did not return is read back, or is a problem", async (t) => {
  const stored = { id: 7, slug: "open-evening", title: "Open evening", start_date: "2027-03-04" };
  const { post } = await tersely(t, { id: 7 }, [stored]);
  const created = await post();
  t.equal(created.status, 201);
  t.match(created.body, { data: { id: "7", slug: "open-evening" }, links: { self: /id\/7$/ } });
  for (const [returned, where] of [
    [{ ok: true }, "/bff/events?when=all"],
    [{ id: 8 }, "/bff/events/id/8"],
  ] as const) {
    const { source, post } = await tersely(t, returned, []);
    const unseen = await post();
    t.equal(unseen.status, 502);
    t.ok(unseen.body.detail.includes(`Check ${where} before you send it again.`));
    const again = await post();
    t.equal(again.text, unseen.text, "the event is not created twice");
    t.equal(source.requests.filter((path) => path === "/api/events/").length, 1);
  }
});

t.test("a failure reported with status 200 is not taken for success", async (t) => {
  const event = { id: 7, slug: "open-evening", title: "Open evening", start_date: "2027-03-04" };
  const message = "The hall is taken.";
  const { post, change } = await tersely(t, { success: false, message }, [event]);
  for (const request of [post(), change("put").send(DRAFT), change("delete")])
    t.match(await request, { status: 422, body: { detail: message } });
});

t.test("a new event that the source has already, or has no place for, is refused", async (t) => {
  for (const [code, status] of [
    [409, 422],
    [404, 502],
  ] as const) {
    const source = await listen(createServer((_, response) => response.writeHead(code).end()));
    t.teardown(source.close);
    const site = await startSite({ contentApiUrl: source.url, env: { EVENTS_WRITE_TOKEN: TOKEN } });
    t.teardown(site.close);
    const post = supertest(site.url).post("/bff/events").auth(TOKEN, { type: "bearer" });
    t.match(await post.send(DRAFT), { status, body: { detail: /^The content source / } });
  }
});

t.test("each change leaves one line in the log, without its words", async (t) => {
  const { send, logs } = await scene(t);
  const { body } = await send("post", "/bff/events").send({ ...DRAFT, contactInfo: "Asha" });
  const { id } = body.data;
  await send("delete", `/bff/events/id/${id}`).set("if-match", "*");
  const lines = logs().filter((line) => line.msg === "audit");
  t.match(lines, [
    { audit: "event created", eventId: id, outcome: "done" },
    { audit: "event deleted", eventId: id, outcome: "done" },
  ]);
  for (const line of lines) t.type(line.reqId, "string");
  t.notMatch(JSON.stringify(logs()), /Asha|Open evening/);
});

t.test("too many tries from one IP address are 429, wrong tokens among them", async (t) => {
  const { bare } = await scene(t);
  const first = await bare("delete", "/bff/events/id/1");
  t.match(first.headers, { "x-ratelimit-limit": "60", "x-ratelimit-remaining": "59" });
  for (let count = 1; count < 60; count += 1) await bare("delete", "/bff/events/id/1");
  const response = await bare("delete", "/bff/events/id/1");
  t.equal(response.status, 429);
  t.match(response.headers["retry-after"], /^\d+$/);
});

t.test("a source that is down is 503 with Retry-After", async (t) => {
  const { source, post } = await tersely(t, null, []);
  source.mode = "refuse";
  const response = await post();
  t.equal(response.status, 503);
  t.match(response.headers["retry-after"], /^\d+$/);
  t.notMatch(response.text, "secret-of-the-source");
});
