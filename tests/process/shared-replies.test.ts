import t from "tap";
import { CONTACT } from "../app/forms/forms-scene.ts";
import { staffBrowser } from "../app/staff/desk-scene.ts";
import { startFakeContentApi } from "../fakes/content-api.ts";
import { startMailServer } from "../fakes/mail-server.ts";
import { postJson } from "../setup/site/post-json.ts";
import { staffProgram } from "../setup/site/staff-in-process.ts";
import { until } from "../setup/until.ts";
import { startInstances } from "./instances.ts";

const VISITOR = "neema@example.net";

t.test("messages are answered at two instances over PostgreSQL", async (t) => {
  const server = await startMailServer(t);
  const source = await startFakeContentApi({});
  t.teardown(() => source.close());
  const env = {
    CONTENT_API_URL: "embedded",
    SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    MAIL_FROM: "web@foundation.example",
    OFFICE_EMAIL: "office@foundation.example",
  };
  const { start, settingsOf } = await startInstances(t, { source, env });
  // Both instances migrate the same empty database.
  const [one, two] = await Promise.all([start("one"), start("two")]);
  const [asha, juma] = [staffBrowser(one.url), staffBrowser(two.url)];
  for (const [browser, email] of [
    [asha, "asha@example.org"],
    [juma, "juma@example.org"],
  ] as const) {
    const printed = await staffProgram("staff", ["add", email], settingsOf("one"));
    const link = new URL(printed.trim(), one.url).searchParams.get("link") ?? "";
    await browser.post("/staff", { link });
  }
  const contact = { ...CONTACT, email: VISITOR };
  const posted = await postJson(`${one.url}/bff/contact`, contact);
  const { reference } = (await posted.json()).data;
  const path = `/staff/messages/${reference}`;
  const versionIn = async (browser: typeof asha) =>
    /name="version" value="(\d+)"/.exec(await browser.text(path))?.[1] ?? "";
  const { db } = one.app.store;

  await t.test("of two replies at once one is sent, and the other comes back", async (t) => {
    for (let round = 1; round <= 3; round += 1) {
      const version = await versionIn(asha);
      const reply = (text: string) => ({ action: "reply", version, key: `${text}-${round}`, text });
      const both = await Promise.all([
        asha.post(path, reply("From Asha")),
        juma.post(path, reply("From Juma")),
      ]);
      t.same(both.map(({ status }) => status).toSorted(), [303, 409], `round ${round}`);
      const late = both.find(({ status }) => status === 409);
      t.match(await late?.text(), /From (?:Asha|Juma)<\/textarea>/, "with its text");
    }
    const sent = () => server.mails.filter(({ to }) => to.includes(VISITOR)).length;
    await until(() => sent() === 3);
    await until(async () => {
      const rows = await db.selectFrom("messageEntries").select("sentAt").execute();
      return rows.every(({ sentAt }) => sentAt !== null);
    });
    t.equal(sent(), 3);
  });

  await t.test("notes at once get numbers of their own, and are found", async (t) => {
    const notes = Array.from({ length: 6 }, (_, index) => `Kidokezo ${"abcdef"[index]}`);
    const posts = await Promise.all(
      notes.map((text, index) =>
        (index % 2 ? asha : juma).post(path, { action: "note", key: `note-key-${index}`, text }),
      ),
    );
    t.ok(posts.every(({ status }) => status === 303));
    const rows = await db.selectFrom("messageEntries").select(["number", "kind"]).execute();
    t.same(
      rows.map(({ number }) => number).toSorted((a, b) => a - b),
      rows.map((_, index) => index + 1),
    );
    t.match(await juma.text("/staff/messages?state=all&q=kidokezo+F"), reference);
  });

  await t.test("it is assigned, put into the bin, brought back, and erased", async (t) => {
    const act = async (fields: Record<string, string>, browser = asha) =>
      (await browser.post(path, { version: await versionIn(browser), ...fields })).status;
    t.equal(await act({ action: "assign", assignee: "juma@example.org" }), 303);
    t.match(await juma.text("/staff/messages?state=all&assignee=juma@example.org"), reference);
    await until(() => server.mails.some(({ to }) => to.includes("juma@example.org")));
    t.equal(await act({ action: "delete" }, juma), 303);
    t.match(await asha.text("/staff/messages?state=bin"), `${reference}:bin`);
    t.equal(await act({ action: "done" }), 409);
    t.equal(await act({ action: "restore" }), 303);
    t.equal(await act({ action: "erase" }, juma), 303);
    t.same(await db.selectFrom("messages").select("reference").execute(), []);
    t.same(await db.selectFrom("messageEntries").select("number").execute(), []);
  });

  await t.test("a saved reply that a colleague has changed is not overwritten", async (t) => {
    const saved = "/staff/replies/received";
    const save = (title: string) => ({ action: "save", version: "0", title, en: title, sw: "" });
    const both = await Promise.all([asha.post(saved, save("A")), juma.post(saved, save("J"))]);
    t.same(both.map(({ status }) => status).toSorted(), [303, 409]);
  });
});
