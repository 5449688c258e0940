import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import t from "tap";
import { until } from "../../setup/until.ts";
import { CONTACT, PARTNER } from "./forms-scene.ts";
import { inboxScene } from "./inbox-scene.ts";

const SECRET = "a very secret sentence";

t.test("a message is tried again, then dead, then sent once when staff retry it", async (t) => {
  const { source, post, inbox, messages, later } = await inboxScene(t, { INBOX_MAX_TRIES: "3" });
  source.contactResponse = { status: 503, body: {} };
  t.equal((await post()).status, 202);
  await later(() => source.contactCalls.length === 3);
  await until(async () => (await messages())[0]?.state === "dead");
  t.equal(source.contactCalls.length, 3, "the visitor's own try was the first of three");
  t.equal(new Set(source.contactCalls.map(({ key }) => key)).size, 1);
  source.contactResponse = null;
  const reference = (await messages())[0]?.reference ?? "";
  t.match(await inbox("retry", reference), {
    stdout: `Message to be delivered again: ${reference}\n`,
  });
  await until(() => source.contacts.size === 1);
  await until(async () => (await messages())[0]?.state === "delivered");
  t.match(await inbox("retry", reference), { code: 1 }, "a delivered message is not sent again");
});

t.test("the reference of a message that the source took at once is in the inbox", async (t) => {
  const { source, post, messages } = await inboxScene(t);
  const { status, body } = await post();
  t.equal(status, 200);
  t.match(await messages(), [{ reference: body.data.reference, state: "delivered", tries: "1" }]);
  const again = await post();
  t.same([again.status, again.body.data.reference], [200, body.data.reference]);
  t.equal(source.contactCalls.length, 1, "a message that the source has is not sent again");
  source.contactResponse = { status: 422, body: { message: "No such address." } };
  t.equal((await post("/bff/contact", { ...CONTACT, subject: "Refused" })).status, 422);
  t.equal((await messages()).length, 1, "a refused message is not stored");
});

for (const kind of ["JSON", "JSON with a key", "page"] as const)
  t.test(
    `whatever became of a message, sent again by ${kind} it is due or delivered`,
    async (t) => {
      const { source, site, post, inbox, messages, later } = await inboxScene(t);
      const { db } = site.app.store;
      const send = async (fields: Record<string, string> = {}) => {
        if (kind !== "page")
          return (
            await post(
              "/bff/contact",
              { ...CONTACT, ...fields },
              kind === "JSON" ? "" : "a-key-of-one",
            )
          ).status;
        const body = new URLSearchParams({ ...CONTACT, ...fields });
        const init = { method: "POST", body, redirect: "manual" } as const;
        return (await fetch(`${site.url}/contact-us`, init)).status;
      };
      /** Puts the message into a state that the delivery loop or the staff could have left. */
      const become = async (state: "dead" | "held" | "kept" | "waiting") => {
        const dueAt = state === "waiting" ? Date.now() + 86_400_000 : null;
        const deskState = state === "held" ? "spam" : "new";
        const tries = state === "held" ? 0 : 72;
        await db
          .updateTable("messages")
          .set({ state, dueAt, deskState, tries, claim: null })
          .execute();
      };
      const taken = kind === "page" ? [303] : [200, 202];
      source.mode = "refuse";
      await send();
      for (const state of ["dead", "held", "kept", "waiting"] as const) {
        source.mode = "refuse";
        await become(state);
        t.ok(taken.includes(await send()), `${state}, source down`);
        // With a key the site repeats its first response, and only a dead or held message becomes due again.
        if (kind !== "JSON with a key" || state === "dead" || state === "held") {
          const [row] = await db.selectFrom("messages").selectAll().execute();
          t.match(row, { state: "waiting", deskState: "new" }, `${state} is due`);
          t.ok(row?.dueAt !== null);
        }
        source.mode = "well";
        await become(state);
        t.ok(taken.includes(await send()), `${state}, source up`);
        if (state === "dead" || state === "held") await later(() => source.contacts.size === 1);
      }
      await later(async () => (await messages())[0]?.state === "delivered");
      t.equal(source.contacts.size, 1, "once");
      const calls = source.contactCalls.length;
      t.ok(taken.includes(await send()));
      t.equal(source.contactCalls.length, calls, "a delivered message is not sent again");
      await inbox("delete", (await messages())[0]?.reference ?? "");
      // A repetition that itself looks like spam stays for the staff, and is not sent to the source.
      await send({ faxNumber: "1" });
      await become("dead");
      await send({ faxNumber: "1" });
      t.match(await messages(), kind === "JSON with a key" ? [] : [{ state: "dead" }]);
      t.equal(source.contactCalls.length, calls);
    },
  );

