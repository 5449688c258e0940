import { request as httpRequest } from "node:http";
import t from "tap";
import site from "../../fixtures/content/site.json" with { type: "json" };
import { testFolder } from "../../setup/test-folder.ts";
import { until } from "../../setup/until.ts";
import { CONTACT, formScene, PARTNER, VOLUNTEER } from "./forms-scene.ts";

const message = (index: number | string) => ({ ...CONTACT, message: `number ${index}` });
const { email, phones } = site.contact;
const OTHER_WAYS = [email.address, ...phones.map(({ number }) => number)];

t.test("ten posts of a form are taken; the next is refused with Retry-After", async (t) => {
  const { post, source } = await formScene(t, { FORM_RATE_MAX: "" });
  for (let index = 0; index < 10; index += 1) {
    const { status, headers } = await post("/bff/contact", message(index));
    t.equal(status, 200);
    t.equal(headers["x-ratelimit-limit"], "10");
    t.equal(headers["x-ratelimit-remaining"], String(9 - index));
    t.match(headers["x-ratelimit-reset"], /^(59\d|600)$/);
  }
  const refused = await post("/bff/contact", message("eleven"));
  t.equal(refused.status, 429);
  t.match(refused.headers["content-type"], "application/problem+json");
  t.match(refused.headers["retry-after"], /^(59\d|600)$/);
  t.equal(refused.headers["x-ratelimit-remaining"], "0");
  t.match(refused.body, { status: 429, message: /sent too many times.*try again in 10 minutes/ });
  for (const way of OTHER_WAYS) t.ok(refused.body.message.includes(way), way);
  t.equal(source.contacts.size, 10);
  t.equal((await post("/bff/volunteer", VOLUNTEER)).status, 202, "another form has its own count");
});

t.test("an invalid post counts, a failure of ours does not", async (t) => {
  const { post, postPage, source } = await formScene(t, { FORM_RATE_MAX: "3" });
  source.contactResponse = { status: 403, body: {} };
  for (let times = 0; times < 8; times += 1)
    t.equal((await post("/bff/contact", message(times))).status, 502);
  source.contactResponse = null;
  t.equal((await post("/bff/contact", { ...CONTACT, email: "asha" })).status, 422);
  t.equal((await postPage("/contact-us", { ...CONTACT, name: "" })).status, 422);
  for (const [times, status] of [200, 429].entries())
    t.equal((await post("/bff/contact", message(times))).status, status);
});

t.test("a retry under the same key is not counted; other text needs another key", async (t) => {
  const { post, source } = await formScene(t, { FORM_RATE_MAX: "1" });
  const send = async (words: object, key = "one-and-the-same") =>
    (await post("/bff/contact", words).set("idempotency-key", key)).status;
  for (let times = 0; times < 5; times += 1) t.equal(await send(message(1)), 200);
  t.equal(await send(message(3)), 422);
  t.equal(await send(message(3), "another-key"), 429);
  t.equal(await send(message(1)), 200, "also when the limit is reached");
  t.equal(source.contacts.size, 1);
});

t.test("parallel posts never exceed the limit", async (t) => {
  const { post, source } = await formScene(t, { FORM_RATE_MAX: "4" });
  const release = source.hold();
  const sending = Promise.all(
    Array.from({ length: 20 }, (_, index) => post("/bff/contact", message(index))),
  );
  await until(() => source.contactCalls.length === 4);
  release();
  const responses = await sending;
  t.equal(responses.filter(({ status }) => status === 200).length, 4);
  t.equal(responses.filter(({ status }) => status === 429).length, 16);
  t.equal(source.contacts.size, 4);
});

t.test("while the store is down, the process counts", async (t) => {
  const DATA_DIR = testFolder(t, { "site.sqlite": {} });
  const { post, site } = await formScene(t, { FORM_RATE_MAX: "2", DATA_DIR });
  t.match(site.logs, [{ msg: /^the store is down/ }]);
  for (const [times, status] of [200, 200, 429].entries()) {
    const { headers, ...response } = await post("/bff/contact", message(times));
    t.equal(response.status, status);
    t.equal(headers["x-ratelimit-remaining"], String(Math.max(0, 1 - times)));
  }
});

t.test("page and JSON share a count, and the refusing page keeps the text", async (t) => {
  const { post, postPage, source } = await formScene(t, { FORM_RATE_MAX: "2" });
  await post("/bff/contact", message(1));
  await postPage("/contact-us", message(2));
  const refused = await postPage("/contact-us", { ...CONTACT, message: "a long story" });
  t.equal(refused.status, 429);
  t.match(refused.headers["retry-after"], /^\d+$/);
  t.match(refused.text, "try again in 10 minutes");
  t.match(refused.text, `<a href="mailto:${email.address}">`);
  for (const { number } of phones)
    t.match(refused.text, `<a href="tel:${number.replaceAll(" ", "")}">${number}</a>`);
  t.match(refused.text, "a long story</textarea>");
  t.equal(source.contacts.size, 2);
});

t.test("every form has the limit", async (t) => {
  const { post, postPage } = await formScene(t, { FORM_RATE_MAX: "1" });
  const donation = { currency: "USD", preset: "50", customAmount: "", frequency: "one-time" };
  const donor = { firstName: "Asha", lastName: "Juma", email: "asha@example.org", phone: "" };
  for (const [send, accepted] of [
    [(name: string) => post("/bff/volunteer", { ...VOLUNTEER, lastName: name }), 202],
    [(name: string) => post("/bff/partner", { ...PARTNER, contactName: name }), 202],
    [(name: string) => postPage("/donate", { ...donation, ...donor, lastName: name }), 303],
  ] as const) {
    t.equal((await send("Juma")).status, accepted);
    t.equal((await send("Mushi")).status, 429);
  }
});

