import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import t, { type Test } from "tap";
import { BROWSER } from "../../setup/site/browser-headers.ts";
import { samples, startScene } from "../../setup/site/scene.ts";
import { shareScene } from "../../setup/site/shared-scene.ts";
import { every } from "../../setup/whole.ts";

const SLY = "</script><script>alert(1)</script><!--<script>";

async function scene(t: Test, env: Record<string, string> = {}) {
  const news = [
    { id: 1, slug: "sly", title: SLY, content: `<p>${SLY}</p>`, published_at: "2026-06-15" },
    ...samples().news,
  ];
  const given = { ...samples(), news, env: { HEAD_START_MS: "1000", ...env } };
  const { source, site } = await startScene(t, given);
  const get = (path: string, init: RequestInit = {}) =>
    fetch(site.url + path, { redirect: "manual", headers: BROWSER, ...init });
  return { source, site, get };
}
const sharedScene = shareScene(scene);

const PERMISSIONS =
  "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()";
const script = readdirSync("dist/client/assets").find((name) => name.endsWith(".js")) ?? "";

t.test("every response carries the site's headers, errors and redirects included", async (t) => {
  const { get } = await scene(t, { EVENTS_WRITE_TOKEN: "0123456789abcdef" });
  const json = { "content-type": "application/json" };
  for (const [path, status, init] of [
    ["/", 200, {}],
    ["/news-events", 200, {}],
    ["/contact-us", 200, { method: "HEAD" }],
    ["/assets/none.js", 404, {}],
    ["/favicon.svg", 200, {}],
    ["/robots.txt", 200, {}],
    ["/sitemap.xml", 200, {}],
    ["/.well-known/security.txt", 200, {}],
    ["/feed.xml", 200, {}],
    ["/events.ics", 200, {}],
    ["/bff/news", 200, {}],
    ["/bff/form-token", 200, {}],
    ["/social/en/site.png", 200, {}],
    ["/health/live", 200, {}],
    ["/contact", 308, {}],
    ["/news-events/", 308, {}],
    ["/no/such/page", 404, {}],
    ["/bff/none", 404, {}],
    ["/%zz", 400, {}],
    ["/", 405, { method: "POST", body: "x" }],
    ["/", 405, { method: "OPTIONS" }],
    ["/bff/contact", 415, { method: "POST", body: "x" }],
    ["/bff/contact", 422, { method: "POST", body: "{}", headers: json }],
    ["/bff/events", 401, { method: "POST", body: "{}", headers: json }],
    ["/contact-us", 415, { method: "POST", body: "x", headers: { accept: "text/html" } }],
  ] as const) {
    const { status: responded, headers } = await get(path, init);
    // Pages of other sites may read public data; a URL that takes posts is closed to these pages.
    const isShared = /^\/(social|feed|events\.ics|bff\/(news|none)$)/.test(path);
    const expected = {
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "strict-origin-when-cross-origin",
      "cross-origin-opener-policy": "same-origin",
      "permissions-policy": PERMISSIONS,
      "cross-origin-resource-policy": isShared ? "cross-origin" : "same-origin",
      "content-security-policy": /^default-src 'none';.*frame-ancestors 'none'/,
      "x-request-id": /^[\w-]{36}$/,
      "set-cookie": undefined,
      server: undefined,
      "x-powered-by": undefined,
      "strict-transport-security": undefined,
      ...(responded >= 400 && { "cache-control": "no-store" }),
    };
    t.match([responded, Object.fromEntries(headers)], [status, expected], path);
  }
});

t.test("a hashed file has what a file needs, in at most 350 bytes", async (t) => {
  const { get } = await sharedScene();
  const expected = {
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "public, max-age=31536000, immutable",
  };
  const files = readdirSync("dist/client/assets").filter((file) =>
    /\.(?:js|woff2|svg)$/.test(file),
  );
  for (const file of every(8, files)) {
    const { status, headers } = await get(`/assets/${file}`, {
      headers: { "accept-encoding": "br", "if-none-match": "*" },
    });
    const script = file.endsWith(".js") && { "content-type": "text/javascript; charset=utf-8" };
    t.match([status, Object.fromEntries(headers)], [200, { ...expected, ...script }], file);
    t.equal((await get(`/assets/${file}.br`)).status, 404);
    const lines = [...headers].map(([name, value]) => `${name}: ${value}\r\n`);
    t.ok(`HTTP/1.1 200 OK\r\n${lines.join("")}\r\n`.length <= 350, `${file}: ${lines.join("")}`);
  }
});

