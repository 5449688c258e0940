import { brotliCompressSync } from "node:zlib";
import t, { type Test } from "tap";
import { jpeg, serveBytes } from "../../fakes/pictures.ts";
import { samples, startScene } from "../../setup/site/scene.ts";
import { shareScene } from "../../setup/site/shared-scene.ts";
import { every } from "../../setup/whole.ts";

type Headers = Record<string, string>;

const SAVING: Headers = { "save-data": "on" };
const BY_COOKIE: Headers = { cookie: "data-saver=1" };
const CONTACT = "/contact-us";

async function scene(t: Test, env: Record<string, string> = {}) {
  const news = [
    {
      id: 1,
      slug: "tap",
      title: "A tap {used}",
      content: `<p>Before <img src="https://media.example.org/tap.jpg" alt="A &quot;tap&quot; &amp; a bucket"> after</p><p><a href="https://example.org/more"><img src="https://media.example.org/linked.jpg" alt="Linked"></a></p><p><img src="https://media.example.org/silent.jpg" alt=""></p>`,
      published_at: "2026-06-15",
      image: { public_url: "/media/lead.jpg", alt: "Pupils at the tap" },
    },
    ...samples().news,
  ];
  const given = { ...samples(), news, env: { HEAD_START_MS: "1000", ...env } };
  const { source, site } = await startScene(t, given);
  source.media.set("/media/lead.jpg", serveBytes(await jpeg(900, 500)));
  const get = (path: string, headers: Headers = {}, init: RequestInit = {}) =>
    fetch(site.url + path, { redirect: "manual", headers, ...init });
  const text = async (path: string, headers: Headers = {}) => (await get(path, headers)).text();
  const choose = (mode: string, headers: Headers = {}) =>
    get("/data-saver", headers, { method: "POST", body: new URLSearchParams({ mode }) });
  return { site, get, text, choose };
}
const sharedScene = shareScene(scene);

const saves = (html: string) => /<body[^>]* data-saver="true"/.test(html);

t.test("the visitor's choice overrides the browser's header", async (t) => {
  const { text } = await sharedScene();
  const table: [Headers, boolean][] = [
    [{}, false],
    [SAVING, true],
    [{ "save-data": " ON " }, true],
    [{ "save-data": "off" }, false],
    [{ "save-data": "1" }, false],
    [BY_COOKIE, true],
    [{ cookie: "other=1; data-saver=1" }, true],
    [{ cookie: "data-saver=0", ...SAVING }, false],
    [{ cookie: "data-saver=2", ...SAVING }, true],
    [{ cookie: "not-data-saver=1" }, false],
    [{ cookie: "data-saver=11" }, false],
    [{ cookie: "data-saver=0; data-saver=1" }, false],
  ];
  for (const [path, rows] of Object.entries({ "/": table, "/%ff": every(4, table) }))
    for (const [headers, expected] of rows)
      t.equal(saves(await text(path, headers)), expected, `${path} ${JSON.stringify(headers)}`);
});

t.test("a cached page of one mode is never sent to the other", async (t) => {
  const { get } = await sharedScene();
  for (const path of ["/", "/news-events", "/projects?status=past", "/no/such/page"]) {
    const read = async (headers: Headers) => {
      const response = await get(path, headers);
      return { html: await response.text(), head: response.headers };
    };
    for (const round of ["miss", "hit"]) {
      const [full, saver, cookie] = [await read({}), await read(SAVING), await read(BY_COOKIE)];
      t.equal(saves(full.html), false, `${path} ${round}`);
      t.equal(saves(saver.html), true, `${path} ${round}`);
      t.equal(cookie.html, saver.html, "one entry for both ways to ask");
      t.not(full.head.get("etag"), saver.head.get("etag"));
      for (const { head } of [full, saver])
        t.equal(head.get("vary"), "Accept-Encoding, Save-Data, Cookie");
      if (path.includes("such")) continue;
      t.match(full.head.get("cache-control"), /^public/);
      t.equal(saver.head.get("cache-control"), "private, max-age=0");
    }
  }
});

