import t from "tap";
import { CONTACT } from "../app/forms/forms-scene.ts";
import { startFakeContentApi } from "../fakes/content-api.ts";
import { jpeg, serveBytes } from "../fakes/pictures.ts";
import { fullRows } from "../fixtures/samples.ts";
import { findNginx, startProxy } from "../setup/services/nginx.ts";
import { BROWSER } from "../setup/site/browser-headers.ts";
import { postJson } from "../setup/site/post-json.ts";
import { siteStore } from "../setup/site/site-store.ts";
import { testFolder } from "../setup/test-folder.ts";
import { startInstances } from "./instances.ts";

const program = findNginx();
if (program === null && process.env.CI) throw new Error("nginx is missing; `npm test` installs it");
const skip = program ? false : "nginx is missing: the proxy's cache and headers are not tested";

t.test("two sites behind the caching proxy", { skip }, async (t) => {
  const withPicture = { id: 900, slug: "with-picture", title: "A tap", image: "/media/tap.jpg" };
  const news = [withPicture, ...fullRows("news")];
  const source = await startFakeContentApi({ news, events: fullRows("events") });
  source.media.set("/media/tap.jpg", serveBytes(await jpeg(400, 300)));
  t.teardown(source.close);
  const env = { TRUST_PROXY: "127.0.0.1", FORM_RATE_MAX: "1" };
  const { start, postgres } = await startInstances(t, { source, env });
  const [one, two] = [await start("one"), await start("two")];
  const dir = testFolder(t, { proxy: {} });
  const proxy = await startProxy(program ?? "", {
    dir: `${dir}/proxy`,
    sites: [one.url, two.url],
  });
  t.teardown(proxy.end);
  const send = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${proxy.url}${path}`, {
      headers: { ...BROWSER, ...headers },
    });
    const text = await response.text();
    return {
      status: response.status,
      text,
      head: response.headers,
      cache: response.headers.get("x-cache"),
    };
  };
  const contact = async (claimed: string) => {
    const body = { ...CONTACT, message: claimed };
    const headers = { "x-forwarded-for": claimed };
    const response = await postJson(`${proxy.url}/bff/contact`, body, headers);
    await response.body?.cancel();
    return response.status;
  };

  t.comment(
    "a whole page is cached, separately for each encoding, and each response has its own request id",
  );
  const first = await send("/about-us");
  const second = await send("/about-us");
  t.same([first.cache, second.cache, second.text === first.text], ["MISS", "HIT", true]);
  t.not(first.head.get("x-request-id"), second.head.get("x-request-id"));
  t.equal((await send("/about-us", { "accept-encoding": "br" })).cache, "MISS");
  const spelled = await send("/about-us", { "accept-encoding": "deflate, gzip;q=0.8, br" });
  t.same([spelled.cache, spelled.head.get("content-encoding")], ["HIT", "br"]);
  const again = await send("/about-us", { "if-none-match": first.head.get("etag") ?? "" });
  t.same([again.status, again.cache, again.text], [304, "HIT", ""]);

  t.comment("under data saver a visitor gets pages without pictures, others never do");
  const saves = ({ text }: { text: string }) => text.includes("data-saver-notice");
  for (const [headers, expected] of [
    [{ "save-data": "on" }, true],
    [{ cookie: "other=1; data-saver=1" }, true],
    [{ cookie: "data-saver=0", "save-data": "on" }, false],
    [{ cookie: "data-saver=0; data-saver=1" }, false],
    [{ "save-data": "data-saver=1" }, false],
    [{}, false],
  ] as [Record<string, string>, boolean][])
    for (const round of [1, 2])
      t.equal(
        saves(await send("/about-us", headers)),
        expected,
        `${round} ${JSON.stringify(headers)}`,
      );
  t.not((await send("/about-us", { "save-data": "on" })).cache, "HIT", "it is private");

  t.comment("a page with a nonce is for one visitor");
  source.delayMs = 400;
  const nonces = [];
  for (const slug of ["tree-day", "tree-day"]) {
    const streamed = await send(`/news-events/news/${slug}`);
    t.match(streamed.text, "Tree day in Morogoro");
    if (!streamed.text.includes("nonce=")) continue;
    t.equal(streamed.cache, "MISS");
    nonces.push(streamed.head.get("content-security-policy"));
  }
  t.ok(nonces.length > 0, "the first was streamed");
  t.equal(new Set(nonces).size, nonces.length);
  source.delayMs = 0;

  t.comment("responses under /bff are cached like pages");
  await send("/bff/news");
  t.equal((await send("/bff/news")).cache, "HIT");

  t.comment("a picture is cached once for every encoding, whichever instance signed its URL");
  const { image } = JSON.parse((await send("/bff/news/with-picture")).text).data;
  const { pathname } = new URL(image.url);
  t.equal((await send(pathname)).status, 200);
  t.equal((await send(pathname, { "accept-encoding": "br" })).cache, "HIT");
  for (const site of [one, two]) t.equal((await fetch(site.url + pathname)).status, 200);

  t.comment("errors, health checks and private addresses are not cached");
  for (const path of ["/no-such-page", "/bff/sources"]) {
    await send(path);
    t.not((await send(path)).cache, "HIT", path);
  }
  t.equal((await send("/health/ready")).status, 404);

  t.comment("the desk bypasses the cache for everybody; a photograph gets through too");
  const { accounts } = await siteStore(t, `${dir}/staff`, postgres.url);
  await accounts.add("asha@example.org");
  const link = (await accounts.createLink("asha@example.org")) ?? "";
  const toDesk = (path: string, body: URLSearchParams | FormData, cookie = "") =>
    fetch(proxy.url + path, {
      method: "POST",
      body,
      redirect: "manual",
      headers: { "sec-fetch-site": "same-origin", accept: "text/html", cookie },
    });
  const signedIn = await toDesk("/staff", new URLSearchParams({ link }));
  const cookie = signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  for (const path of ["/staff/messages", "/sw/staff/messages", "/staff/events/new"]) {
    for (const round of [1, 2]) {
      const { status, text, head, cache } = await send(path, { cookie });
      t.same(
        [status, cache, head.get("cache-control")],
        [200, null, "no-store"],
        `${path} ${round}`,
      );
      t.match(text, "asha@example.org");
    }
    const stranger = await fetch(proxy.url + path, { headers: BROWSER, redirect: "manual" });
    t.match(stranger.headers.get("location"), /^(?:\/sw)?\/staff\?notice=sign-in$/, path);
  }
  const photograph = new FormData();
  photograph.set("picture", new Blob([new Uint8Array(19 * 1024 ** 2)]), "photo.jpg");
  t.equal((await toDesk("/staff/events/new", photograph, cookie)).status, 422);

  t.comment("limits count the visitor's own address, whatever the visitor claims");
  t.equal(await contact("203.0.113.7"), 200);
  t.equal(await contact("203.0.113.8"), 429);

  t.comment("one site dies, the other serves; both die, what was cached is still served");
  await one.close();
  for (let times = 0; times < 6; times += 1)
    t.equal((await send(`/donate?amount=${times + 20}`)).status, 200);
  await two.close();
  t.equal((await send("/about-us")).status, 200);
  const away = await send("/faq");
  t.same(
    [away.status, away.head.get("retry-after")],
    [503, "30"],
    "a page that nobody has requested",
  );
  t.match(away.text, "We will be back soon");
});