t.test("posts are counted before the body is read", async (t) => {
  const { post, postPage, site } = await formScene(t, { FORM_RATE_MAX: "2" });
  for (const [body, status] of [
    ["{ broken", 400],
    [{ name: "" }, 422],
  ] as const)
    t.equal((await post("/bff/contact", body)).status, status);
  // The request announces a body and never sends one, and must still get its response.
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
  const refused = await post("/bff/contact").set("sec-fetch-site", "cross-site");
  t.equal(refused.status, 429);
  const inSwahili = await post("/bff/contact").set("content-language", "sw");
  t.match(inSwahili.body.message, "imetumwa mara nyingi mno");
  const page = await postPage("/sw/contact-us", { ...CONTACT, message: "a long story" });
  t.equal(page.status, 429);
  t.match(page.text, "imetumwa mara nyingi mno");
  t.match(page.text, "a long story</textarea>");
});

t.test("the global limit counts valid posts of all visitors", async (t) => {
  const { post } = await formScene(t, { FORM_RATE_GLOBAL_MAX: "3", TRUST_PROXY: "127.0.0.1" });
  const from = (address: string, body: object) =>
    post("/bff/contact", body).set("x-forwarded-for", address);
  for (let index = 0; index < 5; index += 1)
    t.equal((await from(`198.51.100.${index}`, { name: "" })).status, 422);
  for (let index = 0; index < 3; index += 1)
    t.equal((await from(`203.0.113.${index}`, message(index))).status, 200);
  const refused = await from("203.0.113.9", message(9));
  t.equal(refused.status, 429);
  t.match(refused.headers["retry-after"], /^\d+$/);
  t.match(refused.body.message, "more messages at the moment");
});

t.test("a forged address does not help without a trusted proxy", async (t) => {
  const { post, source } = await formScene(t, { FORM_RATE_MAX: "2" });
  const statuses: number[] = [];
  for (let index = 0; index < 70; index += 1) {
    const address = `203.0.113.${index}`;
    const { status } = await post("/bff/contact", message(index)).set({
      "x-forwarded-for": address,
      "x-real-ip": address,
      forwarded: `for=${address}`,
      "true-client-ip": address,
      "cf-connecting-ip": address,
    });
    statuses.push(status);
  }
  t.same(statuses, [200, 200, ...Array(68).fill(429)]);
  t.equal(source.contacts.size, 2);
});

t.test("behind a trusted proxy only the address that it reports counts", async (t) => {
  const { post } = await formScene(t, { FORM_RATE_MAX: "1", TRUST_PROXY: "127.0.0.1" });
  let sent = 0;
  const from = async (address: string) => {
    sent += 1;
    return (await post("/bff/contact", message(sent)).set("x-forwarded-for", address)).status;
  };
  t.equal(await from("203.0.113.1"), 200);
  t.equal(await from("203.0.113.1"), 429);
  t.equal(await from("198.51.100.7, 203.0.113.1"), 429, "only the last hop is the proxy's word");
  t.equal(await from("::ffff:203.0.113.1"), 429, "IPv4 written as IPv6 is itself");
  t.equal(await from("2001:db8:1:2:3:4:5:6"), 200);
  t.equal(await from("2001:db8:1:2:ffff::1"), 429, "a household is one /64");
  t.equal(await from("2001:db8:1:3::1"), 200);
  t.equal(await from("not an address"), 200);
  t.equal(await from("neither is this"), 429, "an invalid address counts as the peer's");
});

t.test("a visitor counts as one, however a proxy writes the address", async (t) => {
  const TRUST_PROXY = "127.0.0.1,10.0.0.0/8,2001:db8:ff::/48";
  const { post } = await formScene(t, { FORM_RATE_MAX: "1", TRUST_PROXY });
  let sent = 0;
  for (const [first = "", again = ""] of [
    ["203.0.113.1:5678", "203.0.113.1:5679"],
    ["[2001:db8:1:2::1]:443", "2001:db8:1:2::2"],
    ['"203.0.113.2"', " 203.0.113.2 "],
    ['"[2001:db8:1:3::1]:443"', "[2001:db8:1:3::1]"],
    ["203.0.113.3, unknown", '"203.0.113.3:80", unknown, , 10.1.1.1'],
    ["203.0.113.4:1234, 10.0.0.1:80", "203.0.113.4, [2001:db8:ff::1]:80"],
    ["[::ffff:203.0.113.5]:443", "::ffff:203.0.113.5:443"],
    ["203.0.113.7", `203.0.113.7, x${" ".repeat(10_000)}y`],
    ["unknown, 203.0.113.6:80", "198.51.100.7, 203.0.113.6"],
    ["fe80::1%eth0", "[fe80::1%eth1]:443"],
  ])
    for (const [address, status] of [
      [first, 200],
      [again, 429],
    ] as const) {
      sent += 1;
      const given = { "x-forwarded-for": address };
      t.equal((await post("/bff/contact", message(sent)).set(given)).status, status, address);
    }
});

t.test("reading is not counted", async (t) => {
  const { get } = await formScene(t, { FORM_RATE_MAX: "1" });
  for (let times = 0; times < 70; times += 1) t.equal((await get("/contact-us")).status, 200);
});