t.test("304 and HEAD are of the mode that was asked for", async (t) => {
  const { get } = await sharedScene();
  const tagOf = async (headers: Headers) => (await get("/", headers)).headers.get("etag") ?? "";
  const [full, saver] = [await tagOf({}), await tagOf(SAVING)];
  const status = async (headers: Headers, tag: string) =>
    (await get("/", { ...headers, "if-none-match": tag })).status;
  t.equal(await status({}, full), 304);
  t.equal(await status(SAVING, saver), 304);
  t.equal(await status({}, saver), 200);
  t.equal(await status(SAVING, full), 200);
  const notModified = await get("/", { ...SAVING, "if-none-match": saver });
  t.equal(notModified.headers.get("vary"), "Accept-Encoding, Save-Data, Cookie");
  t.equal(notModified.headers.get("cache-control"), "private, max-age=0");
  const head = await get("/", SAVING, { method: "HEAD" });
  t.equal(head.headers.get("etag"), saver);
  t.equal((await get("/", {}, { method: "HEAD" })).headers.get("etag"), full);
});

t.test("the notice tells the bytes of the page, and those with what it leaves out", async (t) => {
  const { text } = await sharedScene();
  const figuresOf = async (path: string) => {
    const html = await text(path, SAVING);
    const [, used, full] = /about (\d+) kB instead of (\d+) kB/.exec(html) ?? [];
    return { used: Number(used), full: Number(full), sent: brotliCompressSync(html).length };
  };
  const about = await figuresOf("/about-us");
  t.ok(about.used * 1_000 >= about.sent, "never less than the bytes sent");
  t.ok(about.used * 1_000 < about.sent * 1.3 + 1_000, "about as many bytes as were sent");
  t.ok(about.full > about.used + 80, "the scripts alone save more");
  const gallery = await figuresOf("/news-events/gallery");
  t.ok(gallery.full - gallery.used > about.full - about.used, "a page of pictures saves more");
});

t.test("a picture becomes a line that says what it shows and links to the file", async (t) => {
  const { text, get } = await sharedScene();
  const [, href = "", alt, size] =
    /<a class="left-out" href="([^"]+)"><span>([^<]+)<\/span> <small>Show picture, (\d+) kB</.exec(
      await text("/our-work", SAVING),
    ) ?? [];
  t.ok(alt);
  const file = await get(href, { ...SAVING, "accept-encoding": "br" });
  t.equal(file.status, 200);
  t.equal(Number(size), Math.ceil(Number(file.headers.get("content-length")) / 1_000));

  const item = await text("/news-events/news/tap", SAVING);
  t.match(item, "A tap {used}", "a text of the source is left as it is");
  const lead =
    /href="(\/pictures\/[\w-]+\/640\.webp)"><span>Pupils at the tap<\/span> <small>Show picture(?:, at most (\d+) kB)?</;
  const [, leadHref = "", atMost] = lead.exec(item) ?? [];
  const shown = await get(leadHref);
  t.equal(shown.headers.get("content-type"), "image/webp");
  if (atMost !== undefined)
    t.ok((await shown.arrayBuffer()).byteLength <= Number(atMost) * 1_000, "no wrong figure");
  t.match(item, />Linked<\/a>/, "no link inside a link");
  t.match(item, "<span>A picture without a description</span>");
  t.match(
    item,
    /Before <a class="left-out" href="\/pictures\/[\w-]+\/640\.webp"><span>A &quot;tap&quot; &amp; a bucket<\/span>/,
  );
});

