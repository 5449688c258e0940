import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import t, { type Test } from "tap";
import { VOLUNTEER } from "../app/forms/forms-scene.ts";
import { staffBrowser } from "../app/staff/desk-scene.ts";
import { startSwitchableSource } from "../fakes/switchable-source.ts";
import { postJson } from "../setup/site/post-json.ts";
import type { TestSite } from "../setup/site/site.ts";
import { staffProgram } from "../setup/site/staff-in-process.ts";
import { until } from "../setup/until.ts";
import { startInstances, timesLogged } from "./instances.ts";

/** Starts a PostgreSQL, a source that accepts messages, and as many instances of the site as the test wants. */
async function scene(t: Test, env: Record<string, string> = {}) {
  const source = await startSwitchableSource();
  t.teardown(source.close);
  const generous = { FORM_RATE_MAX: "1000", FORM_RATE_GLOBAL_MAX: "1000" };
  const instances = await startInstances(t, { source, env: { ...generous, ...env } });
  const { postgres, settingsOf, start } = instances;
  /** Submits a form; returns the status and the body of the response. */
  const post = async (site: TestSite, form: string, body: object) => {
    const response = await postJson(`${site.url}/bff/${form}`, body);
    return { status: response.status, body: JSON.stringify(await response.json()) };
  };
  const contact = async (site: TestSite, message: string) =>
    (await post(site, "contact", { name: "A", email: "a@example.org", subject: "S", message }))
      .status;
  /** Runs the staff's command on an instance's machine. */
  const inbox = (name: string, ...args: string[]) => staffProgram("inbox", args, settingsOf(name));
  const staff = (name: string, ...args: string[]) => staffProgram("staff", args, settingsOf(name));
  return { postgres, source, start, post, contact, inbox, staff };
}

t.test("two instances deliver each message once", async (t) => {
  const { source, start, contact, inbox } = await scene(t);
  const [one, two] = [await start("one"), await start("two")];
  source.mode = "dead";
  const messages = Array.from({ length: 40 }, (_, index) => `message ${index}`);
  for (const [index, message] of messages.entries())
    await contact(index % 2 === 0 ? one : two, message);
  source.mode = "well";
  await until(() => source.taken.length >= messages.length);
  await until(async () => (await inbox("staff", "list", "--state", "waiting")).trim() === "[]");
  t.same(source.taken.toSorted(), messages.toSorted(), "each once, and no other");
  t.equal(JSON.parse(await inbox("staff", "list", "--state", "delivered")).length, 40);
});

t.test("a release with more columns comes and goes while the one before runs on", async (t) => {
  const { postgres, source, start, contact, inbox } = await scene(t);
  const one = await start("one");
  source.mode = "dead";
  const sent = async (site: TestSite, message: string) =>
    t.ok((await contact(site, message)) < 300, message);
  await sent(one, "before");
  const { default: pg } = await import("pg");
  const later = new pg.Client(postgres.url);
  await later.connect();
  await later.query("alter table messages add column later text");
  await later.query("insert into kysely_migration values ('9999-later', $1)", [new Date()]);
  await sent(one, "under way");
  const two = await start("two");
  await later.query("update messages set later = 'of the later release'");
  await later.end();
  await sent(two, "rolled back");
  await sent(one, "after");
  await two.close();
  source.mode = "well";
  await until(() => source.taken.length >= 4);
  await until(async () => (await inbox("one", "list", "--state", "waiting")).trim() === "[]");
  t.same(source.taken.toSorted(), ["after", "before", "rolled back", "under way"]);
});

