import t from "tap";
import { CONTACT, PARTNER, VOLUNTEER } from "../forms/forms-scene.ts";
import { PLEDGE } from "../forms/pledge-scene.ts";
import { deskScene } from "./desk-scene.ts";

const rowsOf = (html: string) =>
  [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].slice(1).map(([, row = ""]) =>
    row
      .replaceAll(/<[^>]+>/g, " ")
      .replaceAll(/\s+/g, " ")
      .trim(),
  );

t.test("messages, applications, partnerships and pledges are in one list", async (t) => {
  const { signIn, post, browser } = await deskScene(t);
  await post("/bff/contact", CONTACT);
  await post("/bff/volunteer", { ...VOLUNTEER, firstName: "Ne\u0301e Ng’ombe" });
  await post("/bff/partner", PARTNER);
  await browser().post("/donate/pledge", { ...PLEDGE, lastName: "Mushi" });
  const asha = await signIn();
  const list = async (query = "") => rowsOf(await asha.text(`/staff/messages${query}`));
  t.equal((await list()).length, 4);
  t.match(await list("?form=partner"), [/A school, Asha Partnership .* P-/]);
  t.match(await list("?q=MUSHI"), [/Asha Mushi Pledge .* G-/]);
  t.equal((await list("?q=asha@example")).length, 4);
  for (const typed of ["N\u00c9E", "nee ng'o"])
    t.equal((await list(`?q=${typed}`)).length, 1, "whatever the keyboard");
  t.same(await list("?q=%25"), [], "a percent sign is a letter");
  const nothing = await asha.text("/staff/messages?q=borehole");
  t.match(nothing, "No messages match “borehole”.");
  t.same(await list("?state=done"), []);
  const elsewhere = await asha.text("/staff/messages?state=done&q=mushi");
  t.match(elsewhere.replaceAll(/<[^>]+>/g, " "), /New +1 .*Done +0 .*Spam +0 /s, "where it is");
  t.match(elsewhere, "No messages in this list match “mushi”. Please see the other tabs.");
  t.match(await asha.text("/staff/messages"), "New<span class=");
  const typed = await asha.text("/staff/gifts?month=11/2026");
  t.match(typed, /Enter a month such as 2026-11.*value="11\/2026"/s, "no list of all months");
  t.same(rowsOf(typed), []);
  t.equal((await asha.text("/staff/gifts/file?month=11/2026")).split("\r\n").length, 2);
  const reference = /P-[\w-]+/.exec(await asha.text("/staff/messages"))?.[0];
  const partner = await asha.text(`/sw/staff/messages/${reference}`);
  t.match(
    partner,
    new RegExp(`<title>${reference} – .*<dd>Chuo au utafiti`, "s"),
    "as its form says",
  );
  t.match(partner, /<div class="cluster screen"><button/, "no buttons on paper");
  t.match(await asha.text("/staff/messages"), /<td><a class="touch" href/, "names are on paper");
});

t.test("a message is read, answered, marked and deleted", async (t) => {
  const { signIn, post, site, clock } = await deskScene(t);
  const message = 'First line\n<script>alert(1)</script> & "quotes"';
  const first = (await post("/bff/contact", { ...CONTACT, message })).body.data.reference;
  clock.ms += 1;
  const motivation = "水😀\n".repeat(1_000);
  const long = await post("/bff/volunteer", { ...VOLUNTEER, motivation });
  const second = long.body.data.reference;
  const asha = await signIn();
  const [longReply = ""] = /mailto:[^"]+/.exec(await asha.text(`/staff/messages/${second}`)) ?? [];
  t.ok(longReply.length > 1_500 && longReply.length < 2_000, "as long as programs open");
  t.match(decodeURIComponent(longReply), /> 水😀\r\n> 水😀\r\n.*…$/s);
  const html = await asha.text(`/staff/messages/${first}`);
  t.match(html, "First line\n&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;quotes&quot;");
  t.match(html, "Delivered to the content source, too.");
  const [, reply = ""] = /href="(mailto:[^"]+)"/.exec(html) ?? [];
  const url = new URL(reply.replaceAll("&amp;", "&"));
  t.equal(url.pathname, CONTACT.email, "RFC 6068 has the @ as it is");
  t.equal(url.searchParams.get("subject"), `Your message ${first}`);
  t.match(url.searchParams.get("body"), "> First line\r\n> <script>");
  const done = await asha.post(`/staff/messages/${second}`, { action: "done" });
  t.match(done.headers.get("location"), `/staff/messages/${first}?notice=done`, "on to the next");
  t.match(await asha.text("/staff/messages?state=done"), second);
  t.match(await asha.text(`/staff/messages/${second}`), "asha@example.org, marked as done");
  t.match(await asha.text(`/staff/messages/${first}?ask=delete`), "Delete This Message?");
  await asha.post(`/staff/messages/${first}`, { action: "delete" });
  t.equal((await asha.get(`/staff/messages/${first}`)).status, 404);
  const late = await asha.post(`/staff/messages/${first}`, { action: "done" });
  const gone = `/staff/messages?notice=gone&about=${first}`;
  t.equal(late.headers.get("location"), gone, "somebody else was first");
  t.match(await asha.text(gone), `Message ${first} is no longer here`);
  t.equal((await asha.post(`/staff/messages/${second}`, { action: "toString" })).status, 404);
  const audit = site.logs.filter(({ reference }) => reference === first);
  t.match(audit.at(-1), { audit: "delete", staff: /^staff-/ });
});