t.test("the switch sets the one cookie, and the same page comes back", async (t) => {
  const { site, choose } = await sharedScene();
  const referer = `${site.url}/projects?status=past`;
  const on = await choose("on", { referer });
  t.equal(on.status, 303);
  t.equal(on.headers.get("location"), "/projects?status=past");
  t.equal(on.headers.get("cache-control"), "no-store");
  const rest = "Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax";
  t.same(on.headers.getSetCookie(), [`data-saver=1; ${rest}`]);
  const off = await choose("off", SAVING);
  t.same(off.headers.getSetCookie(), [`data-saver=0; ${rest}`]);
  t.equal(off.headers.get("location"), "/");
  const none = "data-saver=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax";
  t.same((await choose("off", BY_COOKIE)).headers.getSetCookie(), [none]);
  t.same((await choose("on", SAVING)).headers.getSetCookie(), [none]);
});

t.test("no referrer leads to another site", async (t) => {
  const { site, choose } = await sharedScene();
  for (const [referer, location] of [
    [`${site.url}//evil.example/x`, "/"],
    [`${site.url}/\\evil.example/x`, "/"],
    [`${site.url}/\t/evil.example`, "/"],
    ["https://evil.example/about-us", "/about-us"],
    ["javascript:alert(1)", "/"],
    ["data:text/html,x", "/"],
    ["not a URL", "/"],
    [`${site.url}/data-saver`, "/"],
    [`${site.url}/a?next=https://evil.example`, "/a?next=https://evil.example"],
  ] as const) {
    const { headers } = await choose("on", { referer });
    t.equal(headers.get("location"), location, referer);
    t.equal(new URL(headers.get("location") ?? "", site.url).origin, site.url);
  }
});

t.test("posts of other sites and invalid choices are refused without a cookie", async (t) => {
  const { choose, get } = await sharedScene();
  const html = { accept: "text/html" };
  for (const headers of [{ "sec-fetch-site": "cross-site" }, { origin: "https://evil.example" }]) {
    const response = await choose("on", { ...headers, ...html });
    t.equal(response.status, 403);
    t.same(response.headers.getSetCookie(), []);
  }
  for (const mode of ["", "maybe", "1"]) {
    const response = await choose(mode, html);
    t.equal(response.status, 422);
    t.same(response.headers.getSetCookie(), []);
  }
  const long = await get("/data-saver", html, {
    method: "POST",
    body: new URLSearchParams({ mode: "on", more: "x".repeat(1_000) }),
  });
  t.equal(long.status, 413);
  const reloaded = await get("/data-saver");
  t.same([reloaded.status, reloaded.headers.get("location")], [302, "/"]);
  t.equal(reloaded.headers.get("set-cookie"), null);
});

t.test("under https the cookie is sent over https alone", async (t) => {
  const { choose } = await scene(t, { PUBLIC_ORIGIN: "https://www.example.org" });
  const { headers } = await choose("on", { "sec-fetch-site": "same-origin" });
  t.match(headers.get("set-cookie"), /SameSite=Lax; Secure$/);
});

t.test("no other response sets a cookie", async (t) => {
  const { get } = await sharedScene();
  for (const path of ["/", "/about-us", "/bff/news", "/feed.xml", "/no/such/page"])
    for (const headers of [{}, SAVING, BY_COOKIE])
      t.same((await get(path, headers)).headers.getSetCookie(), [], path);
});

t.test("a form that is refused comes back in the same mode, with what was typed", async (t) => {
  const { get } = await sharedScene();
  const body = new URLSearchParams({ name: "Asha", email: "asha@example", message: "Habari?" });
  const response = await get(CONTACT, BY_COOKIE, { method: "POST", body });
  t.equal(response.status, 422);
  const html = await response.text();
  t.ok(saves(html));
  t.match(html, "Habari?");
  t.notMatch(html, /<script|data-form=/);
  t.match(response.headers.get("content-security-policy"), "script-src 'none'");
});

t.test("without data saver a page has the switch and nothing else of it", async (t) => {
  const { text } = await sharedScene();
  const html = await text("/about-us");
  t.match(html, /<form action="\/data-saver" method="post"><button[^>]*value="on"/);
  t.notMatch(html, /left-out|data-saver-notice|prefers-reduced-data/);
});
