import supertest from "supertest";
import t from "tap";
import { until } from "../../setup/until.ts";
import { CONTACT, formScene, PARTNER, VOLUNTEER } from "./forms-scene.ts";
import { inboxScene } from "./inbox-scene.ts";
import { PLEDGE } from "./pledge-scene.ts";

const THANKS = "Thank you for your message! We will get back to you soon.";

t.test(
  "a contact message goes to the source with no more than its key and request id",
  async (t) => {
    const { post, source, site } = await formScene(t, { LOG_LEVEL: "info" });
    const response = await post("/bff/contact").set("idempotency-key", "a-key-of-the-browser");
    t.equal(response.status, 200);
    t.match(response.body, {
      data: { message: THANKS, reference: /^C-.{4}-.{4}$/ },
      meta: { now: /Z$/ },
      links: { self: "/bff/contact" },
    });
    t.equal(response.headers["cache-control"], "no-store");
    const { reference } = response.body.data;
    const line = site.logs.find(({ msg }) => msg === "form handled");
    t.match(line, { reference, reqId: response.headers["x-request-id"] });
    t.same([...source.contacts.values()], [CONTACT]);
    t.match(source.contactCalls[0], {
      key: /^[0-9a-f]{40}$/,
      headers: { "x-request-id": response.headers["x-request-id"] },
    });
  },
);

t.test("the same message sent twice is one message", async (t) => {
  const { post, postPage, source } = await formScene(t);
  for (const key of ["key-number-one", "key-number-one", "key-number-two"])
    await post("/bff/contact").set("idempotency-key", key);
  t.equal(source.contacts.size, 2, "by its key");
  for (let times = 0; times < 3; times += 1) await postPage("/contact-us", CONTACT);
  t.equal(source.contacts.size, 3, "without a key, messages are told apart by their text");
});

t.test("an unknown field is refused, and the problem lists the form's fields", async (t) => {
  const { post, source } = await formScene(t);
  const { status, body } = await post("/bff/contact", { ...CONTACT, phone: "1", toString: "x" });
  t.equal(status, 422);
  t.same(
    body.errors.map(({ field }: { field: string }) => field),
    ["phone", "toString"],
  );
  t.match(body.errors[0].message, "Choose from name, email, phoneNumber, subject, message, formTo");
  t.notMatch(JSON.stringify(body), "faxNumber");
  const applied = await post("/bff/volunteer", { ...VOLUNTEER, email: "", phoneNumber: "1" });
  t.match(applied.body.errors, [{ field: "email" }, { field: "phoneNumber", message: / phone, / }]);
  const query = await post("/bff/partner?source=web", PARTNER);
  t.equal(query.status, 400);
  t.equal(query.body.parameter, "source");
  t.equal(source.contactCalls.length, 0);
});

t.test("one key and one body get one response, another body is refused", async (t) => {
  const { post, source } = await formScene(t);
  const send = (path: string, body: object, key = "key-number-one") =>
    post(path, body).set("idempotency-key", key);
  for (const [path, body, other] of [
    ["/bff/contact", CONTACT, { ...CONTACT, message: "other words" }],
    ["/bff/volunteer", VOLUNTEER, { ...VOLUNTEER, skills: "other words" }],
    ["/bff/partner", PARTNER, { ...PARTNER, orgName: "other words" }],
  ] as const) {
    const first = await send(path, body);
    const again = await send(path, { ...body, formToken: "another" }, '"key-number-one"');
    t.equal(again.status, first.status, path);
    t.equal(again.text, first.text, "to the letter");
    const refused = await send(path, other);
    t.equal(refused.status, 422, path);
    t.equal(refused.body.parameter, "Idempotency-Key");
    t.match(refused.body.detail, /was used with another body\. Nothing was stored/);
    const anew = await send(path, other, "key-number-two");
    t.equal(anew.status, first.status);
    if (path !== "/bff/contact") t.not(anew.body.data.reference, first.body.data.reference);
  }
  t.equal(source.contacts.size, 2);
});

t.test("a request that was refused does not use up its key, a failed one keeps it", async (t) => {
  const { post, source } = await formScene(t);
  const send = (body: object) => post("/bff/contact", body).set("idempotency-key", "key-to-keep");
  t.equal((await send({ ...CONTACT, email: "asha" })).status, 422);
  source.contactResponse = { status: 422, body: { message: "No such address." } };
  t.equal((await send(CONTACT)).body.detail, "No such address.");
  const corrected = { ...CONTACT, email: "asha.juma@example.org" };
  source.contactResponse = { status: 500, body: {} };
  t.equal((await send(corrected)).status, 502);
  t.match((await send(CONTACT)).body.detail, /another body/, "the source may have taken it");
  source.contactResponse = null;
  t.equal((await send(corrected)).status, 200);
  t.same([...source.contacts.values()], [corrected]);
});