t.test("a held message is listed as spam, and is sent on once it is cleared", async (t) => {
  const { signIn, browser, source, later } = await deskScene(t);
  await browser().post("/contact-us", { ...CONTACT, faxNumber: "1" });
  await browser().post("/get-involved?form=volunteer", {
    ...VOLUNTEER,
    interests: "",
    faxNumber: "1",
  });
  const asha = await signIn();
  t.same(rowsOf(await asha.text("/staff/messages")), []);
  const spam = rowsOf(await asha.text("/staff/messages?state=spam"));
  t.equal(spam.length, 2);
  for (const row of spam) {
    const reference = row.split(" ").at(-1) ?? "";
    await asha.post(`/staff/messages/${reference}`, { action: "not-spam" });
  }
  t.equal(rowsOf(await asha.text("/staff/messages")).length, 2);
  await later(() => source.contacts.size === 1);
});

t.test("a long list has pages of fifty, and a file of all", async (t) => {
  const { signIn, site, post } = await deskScene(t);
  await post("/bff/contact", CONTACT);
  const { db } = site.app.store;
  const row = await db.selectFrom("messages").selectAll().executeTakeFirstOrThrow();
  const rows = Array.from({ length: 119 }, (_, index) => ({
    ...row,
    reference: `C-0000-${String(index).padStart(4, "0")}`,
    key: `key-${index}`,
    receivedAt: row.receivedAt - index * 1_000,
    sender: `person ${index} person${index}@example.org`,
    fields: JSON.stringify({ ...CONTACT, name: `Person ${index}` }),
  }));
  await db.insertInto("messages").values(rows).execute();
  const asha = await signIn();
  const pages = [];
  for (const page of [1, 2, 3]) pages.push(await asha.text(`/staff/messages?page=${page}`));
  t.same(
    pages.map((html) => rowsOf(html).length),
    [50, 50, 20],
  );
  t.match(pages[1], 'rel="next" href="/staff/messages?page=3"');
  t.notMatch(pages[2], 'rel="next"');
  t.match(rowsOf(await asha.text("/staff/messages?q=person118@")), [
    /Person 118 Message .* C-0000-0118/,
  ]);
  const file = await asha.text("/staff/messages/file?q=person11");
  t.match(file, /^reference,form,state,received,/);
  t.equal(file.trim().split("\r\n").length, 1 + 10);
});