t.test("the office finds messages by their text, those of an earlier release too", async (t) => {
  const { postgres, start, contact, post, staff } = await scene(t);
  const site = await start("one");
  await contact(site, "Kisima chetu\nhakina maji 100%");
  await contact(site, "Borehole à Ng’ombe");
  await post(site, "volunteer", { ...VOLUNTEER, phone: "+255 754 123 456" });
  const { default: pg } = await import("pg");
  const database = new pg.Client(postgres.url);
  await database.connect();
  await database.query("update messages set search_text = null");
  // The command opens the store, as a start of the site does.
  const link = new URL((await staff("one", "add", "asha@example.org")).trim());
  const { rows } = await database.query("select search_text from messages");
  await database.end();
  t.notOk(rows.some(({ search_text }) => search_text === null));
  const asha = staffBrowser(site.url);
  await asha.post("/staff", { link: link.searchParams.get("link") ?? "" });
  const list = async (query: string) => {
    const html = await asha.text(`/staff/messages?${query}`);
    return [...html.matchAll(/name="item" value="([^"]*)"/g)].map(([, item = ""]) => item);
  };
  for (const q of [
    "kisima maji",
    "100%25",
    "borehole a ng'ombe",
    "0754123",
    "a@example.org kisima",
  ])
    t.equal((await list(`state=all&q=${q}`)).length, 1, q);
  t.same(await list("q=%25"), await list("q=100"));
  t.equal((await list("state=all&from=2020-01-31&to=2020-02-01")).length, 0);
  t.equal((await list("state=all&from=2020-01-31&person=A@example.org")).length, 2);
  const items = await list("person=a@example.org");
  const fields = [...items.map((item): [string, string] => ["item", item])];
  await asha.postAll("/staff/messages", [...fields, ["action", "done"]]);
  t.equal((await list("state=new")).length, 1);
  t.equal((await list("state=done")).length, 2);
  const undo = items.map((item): [string, string] => [
    "item",
    `${item.replace("new", "done")}:new`,
  ]);
  await asha.postAll("/staff/messages", [...undo, ["action", "undo"]]);
  t.equal((await list("state=new")).length, 3);
});

t.test("a limit counts for all instances, and for each while PostgreSQL is away", async (t) => {
  const { postgres, start, contact, source } = await scene(t, { FORM_RATE_MAX: "3" });
  const [one, two] = await Promise.all([start("one"), start("two")]);
  t.same(
    [await contact(one, "a"), await contact(two, "b"), await contact(one, "c")],
    [200, 200, 200],
  );
  t.equal(await contact(two, "d"), 429);
  t.equal(await contact(one, "d"), 429);
  t.equal(source.taken.length, 3);

  await postgres.kill();
  for (const [name, site] of Object.entries({ one, two })) {
    for (const message of ["e", "f", "g"]) t.equal(await contact(site, `${message} ${name}`), 200);
    t.equal(await contact(site, "h"), 429, "the same limit, never none");
    t.equal((await fetch(`${site.url}/about-us`)).status, 200);
  }
  await postgres.start();
  await until(() => [one, two].every((site) => timesLogged(site, /^the store is back/) > 0));
  for (const site of [one, two]) t.equal(timesLogged(site, /^the store is down/), 1, "one line");
  t.equal(await contact(one, "i"), 429, "the shared count has survived");
});

t.test("no submitted form takes the store down", async (t) => {
  const { start, contact, staff } = await scene(t, {
    SMTP_URL: "smtp://127.0.0.1:9",
    MAIL_FROM: "web@example.org",
    OFFICE_EMAIL: "office@example.org",
  });
  const site = await start("one");
  await staff("one", "add", "asha@example.org");
  // PostgreSQL accepts no NUL in texts, and no key of this length.
  for (const email of ["\0", randomBytes(9_000).toString("hex")]) {
    const body = new URLSearchParams({ email });
    t.equal((await fetch(`${site.url}/staff`, { method: "POST", body })).status, 200);
  }
  const messages = Array.from(
    { length: 40 },
    (_, index) => `${index % 2 ? "refused" : ""} ${index}`,
  );
  const statuses = await Promise.all(messages.map((message) => contact(site, message)));
  t.same(
    statuses,
    messages.map((message) => (message.startsWith("refused") ? 422 : 200)),
  );
  t.equal(timesLogged(site, /^the store is down/), 0);
});

t.test("a row that PostgreSQL refuses is no outage", async (t) => {
  const { start, post } = await scene(t);
  const site = await start("one");
  const { store } = site.app;
  const insert = () =>
    store.db.insertInto("secrets").values({ name: "twice", value: "" }).execute();
  await insert();
  await t.rejects(insert(), { code: "23505" });
  await t.rejects(sql`select 1 from nowhere`.execute(store.db), { code: "42P01" });
  t.equal((await post(site, "volunteer", VOLUNTEER)).status, 202);
  t.equal(timesLogged(site, /^the store is down/), 0);
});

