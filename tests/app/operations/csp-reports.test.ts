import supertest from "supertest";
import t, { type Test } from "tap";
import { startScene } from "../../setup/site/scene.ts";
import { shareScene } from "../../setup/site/shared-scene.ts";

async function scene(t: Test, env: Record<string, string> = {}) {
  const clock = { ms: Date.parse("2026-06-17T08:00:00Z") };
  const settings = { LOG_LEVEL: "debug", ...env };
  const { site } = await startScene(t, { env: settings, now: () => clock.ms });
  const send = (body: unknown, type = "application/csp-report") =>
    supertest(site.url).post("/csp-reports").set("content-type", type).send(JSON.stringify(body));
  const all = () => site.logs.filter(({ msg }) => msg === "content security policy violated");
  const reports = () => all().map(({ csp }) => csp as Record<string, string>);
  let seen = 0;
  const taken = () => {
    const before = seen;
    seen = all().length;
    return reports().slice(before);
  };
  /** Counts the warnings, which the default log level shows. */
  const lines = () => all().filter(({ level }) => level === 40).length;
  return { site, reports, taken, send, lines, clock };
}
// All tests of this scene together may send at most 20 reports.
const sharedScene = shareScene(scene);

/** Builds a report as Firefox and Safari send it. */
const old = (change: Record<string, unknown> = {}) => ({
  "csp-report": {
    "document-uri": "https://www.example.org/news-events/news/some-item?name=Asha",
    referrer: "https://mail.example/inbox?user=asha",
    "violated-directive": "script-src-elem",
    "effective-directive": "script-src-elem",
    "original-policy": "default-src 'none'",
    disposition: "enforce",
    "blocked-uri": "https://cdn.example/x.js?token=secret",
    "line-number": 1,
    "source-file": "https://www.example.org/news-events?token=secret",
    "status-code": 200,
    ...change,
  },
});

/** Builds a batch of reports as Chromium sends it. */
const batch = (...blocked: readonly string[]) =>
  blocked.map((blockedURL) => ({
    age: 10,
    type: "csp-violation",
    url: "https://www.example.org/",
    user_agent: "Mozilla/5.0",
    body: {
      blockedURL,
      columnNumber: 1,
      disposition: "enforce",
      documentURL: "https://www.example.org/",
      effectiveDirective: "img-src",
      originalPolicy: "default-src 'none'",
      referrer: "",
      sample: "",
      statusCode: 200,
    },
  }));

t.test("both report formats are accepted and reduced to three known words", async (t) => {
  const { send, taken, site } = await sharedScene({ LOG_LEVEL: "trace" });
  const response = await send(old());
  t.equal(response.status, 204);
  t.equal(response.text, "");
  t.equal(response.headers["cache-control"], "no-store");
  const two = [...batch("inline", "data"), { type: "deprecation", body: { id: "x" } }];
  t.equal((await send(two, "application/reports+json")).status, 204);
  t.same(taken(), [
    { directive: "script-src-elem", blocked: "https://cdn.example", route: "/news-events/*" },
    { directive: "img-src", blocked: "inline", route: "/" },
    { directive: "img-src", blocked: "data", route: "/" },
  ]);
  t.notMatch(JSON.stringify(site.logs), /asha|secret|some-item|Mozilla/i);
});

t.test("words that are neither the policy's nor the site's are not logged", async (t) => {
  const { send, taken } = await sharedScene({ LOG_LEVEL: "trace" });
  for (const change of [
    { "effective-directive": "Asha Juma", "violated-directive": "" },
    { "document-uri": "https://www.example.org/asha@example.org/x" },
    { "document-uri": "about:blank" },
    { "blocked-uri": "Asha\nJuma" },
    { "blocked-uri": "ftp://asha:secret@files.example/x" },
    { "blocked-uri": `https://${"a".repeat(60)}.${"b".repeat(60)}.example/` },
    { "blocked-uri": { not: "text" } },
  ])
    await send(old(change));
  const reports = taken();
  t.notMatch(JSON.stringify(reports), /asha|secret|\[object/i);
  for (const { directive = "", blocked = "", route = "" } of reports)
    t.ok(directive.length < 40 && blocked.length <= 100 && route.length < 40, directive);
  t.equal(reports.length, 7);
});

t.test("browser extensions cause no violations in the log", async (t) => {
  const { send, taken, lines } = await sharedScene({ LOG_LEVEL: "trace" });
  const before = lines();
  for (const change of [
    { "blocked-uri": "chrome-extension://abcdef/x.js" },
    { "blocked-uri": "moz-extension" },
    { "blocked-uri": "inline", "source-file": "safari-web-extension://abc/x.js" },
    { "blocked-uri": "webkit-masked-url://hidden/" },
    { "blocked-uri": "about" },
  ])
    t.equal((await send(old(change))).status, 204);
  t.same(taken(), []);
  t.equal(lines(), before);
});

t.test("Safari sends one report as an object, under the type of the older form", async (t) => {
  const { send, taken } = await sharedScene({ LOG_LEVEL: "trace" });
  const [report] = batch("https://cdn.example/x.js");
  for (const type of ["application/csp-report", "application/reports+json"])
    t.equal((await send(report, type)).status, 204, type);
  t.match(taken(), [{ blocked: "https://cdn.example" }, { blocked: "https://cdn.example" }]);
  t.equal((await send({ type: 5 })).status, 400);
});

t.test("a kind of violation is logged once a day, and counted each time", async (t) => {
  const { send, reports, lines, clock } = await scene(t);
  await send(old());
  await send(old({ "blocked-uri": "https://cdn.example/another.js" }));
  t.equal(lines(), 1);
  t.equal(reports().length, 2);
  clock.ms += 25 * 3_600_000;
  await send(old());
  t.equal(lines(), 2);
});

t.test("a flood of kinds fills neither the log nor the memory", async (t) => {
  const { send, lines } = await scene(t);
  for (let round = 0; round < 10; round += 1) {
    const hosts = Array.from({ length: 25 }, (_, index) => `https://h${round}-${index}.example`);
    t.equal((await send(batch(...hosts), "application/reports+json")).status, 204);
  }
  t.equal(lines(), 100);
});

t.test("invalid reports are refused, in the same order of checks as other posts", async (t) => {
  const { send, site, reports } = await scene(t);
  const post = (type: string, body: string) =>
    supertest(site.url).post("/csp-reports").set("content-type", type).send(body);
  t.equal((await post("application/json", "{}")).status, 415);
  t.equal((await post("text/plain", "x".repeat(20_000))).status, 415, "type before size");
  t.equal(
    (await post("application/csp-report", "x".repeat(16_385))).status,
    413,
    "size before JSON",
  );
  t.equal((await post("application/csp-report", "{")).status, 400);
  t.equal((await post("application/csp-report", '{"__proto__":{}}')).status, 400);
  t.equal((await send({})).status, 400);
  t.equal((await send([old()], "application/reports+json")).status, 400);
  t.equal((await supertest(site.url).get("/csp-reports")).status, 404);
  t.same(reports(), []);
});

t.test("reports from one address are limited, before they are read", async (t) => {
  const { send, reports } = await scene(t);
  for (let index = 0; index < 20; index += 1) t.equal((await send(old())).status, 204);
  const refused = await send("not even JSON", "text/plain");
  t.equal(refused.status, 429);
  t.match(refused.headers["retry-after"], /^\d+$/);
  t.equal(reports().length, 20);
});