t.test("a stale page changes nothing about a message, and names who was quicker", async (t) => {
  const { signIn, post, site } = await deskScene(t);
  const { reference } = (await post("/bff/contact", CONTACT)).body.data;
  const path = `/staff/messages/${reference}`;
  const [asha, juma] = [await signIn(), await signIn("juma@example.org")];
  const versionIn = (html: string) => /name="version" value="(\d+)"/.exec(html)?.[1] ?? "";
  const version = versionIn(await asha.text(path));
  t.equal((await juma.post(path, { version, action: "done" })).status, 303);
  t.equal((await juma.post(path, { version, action: "done" })).status, 303, "two clicks");
  for (const action of ["spam", "new", "delete"]) {
    const late = await asha.post(path, { version, action });
    t.equal(late.status, 409, action);
    const text = (await late.text()).replaceAll(/<[^>]+>/g, " ");
    t.match(text, /Nothing Was Changed\s+.*juma@example\.org, marked as done \(.* 20\d\d, /);
  }
  const row = site.app.store.db.selectFrom("messages").select("deskState");
  t.same(await row.execute(), [{ deskState: "done" }]);
  const swahili = await asha.post(`/sw${path}`, { version, action: "spam" });
  t.match(await swahili.text(), "juma@example.org: ameweka alama ya kushughulikiwa");
  // The version on the current page.
  const now = versionIn(await asha.text(path));
  t.equal((await asha.post(path, { version: now, action: "spam" })).status, 303);
  const parallel = versionIn(await asha.text(path));
  const both = await Promise.all([
    asha.post(path, { version: parallel, action: "done" }),
    juma.post(path, { version: parallel, action: "not-spam" }),
  ]);
  t.same(both.map(({ status }) => status).sort(), [303, 409], "one of two at once");
});

t.test("a button that is pressed twice marks a message once and leads to one page", async (t) => {
  const { signIn, post, site } = await deskScene(t);
  const { reference } = (await post("/bff/contact", CONTACT)).body.data;
  const path = `/staff/messages/${reference}`;
  const asha = await signIn();
  for (const action of ["done", "new", "spam", "not-spam", "delete"]) {
    const version = /name="version" value="(\d+)"/.exec(await asha.text(path))?.[1] ?? "";
    const press = () => asha.post(path, { version, action });
    const pressed = [...(await Promise.all([press(), press()])), await press()];
    const leads = pressed.map(({ status, headers }) => `${status} ${headers.get("location")}`);
    const [first = ""] = leads;
    t.match(first, new RegExp(`^303 /staff/messages\\?notice=${action}&`), action);
    t.same(leads, [first, first, first], action);
    const recorded = site.app.store.db.selectFrom("staffActions").select("action");
    const made = await recorded.where("reference", "=", reference).execute();
    t.equal(made.filter((one) => one.action === action).length, 1, `${action} is recorded once`);
  }
});

t.test("the filter is kept on a message, to the next one, back, and after an action", async (t) => {
  const { signIn, post, clock } = await deskScene(t);
  const references: string[] = [];
  for (const [path, body] of [
    ["/bff/partner", PARTNER],
    ["/bff/contact", CONTACT],
    ["/bff/partner", { ...PARTNER, orgName: "Another school" }],
  ] as const) {
    references.push((await post(path, body)).body.data.reference);
    clock.ms += 1_000;
  }
  const [oldest = "", , newest = ""] = references;
  const asha = await signIn();
  const page = async (path: string) => (await asha.text(path)).replaceAll("&amp;", "&");
  const query = "state=new&form=partner&q=asha";
  const href = `/staff/messages/${newest}?${query}`;
  t.match(await page("/staff/messages?form=partner&q=asha"), `href="${href}"`);
  const html = await page(href);
  t.match(html, `href="/staff/messages/${oldest}?${query}">Next message`);
  t.match(html, `href="/staff/messages?${query}">All messages`);
  t.match(html, `href="${href}&ask=delete#question"`);
  const done = await asha.post(href, { action: "done" });
  const next = `/staff/messages/${oldest}?${query}&notice=done&about=${newest}`;
  t.equal(done.headers.get("location"), next);
  t.match(await page(next), `Partnership ${newest} marked as done.`);
  const last = await asha.post(`/staff/messages/${oldest}?${query}`, { action: "delete" });
  const back = `/staff/messages?${query}&notice=delete&about=${oldest}`;
  t.equal(last.headers.get("location"), back);
  t.match(await page(`/sw${back}`), `Ushirikiano ${oldest}: umefutwa.`);
});

t.test("the export has the state that each message has at the desk", async (t) => {
  const { signIn, post } = await deskScene(t);
  const { reference } = (await post("/bff/volunteer", VOLUNTEER)).body.data;
  const asha = await signIn();
  const file = await asha.text("/staff/messages/file");
  const [names = "", row = ""] = file.split("\r\n");
  const cell = (name: string) => row.split(",")[names.split(",").indexOf(name)];
  t.same([cell("reference"), cell("state")], [reference, "new"]);
  t.equal(row.split(",").at(-1), "kept");
  t.match(names, /,delivery$/);
});