t.test("an application that was held is no spam once it comes without a suspicion", async (t) => {
  const { post, messages, site } = await inboxScene(t);
  await post("/bff/partner", { ...PARTNER, faxNumber: "1" });
  t.match(await messages(), [{ state: "held" }]);
  t.equal((await post("/bff/partner", PARTNER)).status, 202);
  t.match(await messages(), [{ state: "kept" }]);
  const rows = site.app.store.db.selectFrom("messages").select("deskState");
  t.same(await rows.execute(), [{ deskState: "new" }]);
});

for (const order of [
  [503, 500],
  [500, 503],
])
  t.test(`of two alike at once the source answers ${order}: one is kept`, async (t) => {
    const { source, post, messages } = await inboxScene(t);
    const send = async (count: number) => {
      const release = source.hold();
      const sent = post().then(({ status }) => status);
      await until(() => source.contactCalls.length === count);
      return { release, sent };
    };
    const [first, second] = [await send(1), await send(2)];
    for (const status of order) {
      source.contactResponse = { status, body: {} };
      const { release, sent } = status === 500 ? first : second;
      release();
      t.equal(await sent, status === 500 ? 502 : 202);
    }
    t.match(await messages(), [{ state: "waiting" }], "an acknowledged message is not withdrawn");
  });

t.test("with the embedded content API messages are in the inbox, and nowhere else", async (t) => {
  const { source, post, inbox, dataDir, close } = await inboxScene(t, {
    CONTENT_API_URL: "embedded",
  });
  const { status, body } = await post("/bff/contact", { ...CONTACT, message: SECRET });
  t.equal(status, 200);
  const { stdout } = await inbox("show", body.data.reference, "--format", "json");
  t.match(JSON.parse(stdout), { state: "kept", message: SECRET });
  t.equal(source.contactCalls.length, 0);
  await close();
  const holding = readdirSync(dataDir).filter(
    (name) => name.endsWith(".sqlite") && readFileSync(join(dataDir, name)).includes(SECRET),
  );
  t.same(holding, ["site.sqlite"]);
});

t.test("a refusal of a stored message is final, a fault of the source is not", async (t) => {
  const { source, post, messages, later } = await inboxScene(t);
  source.mode = "refuse";
  await post();
  source.mode = "well";
  for (const [status, calls] of [
    [500, 3],
    [408, 4],
    [425, 5],
  ] as const) {
    source.contactResponse = { status, body: { message: SECRET } };
    await later(() => source.contactCalls.length >= calls);
    t.match(await messages(), [{ state: "waiting" }], `${status}`);
  }
  source.contactResponse = { status: 422, body: { message: SECRET } };
  const before = source.contactCalls.length;
  await later(() => source.contactCalls.length > before);
  await until(async () => (await messages())[0]?.state === "dead");
  t.notMatch(JSON.stringify(await messages()), SECRET);
});

t.test("an undeliverable message is stored after one try; a refusal is relayed", async (t) => {
  const { source, post, messages } = await inboxScene(t);
  const answers = [];
  for (const [status, message] of [
    [429, "not now"],
    [502, "not now"],
    [504, "not now"],
    [400, null],
    [422, "The address is not known."],
    [404, null],
    [500, "x".repeat(900)],
  ] as const) {
    source.contactResponse = { status, body: message === null ? {} : { message } };
    const before = source.contactCalls.length;
    const { status: code, body } = await post("/bff/contact", {
      ...CONTACT,
      subject: `${status}`,
    });
    answers.push([status, code, source.contactCalls.length - before]);
    if (status === 422) t.equal(body.message, message);
    if (status === 500) t.equal(body.message.length, 200, "at a length that can be read");
  }
  t.same(answers, [
    [429, 202, 1],
    [502, 202, 1],
    [504, 202, 1],
    [400, 422, 1],
    [422, 422, 1],
    [404, 502, 1],
    [500, 502, 1],
  ]);
  t.equal((await messages()).length, 3);
});

t.test("only the owner can read stored messages, and deleted text is gone", async (t) => {
  const { source, post, dataDir, messages, inbox, later, close } = await inboxScene(t);
  source.mode = "refuse";
  await post("/bff/contact", { ...CONTACT, message: SECRET });
  const file = join(dataDir, "site.sqlite");
  const modes = [file, `${file}-wal`].map((name) => statSync(name).mode & 0o777);
  t.same(modes, [0o600, 0o600]);
  source.mode = "well";
  await later(() => source.contacts.size === 1);
  await until(async () => (await messages())[0]?.state === "delivered");
  t.match([...source.contacts.values()], [{ message: SECRET }]);
  const [message] = await messages();
  t.match((await inbox("show", message?.reference ?? "")).stdout, SECRET, "staff can read it");
  await inbox("delete", message?.reference ?? "");
  await close();
  t.notMatch(readFileSync(file, "latin1"), SECRET);
});

