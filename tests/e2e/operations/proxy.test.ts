import t from "tap";
import { startFakeContentApi } from "../../fakes/content-api.ts";
import { fullRows } from "../../fixtures/samples.ts";
import { findNginx, startProxy } from "../../setup/services/nginx.ts";
import { startInstances } from "./instances.ts";

const program = findNginx();

t.test("two sites behind the caching proxy", { skip: program ? false : "no nginx" }, async (t) => {
  const source = await startFakeContentApi({ news: fullRows("news"), events: fullRows("events") });
  t.teardown(source.close);
  const env = { TRUST_PROXY: "127.0.0.1", FORM_RATE_MAX: "1", LOG_LEVEL: "info" };
  const { start } = await startInstances(t, { source, env });
  const [one, two] = [await start("one"), await start("two")];
  const dir = t.testdir({ proxy: {} });
  const proxy = await startProxy(program ?? "", {
    dir: `${dir}/proxy`,
    sites: [one.url, two.url],
  });
  t.teardown(proxy.end);
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${proxy.url}${path}`, { headers });
    const text = await response.text();
    return {
      status: response.status,
      text,
      head: response.headers,
      cache: response.headers.get("x-cache"),
    };
  };
  const contact = async (claimed: string) => {
    const response = await fetch(`${proxy.url}/bff/contact`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": claimed },
      body: JSON.stringify({ name: "A", email: "a@example.org", subject: "S", message: "M" }),
    });
    await response.body?.cancel();
    return response.status;
  };

  t.comment("a whole page is kept, its coding apart, and names each request");
  const first = await ask("/about-us");
  const second = await ask("/about-us");
  t.same([first.cache, second.cache, second.text === first.text], ["MISS", "HIT", true]);
  t.not(first.head.get("x-request-id"), second.head.get("x-request-id"));
  t.equal((await ask("/about-us", { "accept-encoding": "br" })).cache, "MISS");
  const spelled = await ask("/about-us", { "accept-encoding": "deflate, gzip;q=0.8, br" });
  t.same([spelled.cache, spelled.head.get("content-encoding")], ["HIT", "br"]);
  const again = await ask("/about-us", { "if-none-match": first.head.get("etag") ?? "" });
  t.same([again.status, again.cache, again.text], [304, "HIT", ""]);

  t.comment("a page with a nonce is for one reader");
  source.delayMs = 400;
  const nonces = [];
  for (const slug of ["tree-day", "tree-day"]) {
    const streamed = await ask(`/news-events/news/${slug}`);
    t.match(streamed.text, "Tree day in Morogoro");
    if (!streamed.text.includes("nonce=")) continue;
    t.equal(streamed.cache, "MISS");
    nonces.push(streamed.head.get("content-security-policy"));
  }
  t.ok(nonces.length > 0, "the first was streamed");
  t.equal(new Set(nonces).size, nonces.length);
  source.delayMs = 0;

  t.comment("answers under /bff are carried like pages");
  await ask("/bff/news");
  t.equal((await ask("/bff/news")).cache, "HIT");

  t.comment("faults, health and what is not public are not kept");
  for (const path of ["/no-such-page", "/bff/sources"]) {
    await ask(path);
    t.not((await ask(path)).cache, "HIT", path);
  }
  t.equal((await ask("/health/ready")).status, 404);

  t.comment("limits count the reader's own address, whatever the reader claims");
  t.equal(await contact("203.0.113.7"), 200);
  t.equal(await contact("203.0.113.8"), 429);

  t.comment("one site dies, the other serves; both die, what was kept still stands");
  await one.kill();
  for (let times = 0; times < 6; times += 1)
    t.equal((await ask(`/donate?amount=${times + 20}`)).status, 200);
  await two.kill();
  t.equal((await ask("/about-us")).status, 200);
  const away = await ask("/faq");
  t.same([away.status, away.head.get("retry-after")], [503, "30"], "what nobody has asked for");
  t.match(away.text, "We will be back soon");
});