t.test("two requests at once with one key are handled once", async (t) => {
  const { post, source } = await formScene(t);
  const release = source.hold();
  const sending = Promise.all(
    Array.from({ length: 5 }, () => post("/bff/contact").set("idempotency-key", "at-once-1")),
  );
  await until(() => source.contactCalls.length > 0);
  release();
  const sent = await sending;
  t.equal(source.contactCalls.length, 1);
  t.same(new Set(sent.map(({ status, text }) => `${status} ${text}`)).size, 1);
});

t.test("a key that is too short, too long, malformed or sent twice is 400", async (t) => {
  const { post, site, source } = await formScene(t);
  for (const key of ["short-1", "k".repeat(201), "two words", '"open-ended', "a,b-12345"]) {
    const { status, body } = await post("/bff/contact").set("idempotency-key", key);
    t.equal(status, 400, key.slice(0, 20));
    t.equal(body.parameter, "Idempotency-Key");
    t.match(body.detail, /8 to 200/);
  }
  const twice = await fetch(`${site.url}/bff/contact`, {
    method: "POST",
    headers: [
      ["content-type", "application/json"],
      ["idempotency-key", "key-number-one"],
      ["idempotency-key", "key-number-two"],
    ],
    body: JSON.stringify(CONTACT),
  });
  t.equal(twice.status, 400);
  t.equal(source.contactCalls.length, 0);
  for (const key of ["k".repeat(8), "k".repeat(200)])
    t.equal((await post("/bff/contact").set("idempotency-key", key)).status, 200);
});

t.test("a silent source gets the message later, under the key of the first try", async (t) => {
  const { post, source } = await formScene(t);
  source.mode = "refuse";
  const response = await post("/bff/contact");
  t.equal(response.status, 202);
  t.equal(response.body.data.message, THANKS);
  t.equal(source.contacts.size, 0);
  source.mode = "well";
  await until(() => source.contacts.size > 0);
  t.same([...source.contacts.values()], [CONTACT]);
  t.equal(new Set(source.contactCalls.map(({ key }) => key)).size, 1);
});

t.test("the source's response is relayed as JSON and page, with the input kept", async (t) => {
  const { post, postPage, source } = await formScene(t);
  source.contactResponse = { status: 500, body: { message: "The <b>mailbox</b> is full" } };
  const json = await post("/bff/contact");
  t.equal(json.status, 502);
  t.match(json.headers["content-type"], "application/problem+json");
  t.equal(json.body.message, "The <b>mailbox</b> is full");
  const page = await postPage("/contact-us", CONTACT);
  t.equal(page.status, 502);
  t.match(page.text, "The &lt;b&gt;mailbox&lt;/b&gt; is full");
  t.match(page.text, "Habari za leo?");
  source.contactResponse = { status: 500, body: {} };
  t.equal(
    (await post("/bff/contact")).body.message,
    "Failed to send message. Please try again later.",
  );
});

t.test("applications are stored, and the response has a reference number", async (t) => {
  const { post, source } = await formScene(t);
  for (const [path, body, letter] of [
    ["/bff/volunteer", VOLUNTEER, "V"],
    ["/bff/partner", PARTNER, "P"],
  ] as const) {
    const response = await post(path, body).set("idempotency-key", "one-and-the-same");
    t.equal(response.status, 202);
    t.match(response.body.data.reference, new RegExp(`^${letter}-.{4}-.{4}$`));
    const again = await post(path, body).set("idempotency-key", "one-and-the-same");
    t.equal(again.body.data.reference, response.body.data.reference);
    t.equal(response.headers["idempotent-replayed"], undefined);
    t.equal(again.headers["idempotent-replayed"], "true");
  }
  t.equal(source.contactCalls.length, 0);
});

t.test("an address and a website are stored and forwarded as they were typed", async (t) => {
  const { site, source, post, inbox } = await inboxScene(t);
  const typed = [
    ["asha@münchen.example", "asha@münchen.example"],
    ["as\u200bha@b.exam\u00adple", "asha@b.example"],
    ["mailto:asha@b.example?subject=Habari", "asha@b.example"],
    ['"Juma, Asha" <asha@b.example>', "asha@b.example"],
    ["asha＠b.example", "asha@b.example"],
  ] as const;
  for (const [email, taken] of typed) {
    t.equal((await post("/bff/contact", { ...CONTACT, email })).status, 200);
    t.equal(source.contactCalls.at(-1)?.body.email, taken, email);
    const donor = { firstName: "Asha", lastName: "Juma", preset: "50" };
    const body = new URLSearchParams({ ...donor, email, currency: "USD", frequency: "monthly" });
    const form = { method: "POST", body, redirect: "manual" } as const;
    t.equal((await fetch(`${site.url}/donate`, form)).status, 303, email);
  }
  const [email, address] = typed[3];
  await post("/bff/volunteer", { ...VOLUNTEER, email });
  await post("/bff/partner", { ...PARTNER, contactEmail: email, website: "münchen.example/a" });
  const kept: unknown = JSON.parse((await inbox("export", "--state", "kept")).stdout);
  t.match(kept, [
    { form: "partner", contactEmail: address, website: "https://münchen.example/a" },
    { form: "volunteer", email: address },
  ]);
});