t.test("messages past the retention are erased, except those still waiting", async (t) => {
  const env = { INBOX_RETENTION_DAYS: "365", INBOX_MAX_TRIES: "1000" };
  const { source, clock, post, dataDir, close, start } = await inboxScene(t, env);
  source.mode = "refuse";
  await post();
  await post("/bff/partner", PARTNER);
  await post("/bff/contact", { ...CONTACT, faxNumber: "1" });
  await close();
  clock.ms += 400 * 86_400_000;
  const later = await start(dataDir);
  await later.post("/bff/partner", PARTNER, "another-key");
  await until(async () => (await later.messages()).length === 2);
  const left = await later.messages();
  t.same(left.map(({ form, state }) => `${form} ${state}`).sort(), [
    "contact waiting",
    "partner kept",
  ]);
});

t.test("another process finishes a killed one's work once, after the lease", async (t) => {
  const { source, clock, start, copyOf, dataDir, post, close } = await inboxScene(t);
  source.mode = "refuse";
  await post();
  source.mode = "hang";
  // Move the clock once only: the lease of the try that now begins must not expire.
  clock.ms += 4_000_000;
  await until(() => source.contactCalls.length === 2);
  const copy = copyOf(dataDir);
  source.mode = "well";
  const successor = await start(copy);
  t.match(await successor.messages(), [{ state: "waiting" }]);
  t.equal(source.contactCalls.length, 2, "the other may still send it");
  clock.ms += 11_000;
  await until(() => source.contacts.size === 1);
  await until(async () => (await successor.messages())[0]?.state === "delivered");
  await close();
});

t.test("the site promises nothing once its database file has been removed", async (t) => {
  const { post, dataDir } = await inboxScene(t);
  t.equal((await post("/bff/partner", PARTNER)).status, 202);
  rmSync(dataDir, { recursive: true });
  const sent = async (proposal: string) =>
    (await post("/bff/partner", { ...PARTNER, partnershipProposal: proposal })).status;
  await until(async () => (await sent("A study of water")) === 202);
  const db = new DatabaseSync(join(dataDir, "site.sqlite"));
  t.match(db.prepare("SELECT fields FROM messages").all(), [{ fields: /A study of water/ }]);
  db.close();
});

t.test("a message that cannot be stored is not promised", async (t) => {
  const { source, post, dataDir } = await inboxScene(t);
  const db = new DatabaseSync(join(dataDir, "site.sqlite"));
  db.exec("ALTER TABLE messages RENAME TO gone");
  db.close();
  t.equal((await post()).status, 200, "a message that the source accepts needs no store");
  source.mode = "refuse";
  const other = { ...CONTACT, message: "another" };
  t.equal((await post("/bff/contact", other)).status, 503);
  t.equal((await post("/bff/partner", PARTNER)).status, 503);
});

t.test("a release that was rolled back runs on the tables of the later one", async (t) => {
  const { post, dataDir, close, start } = await inboxScene(t);
  t.equal((await post("/bff/partner", PARTNER)).status, 202);
  await close();
  const db = new DatabaseSync(join(dataDir, "site.sqlite"));
  db.exec("ALTER TABLE messages ADD COLUMN later TEXT; CREATE TABLE later (id TEXT)");
  const at = new Date(Date.now() + 1_000).toISOString();
  db.prepare("INSERT INTO kysely_migration VALUES ('9999-later', ?)").run(at);
  db.close();
  const rolledBack = await start(dataDir);
  t.equal((await rolledBack.post("/bff/partner", PARTNER, "another-key")).status, 202);
  t.equal((await rolledBack.messages()).length, 2);
});

t.test("an upgrade that was cut off is finished, also by two processes at once", async (t) => {
  const { post, dataDir, start, close } = await inboxScene(t);
  await post("/bff/partner", PARTNER);
  await close();
  const db = new DatabaseSync(join(dataDir, "site.sqlite"));
  db.exec(`DELETE FROM kysely_migration WHERE name >= '0006';
    ALTER TABLE messages DROP COLUMN binned_at;
    ALTER TABLE messages DROP COLUMN binned_from;
    DROP TABLE message_entries;
    DROP TABLE saved_replies`);
  db.close();
  const upgraded = await Promise.all([start(dataDir), start(dataDir)]);
  for (const [index, site] of upgraded.entries()) {
    await until(async () => site.site.app.store.fault() === null);
    t.equal((await site.post("/bff/partner", PARTNER, `key-number-${index}`)).status, 202);
  }
  t.equal((await upgraded[0].messages()).length, 3);
});

t.test("if duplicates cannot be detected, every message is still accepted", async (t) => {
  const { source, post, dataDir } = await inboxScene(t);
  const db = new DatabaseSync(join(dataDir, "site.sqlite"));
  db.exec("ALTER TABLE idempotency_keys RENAME TO gone");
  db.close();
  t.equal((await post("/bff/contact", CONTACT, "key-number-one")).status, 200);
  t.equal(source.contacts.size, 1);
});
