import t, { type Test } from "tap";
import { startScene } from "../../setup/site/scene.ts";

const GIVEN = "an-id-of-our-proxy";

async function scene(t: Test, env: Record<string, string> = {}) {
  const { site } = await startScene(t, { env });
  /** Injects a request with the given remote address, from which no test could really send. */
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
    t.equal(await attempt(`2001:db8:1:2::${count.toString(16)}`), 401);
  t.equal(await attempt("2001:db8:1:2:ffff::1"), 429);
  t.equal(await attempt("2001:db8:1:3::1"), 401);
});