t.test("no form takes an address at a domain that cannot be", async (t) => {
  const { post, postPage, source } = await formScene(t);
  const { contactEmail: _, ...partner } = PARTNER;
  const donor = { ...VOLUNTEER, preset: "50", customAmount: "", frequency: "one-time" };
  const pledge = { ...PLEDGE, email: "" };
  for (const email of ["asha@-bücher.example", "asha@bücher-.example", "asha@example.123"]) {
    const posts = {
      contact: post("/bff/contact", { ...CONTACT, email }),
      volunteer: post("/bff/volunteer", { ...VOLUNTEER, email }),
      partner: post("/bff/partner", { ...partner, contactEmail: email }),
      "contact page": postPage("/contact-us", { ...CONTACT, email }),
      "volunteer page": postPage("/get-involved?form=volunteer", { ...VOLUNTEER, email }),
      "partner page": postPage("/get-involved?form=partner", { ...partner, contactEmail: email }),
      pledge: postPage("/donate/pledge", { ...pledge, email }),
      donation: postPage("/donate", { ...donor, currency: "USD", email }),
    };
    for (const [name, posted] of Object.entries(posts)) {
      const { status, text } = await posted;
      t.match({ status, text }, { status: 422, text: /correct format|name@example/ }, name);
    }
  }
  t.equal(source.contactCalls.length, 0);
});

t.test("invalid input is refused with a reason for each field", async (t) => {
  const { post, source } = await formScene(t);
  const response = await post("/bff/contact", { ...CONTACT, name: "", email: "asha" });
  t.equal(response.status, 422);
  t.match(response.headers["content-type"], "application/problem+json");
  t.match(response.body, {
    title: "Unprocessable content",
    errors: [
      { field: "name", message: "Enter your full name" },
      { field: "email", message: /correct format/ },
    ],
  });
  t.notMatch(response.text, "asha", "nothing that was typed");
  const forged = { ...CONTACT, name: "Asha\r\nBcc: all@example.org" };
  t.match((await post("/bff/contact", forged)).body.errors, [{ field: "name" }]);
  const half = await post("/bff/contact", { ...CONTACT, message: "half \ud83d" });
  t.match(half.body.errors, [{ field: "message", message: /half of a surrogate pair/ }]);
  t.equal(source.contactCalls.length, 0);
});

t.test("bodies are checked in order: type, size, encoding, JSON, names", async (t) => {
  const { post, site, source } = await formScene(t);
  const raw = (type: string, body: string | Buffer) =>
    supertest(site.url).post("/bff/contact").set("content-type", type).send(body);
  const json = "application/json";
  const huge = JSON.stringify({ ...CONTACT, message: "x".repeat(40_000) });
  for (const [name, request, status] of [
    ["a form", raw("application/x-www-form-urlencoded", "name=a"), 415],
    ["plain text", raw("text/plain", JSON.stringify(CONTACT)), 415],
    ["plain text, too large", raw("text/plain", huge), 415],
    ["another charset", raw("application/json; charset=iso-8859-1", "{}"), 415],
    ["compressed", raw(json, "{}").set("content-encoding", "gzip"), 415],
    ["nothing at all", supertest(site.url).post("/bff/contact"), 415],
    ["too large", raw(json, huge), 413],
    ["too large and broken", raw(json, huge.slice(0, -5)), 413],
    ["broken JSON", raw(json, '{"name": '), 400],
    ["no JSON", raw(json, ""), 400],
    ["an array", raw(json, "[]"), 400],
    ["a text", raw(json, '"x"'), 400],
    ["null", raw(json, "null"), 400],
    ["__proto__", raw(json, `{"__proto__": {"isAdmin": true}}`), 400],
    ["__proto__ within", raw(json, `{"name": {"__proto__": {}}}`), 400],
    ["constructor", raw(json, `{"constructor": {"prototype": {}}}`), 400],
    ["constructor alone", raw(json, `{"constructor": "x"}`), 422],
    ["no encoding by an empty name", raw(json, "{}").set("content-encoding", ""), 422],
    ["numbers for words", post("/bff/contact", { ...CONTACT, name: 7 }), 422],
  ] as const) {
    const response = await request;
    t.equal(response.status, status, name);
    t.match(response.headers["content-type"], "application/problem+json", name);
    t.equal(response.body.status, status, name);
    t.notMatch(response.text, /JSON at position|Unexpected|\bat \w+ \(/, name);
  }
  const notText = await fetch(`${site.url}/bff/contact`, {
    method: "POST",
    headers: { "content-type": json },
    body: Buffer.from('{"name": "\xff\xfe"}', "latin1"),
  });
  t.match(await notText.json(), { status: 400, detail: /not encoded in UTF-8\.$/ });
  t.equal(source.contactCalls.length, 0);
});

t.test("posts that other sites make visitors send are refused", async (t) => {
  const { post, postPage, site, source } = await formScene(t);
  for (const headers of [
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "none" },
    { "sec-fetch-site": "cross-site", origin: site.url },
    { origin: "https://evil.example" },
    { origin: "null" },
  ]) {
    t.equal((await post("/bff/contact").set(headers)).status, 403, JSON.stringify(headers));
    const page = await postPage("/contact-us", CONTACT).set(headers);
    t.equal(page.status, 403);
    t.match(page.headers["content-type"], "text/html");
    t.notMatch(page.text, "Habari za leo?");
  }
  t.equal(source.contactCalls.length, 0);
  for (const headers of [{ "sec-fetch-site": "same-origin" }, { origin: site.url }, {}])
    t.equal((await post("/bff/contact").set(headers)).status, 200, JSON.stringify(headers));
});