t.test("migrations and exports may take longer than the query of a page", async (t) => {
  const { postgres, start, contact, inbox } = await scene(t);
  const { default: pg } = await import("pg");
  const admin = new pg.Client(postgres.url);
  await admin.connect();
  // Simulates a migration over many rows: creating a table takes longer than a page's query may take.
  await admin.query(`create function linger() returns event_trigger language plpgsql as $$ begin
    if exists (select from pg_event_trigger_ddl_commands() where object_identity = 'public.gifts')
      then perform pg_sleep(2.2); end if; end $$`);
  await admin.query(
    "create event trigger slow on ddl_command_end when tag in ('CREATE TABLE') execute function linger()",
  );
  const site = await start("one");
  t.equal(timesLogged(site, /^the store is down/), 0);
  t.equal(await contact(site, "the first"), 200);
  await admin.query("alter table messages rename to all_messages");
  await admin.query(
    "create view messages as select all_messages.* from all_messages, pg_sleep(2.2)",
  );
  t.match(await inbox("staff", "export"), "the first");
  await admin.end();
});

t.test("no requested id takes the store down", async (t) => {
  const { start } = await scene(t, { CONTENT_API_URL: "embedded" });
  const site = await start("one");
  t.equal((await fetch(`${site.url}/bff/news/id/2147483648`)).status, 404);
  t.equal(timesLogged(site, /^the store is down/), 0);
});

t.test("sessions that began while PostgreSQL was read-only end with it", async (t) => {
  const { postgres, start } = await scene(t);
  const site = await start("one");
  const { default: pg } = await import("pg");
  const admin = new pg.Client(postgres.url);
  await admin.connect();
  await admin.query("alter database postgres set default_transaction_read_only = on");
  const others = "from pg_stat_activity where state = 'idle' and pid <> pg_backend_pid()";
  await admin.query(`select pg_terminate_backend(pid) ${others}`);
  await until(() => timesLogged(site, /^the store is down/) > 0);
  await admin.query("alter database postgres reset default_transaction_read_only");
  await until(() => timesLogged(site, /^the store is back/) > 0);
  await admin.end();
});

t.test("without PostgreSQL nothing is promised that could be lost; reading goes on", async (t) => {
  const { postgres, source, start, post, contact, inbox } = await scene(t);
  const site = await start("one");
  source.mode = "dead";
  t.equal(await contact(site, "before"), 202);
  await postgres.kill();
  t.equal(await contact(site, "neither taken nor stored"), 503);
  t.equal((await post(site, "volunteer", VOLUNTEER)).status, 503);
  const page = await fetch(`${site.url}/contact-us`, {
    method: "POST",
    body: new URLSearchParams({
      name: "A",
      email: "a@example.org",
      subject: "S",
      message: "typed",
    }),
  });
  t.equal(page.status, 503);
  t.match(
    await page.text(),
    /name="email" value="a@example.org"[\s\S]*>typed</,
    "the form keeps the visitor's input",
  );
  for (const path of ["/", "/contact-us", "/feed.xml", "/bff/events"])
    t.ok((await fetch(site.url + path)).status < 503, path);
  source.mode = "well";
  t.equal(await contact(site, "taken by the source"), 200);
  await t.rejects(inbox("one", "list"), { code: 1, stderr: /^The store is down: connect E/ });
  const ready = await fetch(`${site.url}/health/ready`);
  t.equal(ready.status, 200, "balancers keep it for reading");
  t.match(await ready.json(), { degraded: true, parts: { store: { state: "degraded" } } });
  const late = await start("late");
  t.equal((await fetch(`${late.url}/about-us`)).status, 200, "it starts without PostgreSQL");

  await postgres.start();
  await until(() => source.taken.includes("before"));
  await until(() => [site, late].every((one) => timesLogged(one, /^the store is back/) === 1));
  t.equal((await post(late, "volunteer", VOLUNTEER)).status, 202);
  const stored = JSON.parse(await inbox("elsewhere", "list"));
  t.same(stored.map(({ state }: { state: string }) => state).sort(), ["delivered", "kept"]);
  t.same(source.taken.toSorted(), ["before", "taken by the source"]);
  t.equal(timesLogged(site, /^the store is down/), 1, "one line for the outage");
  t.notMatch(JSON.stringify(site.logs), VOLUNTEER.email);
});
