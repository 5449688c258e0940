import { request as httpRequest } from "node:http";
import t from "tap";
import { CONTACT, formScene, VOLUNTEER } from "./forms-scene.ts";

const message = (index: number) => ({ ...CONTACT, message: `number ${index}` });

t.test(
  "the sixth post of a form within ten minutes is refused, with when to try again",
  async (t) => {
    const { post, source } = await formScene(t, { FORM_RATE_MAX: "5" });
    for (let index = 0; index < 5; index += 1) {
      const { status, headers } = await post("/bff/contact", message(index));
      t.equal(status, 200);
      t.equal(headers["ratelimit-policy"], '"contact";q=5;w=600');
      t.match(headers.ratelimit, new RegExp(`^"contact";r=${4 - index};t=\\d+$`));
    }
    const refused = await post("/bff/contact", message(6));
    t.equal(refused.status, 429);
    t.match(refused.headers["content-type"], "application/problem+json");
    t.match(refused.headers["retry-after"], /^(59\d|600)$/);
    t.match(refused.headers.ratelimit, /^"contact";r=0;t=\d+$/);
    t.match(refused.body, { status: 429, message: /try again in 10 minutes/ });
    t.equal(source.contacts.size, 5);
    t.equal(
      (await post("/bff/volunteer", VOLUNTEER)).status,
      202,
      "another form has its own count",
    );
  },
);

t.test("page and JSON share a count, and the page that refuses still holds the text", async (t) => {
  const { post, postPage, source } = await formScene(t, { FORM_RATE_MAX: "2" });
  await post("/bff/contact", message(1));
  await postPage("/contact-us", message(2));
  const refused = await postPage("/contact-us", { ...CONTACT, message: "a long story" });
  t.equal(refused.status, 429);
  t.match(refused.headers["retry-after"], /^\d+$/);
  t.match(refused.text, "try again in 10 minutes");
  t.match(refused.text, "a long story</textarea>");
  t.equal(source.contacts.size, 2);
});

t.test("a post is counted before its body is read", async (t) => {
  const { post, site } = await formScene(t, { FORM_RATE_MAX: "2" });
  await post("/bff/contact", "{ broken");
  await post("/bff/contact", { ...CONTACT, name: "" });
  // Announces a body and never sends it: the response comes all the same.
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const request = httpRequest(`${site.url}/bff/contact`, {
      method: "POST",
      headers: { "content-type": "application/json", "content-length": "1000" },
    });
    request.on("response", (response) => {
      resolve(response.statusCode);
      request.destroy();
    });
    request.on("error", reject);
    request.flushHeaders();
  });
  t.equal(status, 429);
});

t.test("the ceiling for all holds whoever posts", async (t) => {
  const { post } = await formScene(t, {
    FORM_RATE_MAX: "5",
    FORM_RATE_GLOBAL_MAX: "3",
    TRUST_PROXY: "127.0.0.1",
  });
  const from = (address: string, index: number) =>
    post("/bff/contact", message(index)).set("x-forwarded-for", address);
  for (let index = 0; index < 3; index += 1)
    t.equal((await from(`203.0.113.${index}`, index)).status, 200);
  const refused = await from("203.0.113.9", 9);
  t.equal(refused.status, 429);
  t.match(refused.headers.ratelimit, /^"all";r=0;/);
});

t.test("a forwarded address counts behind a trusted proxy only", async (t) => {
  const open = await formScene(t, { FORM_RATE_MAX: "1" });
  const first = open.post("/bff/contact").set("x-forwarded-for", "203.0.113.1");
  t.equal((await first).status, 200);
  const lie = open.post("/bff/contact").set("x-forwarded-for", "203.0.113.2");
  t.equal((await lie).status, 429, "nobody is believed");

  const behind = await formScene(t, { FORM_RATE_MAX: "1", TRUST_PROXY: "127.0.0.1" });
  const from = async (address: string) =>
    (await behind.post("/bff/contact").set("x-forwarded-for", address)).status;
  t.equal(await from("203.0.113.1"), 200);
  t.equal(await from("203.0.113.1"), 429);
  t.equal(await from("198.51.100.7, 203.0.113.1"), 429, "only the last hop is the proxy's word");
  t.equal(await from("::ffff:203.0.113.1"), 429, "IPv4 written as IPv6 is itself");
  t.equal(await from("2001:db8:1:2:3:4:5:6"), 200);
  t.equal(await from("2001:db8:1:2:ffff::1"), 429, "a household is one /64");
  t.equal(await from("2001:db8:1:3::1"), 200);
  t.equal(await from("not an address"), 200);
  t.equal(await from("neither is this"), 429, "what is no address counts for the peer");
});

t.test("reading is not counted", async (t) => {
  const { get } = await formScene(t, { FORM_RATE_MAX: "1" });
  for (let times = 0; times < 5; times += 1) t.equal((await get("/contact-us")).status, 200);
});