t.test("behind TLS, and only there, browsers are told to stay with it", async (t) => {
  const { get } = await scene(t, { PUBLIC_ORIGIN: "https://www.example.org" });
  for (const path of ["/", "/no/such/page", "/bff/news", "/%zz", `/assets/${script}`, "/contact"]) {
    const { headers } = await get(path);
    t.equal(headers.get("strict-transport-security"), "max-age=63072000", path);
  }
  const { get: ofAll } = await scene(t, {
    PUBLIC_ORIGIN: "https://www.example.org",
    HSTS_SUBDOMAINS: "on",
  });
  for (const path of ["/", `/assets/${script}`]) {
    const { headers } = await ofAll(path);
    t.equal(headers.get("strict-transport-security"), "max-age=63072000; includeSubDomains", path);
  }
  const { headers } = await get("/");
  t.match(headers.get("content-security-policy"), "; upgrade-insecure-requests");
});

t.test("a whole page has the policy of the design, and may be shared", async (t) => {
  const { get } = await sharedScene();
  const response = await get("/news-events");
  const { headers } = response;
  const text = await response.text();
  const stylesheets = [...text.matchAll(/<style[^>]*>([^<]*)<\/style>/g)].map(
    ([, stylesheet = ""]) => createHash("sha256").update(stylesheet).digest("base64"),
  );
  t.equal(stylesheets.length, 3, "the fonts, the common stylesheet and this page's own");
  t.same(headers.get("content-security-policy")?.split("; "), [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${stylesheets.map((hash) => `'sha256-${hash}'`).join(" ")}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "frame-src https://www.openstreetmap.org https://www.google.com/maps/",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types cleaned-html service-worker",
    "report-uri /csp-reports",
    "report-to csp",
  ]);
  t.equal(headers.get("reporting-endpoints"), 'csp="/csp-reports"');
  const shared = "s-maxage=60, stale-while-revalidate=300, stale-if-error=604800";
  t.equal(headers.get("cache-control"), `public, max-age=0, ${shared}`);
  const tag = headers.get("etag") ?? "";
  const again = await get("/news-events", { headers: { "if-none-match": tag } });
  t.equal(again.status, 304, "a 304 keeps the headers of the browser's copy");
});

t.test("a streamed page has a nonce of its own and is for nobody else", async (t) => {
  const { get, source } = await sharedScene({ HEAD_START_MS: "10" });
  const nonces = new Set<string>();
  for (const path of ["/events/youth-football-cup-2026", "/events/wash-forum-bagamoyo"]) {
    const release = source.hold();
    const response = await get(path);
    release();
    const policy = response.headers.get("content-security-policy") ?? "";
    const nonce = /script-src 'nonce-([A-Za-z\d+/]{22}==)' 'strict-dynamic';/.exec(policy)?.[1];
    t.notMatch(policy, /unsafe-|script-src[^;]*'self'/);
    t.equal(response.headers.get("cache-control"), "private, no-store");
    t.equal(response.headers.get("etag"), null);
    t.match(await response.text(), `nonce="${nonce}"`);
    nonces.add(nonce ?? "");
    const later = await get(path);
    t.notMatch(await later.text(), String(nonce), "it is not stored");
  }
  t.equal(nonces.size, 2);
});

t.test("text of the source ends no script, in metadata, rendered responses and form", async (t) => {
  const { get, source } = await sharedScene({ HEAD_START_MS: "10" });
  const whole = await (await get("/news-events/news/sly?complete=1")).text();
  const release = source.hold();
  const form = await get("/contact-us", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/html" },
    body: new URLSearchParams({ name: SLY, message: SLY }).toString(),
  });
  release();
  t.equal(form.status, 422);
  for (const html of [whole, await form.text()]) {
    t.match(html, "alert(1)");
    t.notMatch(html, /<script>alert|<!--<script/);
    t.notMatch(html, /\sstyle="/, "no style attribute");
    t.notMatch(html, /<[^>]+\son\w+=/, "no handler");
  }
});