t.test("behind TLS only the public name is ours, whatever host a post names", async (t) => {
  const { site, source } = await formScene(t, { PUBLIC_ORIGIN: "https://www.example.org" });
  const from = (headers: Record<string, string>) =>
    supertest(site.url).post("/bff/contact").set(headers).send(CONTACT);
  for (const host of ["evil.example", "www.example.org"]) {
    const lie = { host, origin: "https://evil.example", "x-forwarded-host": "evil.example" };
    t.equal((await from(lie)).status, 403, host);
  }
  t.equal(source.contactCalls.length, 0);
  t.equal((await from({ origin: "https://www.example.org", host: "10.0.0.7" })).status, 200);
  t.equal((await from({ origin: "null" })).status, 403);
});

t.test("a bot gets a person's response, and its message is not forwarded", async (t) => {
  const { post, postPage, source } = await formScene(t);
  const person = await post("/bff/contact");
  const machine = await post("/bff/contact", { ...CONTACT, faxNumber: "1" });
  t.equal(machine.status, person.status);
  t.same(machine.body.data, person.body.data);
  const page = await postPage("/contact-us", { ...CONTACT, faxNumber: "1" });
  t.match(page.headers.location, /^\/contact-us\?sent=1&reference=C-.{4}-.{4}#sent$/);
  const applied = await post("/bff/volunteer", { ...VOLUNTEER, faxNumber: "1" });
  t.match(applied.body.data.reference, /^V-/);
  t.equal(source.contactCalls.length, 1);
});

t.test("the time when a form was opened is signed, and never in a page", async (t) => {
  const { get, site } = await formScene(t);
  const { body, headers } = await supertest(site.url).get("/bff/form-token");
  t.match(body.data.token, /^[0-9a-z]+\.[\w-]{43}$/);
  t.equal(headers["cache-control"], "no-store");
  const page = await get("/contact-us");
  t.notMatch(page.text, "formToken");
  t.match(page.headers["cache-control"], "public");
  t.equal(page.text, (await get("/contact-us")).text, "the page is the same for everyone");
});

t.test("nothing a visitor typed is in any line of the log", async (t) => {
  const { post, postPage, source, site } = await formScene(t, { LOG_LEVEL: "trace" });
  const typed = {
    ...CONTACT,
    email: "planted.address@example.org",
    phoneNumber: "+255 777 123 456",
    message: "a planted sentence about my neighbour",
  };
  const sendAll = async (subject: string) => {
    // The subject differs each time, because a message the source already has is not forwarded again.
    const planted = { ...typed, subject };
    await post("/bff/contact", planted);
    await post("/bff/contact", { ...planted, name: "" });
    await post("/bff/contact", { ...planted, email: "planted.address@" });
    await post("/bff/contact", `{"message": "${planted.message}", `);
    await post("/bff/volunteer", {
      ...VOLUNTEER,
      email: planted.email,
      motivation: planted.message,
    });
    await postPage("/contact-us", planted);
    await postPage("/contact-us", { ...planted, subject: "" });
    await postPage(`/contact-us?email=${planted.email}`, `message=${planted.message}%ff`);
  };
  await sendAll("one");
  source.mode = "refuse";
  await sendAll("two");
  source.mode = "well";
  source.contactResponse = { status: 422, body: { message: `no such address: ${typed.email}` } };
  await sendAll("three");
  await until(() => site.logs.some(({ msg }) => msg === "message could not be delivered"));
  t.ok(site.logs.length > 20);
  t.notMatch(JSON.stringify(site.logs), /planted|777 123 456|neighbour/);
});
