import t, { type Test } from "tap";
import { readConfig } from "../../../server/config.ts";
import { startFakeContentApi } from "../../fakes/content-api.ts";
import { startSite } from "../../setup/site/site.ts";

const GIVEN = "an-id-of-our-proxy";

async function scene(t: Test, env: Record<string, string> = {}) {
  const source = await startFakeContentApi({});
  const site = await startSite({ contentApiUrl: source.url, env });
  t.teardown(async () => {
    await site.close();
    await source.close();
  });
  /** As it comes from an IP address that no test can send from. */
  const from = (remoteAddress: string, headers: Record<string, string>, url = "/health/live") =>
    site.app.inject({ url, remoteAddress, headers });
  return { site, from };
}

t.test("a request id is made here, unless a trusted peer names one", async (t) => {
  const { from } = await scene(t, { TRUST_PROXY: "10.0.0.0/8" });
  const idOf = async (address: string, id: string) =>
    (await from(address, { "x-request-id": id })).headers["x-request-id"];
  t.equal(await idOf("10.1.2.3", GIVEN), GIVEN);
  t.equal(await idOf("::ffff:10.1.2.3", GIVEN), GIVEN);
  t.not(await idOf("203.0.113.9", GIVEN), GIVEN);
  t.not(await idOf("2001:db8::1", GIVEN), GIVEN);
  for (const bad of ["short", "a".repeat(65), "with space in it", "line\tbreak-in-it"])
    t.match(await idOf("10.1.2.3", bad), /^[\da-f-]{36}$/, bad);
});

t.test(
  "a proxy that is not on the list is not believed, nor is a list of true or a count",
  async (t) => {
    for (const list of ["true", "1", "*", "10.0.0.0/8, proxy.example", "10.0.0.0/33", "0x0a.0.0.1"])
      t.throws(() => readConfig({ TRUST_PROXY: list }), /TRUST_PROXY/, list);
    t.same(readConfig({ TRUST_PROXY: "10.0.0.0/8, ::1" }).TRUST_PROXY, ["10.0.0.0/8", "::1"]);
  },
);

t.test("the log names routes and faults, never URLs, queries or agents", async (t) => {
  const { from, site } = await scene(t, { LOG_LEVEL: "trace", TRUST_PROXY: "10.0.0.0/8" });
  const headers = {
    "x-forwarded-for": "203.0.113.77",
    "user-agent": "planted-agent",
    referer: "https://mail.example/planted-referer",
    authorization: "Bearer planted-token",
    cookie: "planted=cookie",
  };
  for (const path of [
    "/news-events?type=news&q=planted-query",
    "/news-events/news/planted-slug",
    "/planted/path",
    "/planted/%zz",
    "/bff/news?cursor=planted",
    "/contact-us?sent=planted",
  ])
    await from("10.9.8.7", headers, path);
  const lines = site.logs.filter((line) => line.msg === "request");
  t.equal(lines.length, 6);
  for (const line of lines) t.match(line, { method: "GET", route: /^[/*(]/ });
  t.notMatch(JSON.stringify(site.logs), /planted|203\.0\.113\.77|10\.9\.8\.7/);
});

t.test("reading is shed by load, not counted by address", async (t) => {
  const { from } = await scene(t);
  for (let count = 0; count < 200; count += 1)
    t.equal((await from("203.0.113.9", {})).statusCode, 200);
});

t.test("a household's tries of the staff token count together", async (t) => {
  const { site } = await scene(t, { EVENTS_WRITE_TOKEN: "0123456789abcdef" });
  const attempt = async (remoteAddress: string) =>
    (
      await site.app.inject({
        method: "DELETE",
        url: "/bff/events/id/1",
        remoteAddress,
        headers: { authorization: "Bearer wrong" },
      })
    ).statusCode;
  for (let count = 0; count < 60; count += 1)
    t.equal(await attempt(`2001:db8:1:2::${count.toString(16)}`), 403);
  t.equal(await attempt("2001:db8:1:2:ffff::1"), 429);
  t.equal(await attempt("2001:db8:1:3::1"), 403);
});
