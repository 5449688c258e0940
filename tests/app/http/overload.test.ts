import t from "tap";
import { OPERATOR } from "../../setup/site/operator.ts";
import { startScene } from "../../setup/site/scene.ts";
import { CONTACT, VOLUNTEER } from "../forms/forms-scene.ts";
import { PLEDGE } from "../forms/pledge-scene.ts";

// `npm run bench:overload` measures how much load such a site takes.
t.test("while the loop is late, work is shed with Retry-After, cached pages are not", async (t) => {
  const { site } = await startScene(t, { env: { MAX_QUEUE_DELAY_MS: "500" } });
  const get = (path: string) => fetch(site.url + path);
  t.equal((await get("/about-us")).status, 200);
  const { memoryUsage } = site.app;
  site.app.memoryUsage = () => ({ ...memoryUsage(), eventLoopDelay: 1_000 });
  for (const path of [
    "/blog/no-such-story",
    "/bff/news",
    "/search?q=water",
    "/feed.xml",
    "/blog/atom.xml",
    "/events.ics",
    "/events/well-opening.ics",
    "/sw/events/well-opening.ics",
    "/sitemap.xml",
    "/donate/pledge",
  ]) {
    const shed = await get(path);
    t.same([shed.status, shed.headers.get("retry-after")], [503, "5"], path);
    t.match(await shed.text(), "very busy");
  }
  t.equal((await get("/about-us")).status, 200, "a cached page");
  t.ok(site.logs.some(({ msg, shed }) => msg === "requests shed" && Number(shed) > 0));
  site.app.memoryUsage = () => {
    throw new Error("of our own");
  };
  for (const [path, says] of [
    ["/blog/no-such-story", "Unexpected Application Error!"],
    ["/bff/news?limit=2", '"status":500'],
  ] as const) {
    const failed = await get(path);
    const text = await failed.text();
    t.same([failed.status, text.includes(says), text.includes("of our own")], [500, true, false]);
  }
  site.app.memoryUsage = memoryUsage;
  t.match(
    await (await fetch(`${site.url}/metrics`, { headers: OPERATOR })).text(),
    "site_faults_total 2\n",
  );
  t.equal((await get("/blog/no-such-story")).status, 404, "normal again");
});

t.test("a temporary refusal has Retry-After and the request id", async (t) => {
  // The store is down from the start.
  const env = { DATABASE_URL: "postgres://site@127.0.0.1:9/site", FORM_RATE_MAX: "1" };
  const { site } = await startScene(t, { env });
  const volunteer = new URLSearchParams({ ...VOLUNTEER, interests: "wash-health" });
  const article = new FormData();
  article.set("title", "A well");
  const pledge = new URLSearchParams(PLEDGE);
  const json = { "content-type": "application/json" };
  const page = { accept: "text/html", "sec-fetch-site": "same-origin" };
  const post = (body: BodyInit, headers: Record<string, string>) => ({
    method: "POST",
    body,
    headers,
  });
  const applied = JSON.stringify(VOLUNTEER);
  for (const [path, init, status] of [
    ["/bff/volunteer", post(applied, json), 503],
    ["/get-involved?form=volunteer", post(volunteer, page), 503],
    ["/sw/get-involved?form=volunteer", post(volunteer, page), 503],
    ["/donate/pledge", post(pledge, page), 503],
    ["/donate/thanks/G-7K3M-2Q9F-XT4B-0HVW", { headers: page }, 503],
    ["/staff", { headers: page }, 503],
    ["/staff/messages", { headers: page }, 503],
    ["/staff/events/new", post(article, page), 503],
    ["/sw/staff/events/new", post(article, page), 503],
    ["/bff/contact", post(JSON.stringify(CONTACT), json), 200],
    ["/bff/contact", post(JSON.stringify({ ...CONTACT, message: "Again" }), json), 429],
    ["/contact-us", post(new URLSearchParams({ ...CONTACT, message: "Third" }), page), 429],
  ] as const) {
    const response = await fetch(site.url + path, init);
    const text = await response.text();
    t.equal(response.status, status, path);
    if (status === 200) continue;
    t.match(response.headers.get("retry-after"), /^[1-9]\d*$/, path);
    if (status === 503) t.match(text, response.headers.get("x-request-id") ?? "none", path);
  }
});
