import supertest from "supertest";
import t, { type Test } from "tap";
import { SAMPLE_CLOCK } from "../../fixtures/samples.ts";
import { OPERATOR } from "../../setup/site/operator.ts";
import { samples, startScene } from "../../setup/site/scene.ts";
import { shareScene } from "../../setup/site/shared-scene.ts";
import { every } from "../../setup/whole.ts";

const TOKEN = "a-token-of-the-staff";
const READS = [
  "/bff/news",
  "/bff/news/tree-day",
  "/bff/events?when=all",
  "/bff/events/id/502",
  "/bff/view/news",
  "/bff/view/events",
];

async function scene(t: Test, settings: Record<string, string> = {}) {
  const clock = { now: SAMPLE_CLOCK };
  const env = { EVENTS_WRITE_TOKEN: TOKEN, ...settings };
  const { source, site, get } = await startScene(t, { ...samples(), env, now: () => clock.now });
  return { source, clock, get, request: () => supertest(site.url) };
}
const sharedScene = shareScene(scene);

t.test("a response has a tag, and is 304 while it stays what it was", async (t) => {
  // Only pages grow stale in this test; the data stays fresh for an hour.
  const { get, clock } = await scene(t, { FRESH_SECONDS: "3600" });
  for (const path of every(2, READS)) {
    const first = await get(path);
    const etag = first.headers.etag ?? "";
    t.match(etag, /^(W\/)?"[\w-]{22}"$/, path);
    clock.now += 61_000;
    const suffixed = ["-gzip", "--gzip", ";br", "-zstd"].map((more) =>
      etag.replace(/"$/, `${more}"`),
    );
    for (const tag of [etag, `"other", ${etag}`, etag.replace("W/", ""), "*", ...suffixed]) {
      const again = await get(path).set("if-none-match", tag);
      t.equal(again.status, 304, `${path} ${tag}`);
      t.equal(again.text, "");
      t.equal(again.headers.etag, etag);
      t.equal(again.headers.link, first.headers.link);
      t.equal(again.headers["access-control-allow-origin"], "*");
      t.match(again.headers["cache-control"], "s-maxage");
    }
    t.equal((await get(path).set("if-none-match", 'W/"other"')).status, 200);
  }
});

t.test("shared caches are given a lifetime and an age", async (t) => {
  const { get, clock, source } = await scene(t);
  const first = await get("/bff/news");
  t.match(
    first.headers["cache-control"],
    /s-maxage=300, stale-while-revalidate=300, stale-if-error=/,
  );
  t.equal(first.headers.age, "0");
  clock.now += 45_000;
  const second = await get("/bff/news");
  t.equal(second.headers.age, "45");
  t.equal(second.body.meta.fetchedAt, first.body.meta.fetchedAt);
  t.equal(second.body.meta.stale, false);
  clock.now += 300_000;
  source.mode = "refuse";
  const third = await get("/bff/news").set("if-none-match", first.headers.etag ?? "");
  t.equal(third.status, 200, "a saved copy does not match the old tag");
  t.equal(third.headers.age, "345");
  t.equal(third.body.meta.stale, true);
  t.not(third.headers.etag, first.headers.etag);
  source.mode = "well";
  clock.now += 60_000;
  const again = () => get("/bff/news").set("if-none-match", third.headers.etag ?? "");
  // On a busy machine the source may respond late, and only the next response shows its data.
  let fourth = await again();
  for (let n = 0; n < 100 && fourth.status === 304; n += 1) fourth = await again();
  t.equal(fourth.status, 200);
  t.equal(fourth.body.meta.stale, false);
  t.equal(fourth.headers.etag, first.headers.etag);
});

t.test("the same response comes in the content encoding a visitor takes", async (t) => {
  const { get } = await sharedScene();
  const plain = await get("/bff/news").set("accept-encoding", "identity");
  t.equal(plain.headers["content-encoding"], undefined);
  for (const coding of ["br", "gzip"]) {
    const coded = await get("/bff/news").set("accept-encoding", coding.toUpperCase());
    t.equal(coded.headers["content-encoding"], coding);
    t.equal(coded.headers.vary, "Accept-Encoding");
    t.same(coded.body, plain.body);
    t.ok(Number(coded.headers["content-length"]) < Number(plain.headers["content-length"]));
  }
  const starred = await get("/bff/news").set("accept-encoding", "*;q=0.5, br;q=0");
  t.equal(
    starred.headers["content-encoding"],
    "gzip",
    "an asterisk stands for encodings that are not named",
  );
  const unchanged = await get("/bff/news").set("if-none-match", plain.headers.etag ?? "");
  t.same([unchanged.status, unchanged.headers.vary], [304, "Accept-Encoding"]);
});

t.test("pages of other sites may read, without credentials, and see the headers", async (t) => {
  const { get, request } = await sharedScene();
  for (const path of [...READS, "/bff/news/none", "/bff/news?limit=0"]) {
    const { headers } = await get(path).set("origin", "https://visitor.example");
    t.equal(headers["access-control-allow-origin"], "*", path);
    t.equal(headers["access-control-allow-credentials"], undefined);
    for (const name of ["ETag", "Link", "RateLimit", "X-Request-Id", "Age"])
      t.match(headers["access-control-expose-headers"], name);
  }
  const preflight = await request()
    .options("/bff/news")
    .set("origin", "https://visitor.example")
    .set("access-control-request-method", "GET")
    .set("access-control-request-headers", "if-none-match");
  t.equal(preflight.status, 204);
  t.equal(preflight.headers["access-control-allow-origin"], "*");
  t.match(preflight.headers["access-control-allow-headers"], "If-None-Match");
  t.match(preflight.headers.allow, "GET, HEAD, OPTIONS");
  const post = await request().options("/bff/contact").set("origin", "https://visitor.example");
  t.equal(post.status, 204);
  t.equal(post.headers.allow, "POST, OPTIONS");
  t.equal(post.headers["access-control-allow-origin"], undefined, "posting stays closed");
});

t.test("HEAD is GET without its body", async (t) => {
  const { request, get } = await sharedScene();
  for (const path of READS) {
    const plain = { "accept-encoding": "identity" };
    const [head, whole] = [await request().head(path).set(plain), await get(path).set(plain)];
    t.equal(head.status, 200, path);
    t.equal(head.headers.etag, whole.headers.etag);
    t.equal(head.headers["content-length"], whole.headers["content-length"]);
    t.equal(head.text, undefined);
  }
});

t.test("a method that a URL does not allow is 405, and Allow lists the others", async (t) => {
  const { request } = await sharedScene();
  for (const [method, path, allow] of [
    ["post", "/bff/news", "GET, HEAD"],
    ["delete", "/bff/news/tree-day", "GET, HEAD"],
    ["patch", "/bff/events", "GET, HEAD, POST"],
    ["post", "/bff/events/id/502", "DELETE, GET, HEAD, PUT"],
    ["get", "/bff/volunteer", "POST"],
    ["put", "/bff/contact", "POST"],
    ["put", "/bff/view/news?page=2", "GET, HEAD"],
  ] as const) {
    const response = await request()[method](path).set("content-type", "text/csv").send();
    t.equal(response.status, 405, `${method} ${path}`);
    t.equal(response.headers.allow, allow);
    t.match(response.body.type, /^https?:\/\/.*\/problems\/method-not-allowed$/);
    t.equal(response.body.code, "method-not-allowed");
  }
  t.equal((await request().post("/bff/nothing")).status, 404);
});

t.test("a client that does not accept JSON gets 406", async (t) => {
  const { get } = await sharedScene();
  for (const accept of ["text/html", "text/*, image/png", "application/json;q=0, */*"])
    for (const path of ["/bff/news", "/bff/form-token"])
      t.equal((await get(path).set("accept", accept)).status, 406, accept);
  for (const accept of [
    "*/*",
    "application/json",
    "application/*;q=0.1",
    "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  ])
    t.equal((await get("/bff/news").set("accept", accept)).status, 200, accept);
});

const linksOf = (header: string | undefined) =>
  Object.fromEntries(
    [...(header ?? "").matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(([, url, name]) => [name, url]),
  );

t.test("Link headers lead through a list both ways, and new rows shift nothing", async (t) => {
  const { get, source, clock } = await scene(t);
  const slugs = (response: { body: { data: { slug: string }[] } }) =>
    response.body.data.map(({ slug }) => slug);
  const first = await get("/bff/news?limit=4&fields=slug");
  const firstLinks = linksOf(first.headers.link);
  t.same(Object.keys(firstLinks).sort(), ["first", "next"]);
  t.equal(first.body.links.prev, null);
  const second = await get(firstLinks.next ?? "");
  t.same(linksOf(second.headers.link).next, second.body.links.next);
  source.news = [{ id: 1, slug: "new", title: "New", published_at: "2026-06-15" }, ...source.news];
  clock.now += 301_000;
  const third = await get(second.body.links.next);
  const back = await get(third.body.links.prev);
  t.same(slugs(back), slugs(second));
  t.same(slugs(await get(back.body.links.next)), slugs(third));
  const front = await get(back.body.links.prev);
  t.same(slugs(front), slugs(first));
  t.same(slugs(await get(front.body.links.prev)), ["new"], "new rows come before the cursor");
  t.equal(slugs(await get(front.body.links.first))[0], "new");
  const last = slugs(second).at(-1);
  source.news = source.news.filter((row) => !["new", last].includes(Object(row).slug));
  clock.now += 301_000;
  const next = await get(second.body.links.next);
  t.same(slugs(next), slugs(third), "if the cursor's row is gone, no row is skipped");
});

t.test("only the requested fields come, and an unknown one is named", async (t) => {
  const { get } = await sharedScene();
  const list = await get("/bff/events?when=all&fields=title, slug");
  for (const item of list.body.data) t.same(Object.keys(item).sort(), ["slug", "title"]);
  const one = await get("/bff/news/tree-day?fields=id");
  t.same(Object.keys(one.body.data), ["id"]);
  t.match(one.body.links.page, "/news-events/news/tree-day");
  const bad = await get("/bff/news?fields=slug,titel");
  t.equal(bad.status, 400);
  t.equal(bad.body.parameter, "fields");
  t.match(bad.body.message, 'fields: unknown field "titel". Choose from id, slug, language, title');
});

t.test("an unknown parameter is 400, and the problem lists the known ones", async (t) => {
  const { get } = await sharedScene();
  const { status, body } = await get("/bff/news?catgory=wash");
  t.equal(status, 400);
  t.equal(body.parameter, "catgory");
  t.match(body.message, /^Unknown parameter "catgory"\. Choose from limit, cursor, category/);
  for (const path of ["/bff/form-token", "/bff/sources", "/bff/openapi.json"]) {
    t.equal((await get(path).set(OPERATOR)).status, 200, path);
    const { status, body } = await get(`${path}?page=2`).set(OPERATOR);
    t.equal(status, 400, path);
    t.equal(body.parameter, "page");
    t.equal(body.detail, 'Unknown parameter "page". This endpoint takes no parameters.');
  }
});

const TRACKED =
  "utm_source utm_id UTM_Campaign utm%5Fterm fbclid gclid gbraid wbraid gad_source msclkid dclid yclid ttclid twclid " +
  "li_fat_id igshid mc_cid mc_eid _ga _gl _hsenc _hsmi mkt_tok ref_src srsltid vero_id mtm_campaign";

t.test("parameters added by mailers and ad networks are ignored", async (t) => {
  const { get, request, source } = await scene(t);
  const plain = await get("/bff/news?limit=1&tag=WASH");
  for (const name of TRACKED.split(" ")) {
    const { status, body, headers } = await get(`/bff/news?${name}=x%20y&limit=1&tag=WASH`);
    t.equal(status, 200, name);
    t.same(body, plain.body, "also in its links");
    t.equal(headers.link, plain.headers.link);
    t.equal(headers.etag, plain.headers.etag);
  }
  for (const path of [...READS, "/bff/claims", "/bff/openapi.json"]) {
    const { status, body } = await get(path);
    const mark = path.includes("?") ? "&" : "?";
    const tracked = await get(`${path}${mark}fbclid=x&utm_source=&gclid`);
    t.same([tracked.status, tracked.body], [status, body], path);
  }
  const { length } = source.requests;
  for (let index = 0; index < 5; index += 1)
    await get(`/bff/news/tree-day?utm_source=${index}&gclid=${index}`);
  t.equal(source.requests.length, length, "no separate cache entry");
  t.equal((await get("/bff/news?utm_source=x&utmsource=y")).body.parameter, "utmsource");
  t.equal((await get("/bff/news?fbclid=x&limit=0")).body.parameter, "limit");
  const sent = { name: "Asha", email: "asha@example.org", subject: "Wells", message: "Where?" };
  t.equal((await request().post("/bff/contact?utm_source=x").send(sent)).status, 200);
});

t.test("the catalogue leads to the document and to its reference", async (t) => {
  const { get } = await sharedScene();
  const response = await get("/.well-known/api-catalog");
  t.match(response.headers["content-type"], "application/linkset+json");
  const [entry] = JSON.parse(response.text || response.body.toString()).linkset;
  const paths = [entry["service-desc"][0].href, entry["service-doc"][0].href];
  t.same(
    paths.map((href: string) => new URL(href).pathname),
    ["/bff/openapi.json", "/developers"],
  );
  for (const href of paths) t.equal((await get(new URL(href).pathname)).status, 200, href);
  t.notMatch(JSON.stringify(entry), "/health", "proxies keep it for the operator");
});
