import { statSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { buildEmbeddedApi } from "../../../server/embedded-api/embedded-api.ts";
import { staffCommand } from "../../setup/site/staff-in-process.ts";
import { testFolder } from "../../setup/test-folder.ts";
import { NOW, withApi } from "./with-api.ts";

const MESSAGE = {
  name: "Amina",
  email: "amina@münchen.example",
  phoneNumber: "+255 000 000 000",
  subject: "Habari",
  message: "Line one\r\nLine two",
};
const THANKS = { message: "Thank you for your message! We will get back to you soon." };

async function storedIn(dataDir: string): Promise<Record<string, string>[]> {
  return JSON.parse((await staffCommand("inbox", dataDir, ["export"])).stdout);
}

t.test("a message is acknowledged and on disk", async (t) => {
  const { api, dataDir } = withApi(t);
  const answer = await api.inject({ method: "POST", url: "/api/contacts/", payload: MESSAGE });
  t.equal(answer.statusCode, 201);
  t.same(answer.json(), THANKS);
  t.match(await storedIn(dataDir), [
    { ...MESSAGE, message: "Line one\nLine two", state: "kept", received: NOW.toISOString() },
  ]);
  t.equal(statSync(join(dataDir, "site.sqlite")).mode & 0o777, 0o600);
});

t.test("a telephone number may be absent, null or empty", async (t) => {
  const { api, dataDir } = withApi(t);
  const { phoneNumber: _, ...rest } = MESSAGE;
  for (const payload of [rest, { ...rest, phoneNumber: null }, { ...rest, phoneNumber: " " }]) {
    const answer = await api.inject({ method: "POST", url: "/api/contacts", payload });
    t.equal(answer.statusCode, 201);
  }
  t.same(
    (await storedIn(dataDir)).map((contact) => contact.phoneNumber),
    [undefined, undefined, undefined],
  );
});

t.test("a repeated key gets the same response and stores nothing", async (t) => {
  const { api, dataDir } = withApi(t);
  const send = (key: string) =>
    api.inject({
      method: "POST",
      url: "/api/contacts/",
      headers: { "idempotency-key": key },
      payload: MESSAGE,
    });
  const answers = await Promise.all([send("key-1"), send("key-1"), send("key-2"), send("key-1")]);
  const got = answers.map((answer) => [answer.statusCode, answer.json()]);
  t.same(got, Array(4).fill([201, THANKS]));
  t.equal((await storedIn(dataDir)).length, 2);
  t.equal((await send("k".repeat(201))).statusCode, 400);
});

t.test("messages, keys and events outlive the process", async (t) => {
  const dataDir = testFolder(t);
  const headers = { "idempotency-key": "once" };
  const contact = { method: "POST", url: "/api/contacts", headers, payload: MESSAGE } as const;
  const payload = { title: "Kept", start_date: "2026-12-01" };
  const first = buildEmbeddedApi({ dataDir, now: () => NOW });
  await first.inject(contact);
  await first.inject({ method: "POST", url: "/api/events", payload });
  await first.inject({ method: "DELETE", url: "/api/events/1" });
  const before = (await first.inject("/api/events")).body;
  await first.close();

  const later = new Date(NOW.getTime() + 30 * 24 * 60 * 60 * 1000);
  const second = buildEmbeddedApi({ dataDir, now: () => later });
  t.teardown(() => second.close());
  t.equal((await second.inject("/api/events")).body, before, "and are not seeded again");
  t.equal((await second.inject("/api/events/kept")).statusCode, 200);
  t.equal((await second.inject(contact)).statusCode, 201);
  t.equal((await storedIn(dataDir)).length, 1);
});

t.test("errors name their fields, and nothing is stored", async (t) => {
  const { api, dataDir } = withApi(t);
  const cases: [unknown, string][] = [
    [{ ...MESSAGE, name: " " }, "Full Name is required."],
    [{ ...MESSAGE, email: "amina" }, "Email Address is not a complete e-mail address."],
    [{ ...MESSAGE, email: undefined }, "Email Address is required."],
    [{ ...MESSAGE, subject: 7 }, "Subject is required."],
    [{ ...MESSAGE, name: "n".repeat(101) }, "Full Name is longer than 100 characters."],
    [{ ...MESSAGE, message: "m".repeat(5001) }, "Message is longer than 5,000 characters."],
    [
      {},
      "Full Name is required; Email Address is required; Subject is required; Message is required.",
    ],
    [null, "The body must be a JSON object."],
  ];
  const answers = [];
  for (const [body] of cases) {
    const answer = await api.inject({
      method: "POST",
      url: "/api/contacts/",
      headers: { "content-type": "application/json" },
      payload: JSON.stringify(body),
    });
    answers.push([answer.statusCode, answer.json()]);
  }
  t.same(
    answers,
    cases.map(([, message]) => [422, { message }]),
  );
  t.same(await storedIn(dataDir), []);
});

t.test("the longest message passes, a larger body does not", async (t) => {
  const { api } = withApi(t);
  const post = (message: string) =>
    api.inject({ method: "POST", url: "/api/contacts", payload: { ...MESSAGE, message } });
  t.equal((await post("\u{1F4A7}".repeat(2500))).statusCode, 201);
  t.equal((await post("m".repeat(70_000))).statusCode, 413);
});

t.test("no call reads messages", async (t) => {
  const { api } = withApi(t);
  for (const url of ["/api/contacts", "/api/contacts/1"]) {
    t.equal((await api.inject(url)).statusCode, 404);
  }
});

t.test("an error of the store is a 500 without details", async (t) => {
  const dataDir = testFolder(t);
  let clock = NOW;
  const api = buildEmbeddedApi({ dataDir, now: () => clock });
  await api.ready();
  clock = new Date(Number.NaN);
  const answer = await api
    .inject({ method: "POST", url: "/api/contacts", payload: MESSAGE })
    .finally(() => api.close());
  t.equal(answer.statusCode, 500);
  t.same(answer.json(), {
    message: "Something went wrong on our side. Please try again later.",
  });
});
