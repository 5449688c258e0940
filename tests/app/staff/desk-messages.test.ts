import t from "tap";
import { DAY_MS, HOUR_MS } from "../../../shared/time.ts";
import { CONTACT, PARTNER, VOLUNTEER } from "../forms/forms-scene.ts";
import { PLEDGE } from "../forms/pledge-scene.ts";
import { deskScene, staffBrowser } from "./desk-scene.ts";

const rowsOf = (html: string) =>
  [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].slice(1).map(([, row = ""]) =>
    row
      .replaceAll(/<span class="visually-hidden">.*?<\/span>/gs, "")
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
  t.match(await list("?form=partner"), [/^A school, Asha A study today \d\d:\d\d Partnership P-/]);
  t.match(await list("?q=MUSHI"), [/^Asha Mushi today \d\d:\d\d Pledge G-/]);
  t.equal((await list("?q=asha@example")).length, 4);
  for (const typed of ["N\u00c9E", "nee ng'o"])
    t.equal((await list(`?q=${typed}`)).length, 1, "whatever the keyboard");
  t.same(await list("?q=%25"), [], "a percent sign is a letter");
  const nothing = await asha.text("/staff/messages?q=borehole");
  t.match(nothing, "No messages match “borehole”.");
  t.same(await list("?state=done"), []);
  const elsewhere = await asha.text("/staff/messages?state=done&q=mushi");
  t.match(elsewhere.replaceAll(/<[^>]+>/g, " "), /Open +1 .*Done +0 .*Spam +0 /s, "where it is");
  t.match(elsewhere, "No messages in this list match “mushi”. Please see the other tabs.");
  t.match(await asha.text("/staff/messages"), "Open<span class=");
  const typed = await asha.text("/staff/gifts?month=11/2026");
  t.match(typed, /Enter a month such as 2026-11.*value="11\/2026"/s, "no list of all months");
  t.same(rowsOf(typed), []);
  t.equal((await asha.text("/staff/gifts/file?month=11/2026")).split("\r\n").length, 2);
  const reference = /P-[\w-]+/.exec(await asha.text("/staff/messages"))?.[0];
  const partner = await asha.text(`/sw/staff/messages/${reference}`);
  t.match(
    partner,
    new RegExp(`<title>A school, Asha – .*${reference}.*<dd>Chuo au utafiti`, "s"),
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
  t.equal(url.searchParams.get("subject"), `Re: A question [${first}]`);
  t.match(url.searchParams.get("body"), "> First line\r\n> <script>");
  const done = await asha.post(`/staff/messages/${second}`, { action: "done" });
  t.match(done.headers.get("location"), `/staff/messages/${first}?notice=done`, "on to the next");
  t.match(await asha.text("/staff/messages?state=done"), second);
  t.match(await asha.text(`/staff/messages/${second}`), "asha@example.org, marked as done");
  t.match(await asha.text(`/staff/messages/${first}?ask=erase`), "Erase This Message for Good?");
  await asha.post(`/staff/messages/${first}`, { action: "erase" });
  t.equal((await asha.get(`/staff/messages/${first}`)).status, 404);
  const late = await asha.post(`/staff/messages/${first}`, { action: "done" });
  const gone = `/staff/messages?notice=gone&about=${first}`;
  t.equal(late.headers.get("location"), gone, "somebody else was first");
  t.match(await asha.text(gone), `Message ${first} is no longer here`);
  t.equal((await asha.post(`/staff/messages/${second}`, { action: "toString" })).status, 404);
  const audit = site.logs.filter(({ reference }) => reference === first);
  t.match(audit.at(-1), { audit: "erase", staff: /^staff-/ });
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
    searchText: `person ${index} person${index}@example.org`,
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
    /^Person 118 A question – Habari za leo\? .* Message C-0000-0118$/,
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
  for (const action of ["spam", "new", "delete", "erase"]) {
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
  for (const action of ["done", "new", "spam", "not-spam", "delete", "restore", "erase"]) {
    const version = /name="version" value="(\d+)"/.exec(await asha.text(path))?.[1] ?? "";
    const press = () => asha.post(path, { version, action });
    const pressed = [...(await Promise.all([press(), press()])), await press()];
    const leads = pressed.map(({ status, headers }) => `${status} ${headers.get("location")}`);
    const [first = ""] = leads;
    t.match(first, new RegExp(`^303 /staff/messages[^?]*\\?notice=${action}&`), action);
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
  t.match(html, `href="${href}&ask=erase#question"`);
  const done = await asha.post(href, { action: "done" });
  const next = `/staff/messages/${oldest}?${query}&notice=done&about=${newest}&before=new`;
  t.equal(done.headers.get("location"), next);
  t.match(await page(next), `Partnership ${newest} marked as done.`);
  const last = await asha.post(`/staff/messages/${oldest}?${query}`, { action: "delete" });
  const back = `/staff/messages?${query}&notice=delete&about=${oldest}&before=new`;
  t.equal(last.headers.get("location"), back);
  t.match(await page(`/sw${back}`), `Ushirikiano ${oldest}: umewekwa kwenye tupio.`);
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

t.test("a row has the subject, the first words and the time in words", async (t) => {
  const { signIn, post, clock } = await deskScene(t);
  const now = clock.ms;
  const message = `Kisima   chetu\n${"ki".repeat(50)}`;
  const times = [now, now - DAY_MS, now - 2 * DAY_MS];
  for (const [index, at] of times.entries()) {
    clock.ms = at;
    await post("/bff/contact", { ...CONTACT, subject: `Maji ${index}`, message });
  }
  clock.ms = now;
  const asha = await signIn();
  const timeZone = "Africa/Dar_es_Salaam";
  const clockAt = (at: number) =>
    new Date(at).toLocaleTimeString("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" });
  const dayAt = (at: number) =>
    new Date(at).toLocaleDateString("en-GB", { timeZone, dateStyle: "long" });
  const start = `Kisima chetu ${"ki".repeat(33)}k…`;
  const today = clockAt(now);
  const html = await asha.text("/staff/messages");
  t.match(rowsOf(html), [
    new RegExp(`^Asha Juma Maji 0 – ${start} today ${today} Message C-`),
    new RegExp(`^Asha Juma Maji 1 – ${start} yesterday ${today} Message C-`),
    new RegExp(`^Asha Juma Maji 2 – ${start} ${dayAt(now - 2 * DAY_MS)} Message C-`),
  ]);
  const iso = new Date(now).toISOString();
  t.match(html, new RegExp(`<time dateTime="${iso}" title="${dayAt(now)}, ${today} EAT">`, "i"));
  t.match(rowsOf(await asha.text("/sw/staff/messages")), [
    new RegExp(`leo ${today} Ujumbe C-`),
    new RegExp(`jana ${today} Ujumbe C-`),
    /C-/,
  ]);
});

t.test("messages are found by every text, however it is typed, and by day", async (t) => {
  const { signIn, post, browser, clock } = await deskScene(t);
  const now = clock.ms;
  clock.ms = now - 3 * DAY_MS;
  const old = await post("/bff/contact", {
    ...CONTACT,
    name: "José Ng’ombe",
    email: "jose@example.org",
    phoneNumber: "+255 754 123-456",
    subject: "Borehole à Dodoma",
    message: "Kisima chetu\nhakina maji 100% tangu jana_usiku.",
  });
  const { reference } = old.body.data;
  clock.ms = now;
  await post("/bff/volunteer", { ...VOLUNTEER, phone: "0713 000 111", motivation: "Ualimu" });
  await post("/bff/partner", { ...PARTNER, partnershipProposal: "Solar pumps" });
  await browser().post("/donate/pledge", { ...PLEDGE, phone: "+255 688 222 333" });
  const asha = await signIn();
  const found = async (query: Record<string, string>) => {
    const path = `/staff/messages?${new URLSearchParams({ state: "all", ...query })}`;
    return rowsOf(await asha.text(path)).length;
  };
  for (const q of [
    "borehole",
    "BOREHOLE a",
    "kisima hakina",
    "maji borehole jose",
    "jose ng'ombe",
    "NG`OMBE",
    "jose@example.org",
    "0754",
    "0754 123 456",
    "0754-123-456",
    "+255754123456",
    "00255754123456",
    "754 123",
    "100%",
    "jana_",
    reference.toLowerCase(),
    "ualimu",
    "+255713000111",
    "solar",
    "0688222",
  ])
    t.equal(await found({ q }), 1, q);
  t.equal(await found({ q: "kisima solar" }), 0, "all words in one message");
  t.equal(await found({}), 4);
  const day = (at: number) => new Date(at + 3 * HOUR_MS).toISOString().slice(0, 10);
  const [then, today] = [day(now - 3 * DAY_MS), day(now)];
  t.equal(await found({ to: then }), 1);
  t.equal(await found({ from: then, to: then }), 1);
  t.equal(await found({ from: then }), 4);
  t.equal(await found({ from: today, to: today }), 3);
  t.equal(await found({ from: today, q: "borehole" }), 0);
  t.match(await asha.text("/staff/messages?from=2026-02-30"), "Enter a day such as 2026-11-28");
  t.equal(await found({ from: "yesterday" }), 0, "no list of all days");
  const reversed = await asha.text(`/staff/messages?from=${today}&to=${then}`);
  t.match(reversed, "The end must not be before the start");
  const file = await asha.text(`/staff/messages/file?state=all&q=borehole&to=${then}`);
  t.equal(file.trim().split("\r\n").length, 2, "the file is what the list shows");
});

t.test("messages in all states are one list, which says the state of each", async (t) => {
  const { signIn, post, browser } = await deskScene(t);
  await browser().post("/contact-us", { ...CONTACT, faxNumber: "1" });
  const { reference } = (await post("/bff/volunteer", VOLUNTEER)).body.data;
  await post("/bff/partner", PARTNER);
  const asha = await signIn();
  await asha.post(`/staff/messages/${reference}`, { action: "done" });
  const html = await asha.text("/staff/messages?state=all");
  t.match(rowsOf(html).toSorted(), [/Open Partnership/, /Spam Message/, /Done Volunteer/]);
  t.match(html.replaceAll(/<[^>]+>/g, " "), /Open +1 .*Done +1 .*Spam +1 .*All +3 /s);
  const list = `/staff/messages/${reference}?state=all`;
  t.match(await asha.text(list), 'href="/staff/messages?state=all">All messages');
});

t.test("texts that an earlier release has stored are found after the next start", async (t) => {
  const scene = await deskScene(t);
  await scene.post("/bff/contact", { ...CONTACT, message: "The borehole is dry" });
  await scene.browser().post("/donate/pledge", { ...PLEDGE, phone: "0754 123 456" });
  const asha = await scene.signIn();
  const { db } = scene.site.app.store;
  await db.updateTable("messages").set({ searchText: null }).execute();
  await db.updateTable("gifts").set({ sender: "asha mushi asha@example.org" }).execute();
  const q = "/staff/messages?q=";
  t.same(rowsOf(await asha.text(`${q}borehole`)), []);
  t.equal(rowsOf(await asha.text(`${q}juma`)).length, 1, "as before");
  const before = asha.cookie;
  await scene.close();
  const again = await scene.start(scene.dataDir);
  const later = staffBrowser(again.site.url);
  later.cookie = before;
  t.equal(rowsOf(await later.text(`${q}borehole`)).length, 1);
  t.equal(rowsOf(await later.text(`${q}0754123456`)).length, 1);
});

/** Returns the fields of the form with the button that undoes the last action. */
function undoIn(html: string): [string, string][] {
  const [form = ""] = /<form(?:(?!<form).)*value="undo"/s.exec(html) ?? [];
  const items = [...form.matchAll(/name="item" value="([^"]*)"/g)];
  return [...items.map(([, item = ""]): [string, string] => ["item", item]), ["action", "undo"]];
}

t.test("done, spam and not spam are undone by the button in the notice", async (t) => {
  const { signIn, post, site } = await deskScene(t);
  const { reference } = (await post("/bff/contact", CONTACT)).body.data;
  const path = `/staff/messages/${reference}`;
  const asha = await signIn();
  const state = async () => {
    const { db } = site.app.store;
    return (await db.selectFrom("messages").select("deskState").executeTakeFirst())?.deskState;
  };
  const press = (fields: [string, string][]) =>
    asha.postAll("/staff/messages?state=new&q=juma", fields);
  for (const [action, before, after] of [
    ["done", "new", "done"],
    ["spam", "new", "spam"],
    ["not-spam", "spam", "new"],
    ["new", "done", "new"],
  ] as const) {
    await site.app.store.db.updateTable("messages").set({ deskState: before }).execute();
    const { headers } = await asha.post(path, { action });
    const html = await asha.text(headers.get("location") ?? "");
    t.equal(await state(), after, action);
    const undo = undoIn(html);
    t.equal(undo.length, 2, `${action} has a button`);
    const undone = await press(undo);
    t.equal(
      undone.headers.get("location"),
      `${path}?state=new&q=juma&notice=undo&about=${reference}`,
    );
    t.equal(await state(), before, `${action} is undone`);
    const back = await asha.text(undone.headers.get("location") ?? "");
    t.match(back, `Message ${reference} is back to what it was before.`);
    t.equal((await press(undo)).status, 303, "two clicks");
    t.equal(await state(), before);
  }
  await asha.post(path, { action: "spam" });
  const late = await press([
    ["item", `${reference}:done:new`],
    ["action", "undo"],
  ]);
  t.equal(await state(), "spam", "a colleague was quicker");
  const text = await asha.text(late.headers.get("location") ?? "");
  t.match(text, "A colleague has changed one message meanwhile");
  const { headers } = await asha.post(path, { action: "erase" });
  t.notMatch(await asha.text(headers.get("location") ?? ""), "Undo", "there is no way back");
});

t.test("several messages are marked, put into the bin, and brought back", async (t) => {
  const { signIn, post, site, clock } = await deskScene(t);
  const references: string[] = [];
  for (const name of ["One", "Two", "Three", "Four"]) {
    references.push((await post("/bff/contact", { ...CONTACT, name })).body.data.reference);
    clock.ms += 1_000;
  }
  const [one = "", two = "", three = "", four = ""] = references;
  const asha = await signIn();
  const query = "?form=contact";
  const act = (action: string, items: string[], more: [string, string][] = []) =>
    asha.postAll(`/staff/messages${query}`, [
      ...items.map((item): [string, string] => ["item", item]),
      ["action", action],
      ...more,
    ]);
  const states = async () => {
    const query = site.app.store.db.selectFrom("messages").select("deskState");
    return (await query.orderBy("receivedAt").execute()).map(({ deskState }) => deskState);
  };
  const list = await asha.text(`/staff/messages${query}`);
  t.match(list, `name="item" value="${one}:new"`);
  t.match(list, `Choose the message from One, ${one}`);
  const done = await act("done", [`${one}:new`, `${two}:new`]);
  const lead = done.headers.get("location") ?? "";
  t.match(lead, `/staff/messages${query}&notice=done`);
  const html = await asha.text(lead);
  t.match(html, "2 messages marked as done.");
  t.same(await states(), ["done", "done", "new", "new"]);
  t.equal((await act("done", [`${one}:new`, `${two}:new`])).headers.get("location"), lead, "twice");
  t.match(await asha.text(`/sw${lead}`), "Ujumbe 2: hali yake sasa ni “Umeshughulikiwa”.");
  const undone = await asha.postAll(`/staff/messages${query}`, undoIn(html));
  t.match(undone.headers.get("location"), `/staff/messages${query}&notice=undo`);
  t.same(await states(), ["new", "new", "new", "new"]);
  // A colleague has marked one of them meanwhile.
  await (await signIn("juma@example.org")).post(`/staff/messages/${one}`, { action: "spam" });
  const late = await act("done", [`${one}:new`, `${two}:new`]);
  const said = await asha.text(late.headers.get("location") ?? "");
  t.match(said, `Message ${two} marked as done. A colleague has changed one message meanwhile`);
  t.same(await states(), ["spam", "done", "new", "new"]);
  const deleted = await act("delete", [`${three}:new`, `${four}:new`]);
  const bin = await asha.text(deleted.headers.get("location") ?? "");
  t.match(bin, "2 messages moved to the bin.");
  t.same(await states(), ["spam", "done", "bin", "bin"]);
  await asha.postAll(`/staff/messages${query}`, undoIn(bin));
  t.same(await states(), ["spam", "done", "new", "new"]);
  await act("delete", [`${three}:new`, `${four}:new`]);
  const asked = await asha.postAll("/staff/messages?state=bin", [
    ["item", `${three}:bin`],
    ["item", `${four}:bin`],
    ["action", "erase"],
  ]);
  t.equal(asked.status, 200);
  const question = await asked.text();
  t.match(question, /Erase 2 Messages for Good\?.*Four – A question – C-.*Keep the messages/s);
  t.equal((await states()).length, 4, "it asks first");
  const items = [...question.matchAll(/type="hidden" name="item" value="([^"]*)"/g)];
  const chosen = items.map(([, item = ""]) => item);
  t.same(chosen, [`${three}:bin`, `${four}:bin`]);
  const erased = await act("erase", chosen, [["sure", "1"]]);
  t.match(await asha.text(erased.headers.get("location") ?? ""), "2 messages erased for good.");
  t.same(await states(), ["spam", "done"]);
  const nothing = await act("done", []);
  t.match(await asha.text(nothing.headers.get("location") ?? ""), "Please tick at least one");
  t.equal((await act("toString", [`${one}:spam`])).status, 404);
  const audit = site.logs.filter(({ audit }) => audit === "erase");
  t.same(audit.map(({ reference }) => reference).toSorted(), [three, four].toSorted());
});

t.test(
  "a message names its sender and subject, and leads to the others of that person",
  async (t) => {
    const { signIn, post, browser, clock } = await deskScene(t);
    const { reference } = (await post("/bff/contact", CONTACT)).body.data;
    const path = `/staff/messages/${reference}`;
    const asha = await signIn();
    const alone = await asha.text(path);
    t.match(alone, "<title>Asha Juma – A question – Messages");
    t.notMatch(alone, "other message");
    clock.ms += 1_000;
    await post("/bff/partner", { ...PARTNER, contactEmail: "ASHA@example.org" });
    t.match(await asha.text(path), "1 other message from this person");
    await browser().post("/contact-us", { ...CONTACT, message: "Casino", faxNumber: "1" });
    await browser().post("/donate/pledge", PLEDGE);
    // These are others: a longer address, and one who only writes of her.
    await post("/bff/contact", { ...CONTACT, email: "natasha@example.org", message: "Habari" });
    const quoting = { email: "juma@example.org", message: "Write to asha@example.org please" };
    await post("/bff/contact", { ...CONTACT, ...quoting });
    const html = await asha.text(path);
    t.match(html, "3 other messages from this person");
    const [, href = ""] = /href="([^"]*person=[^"]*)"/.exec(html) ?? [];
    const theirs = await asha.text(href.replaceAll("&amp;", "&"));
    t.equal(rowsOf(theirs).length, 4, "with the one that is open");
    t.match(theirs, "Everything from asha@example.org");
    t.match(await asha.text(`/sw${path}`), "Kuna ujumbe mwingine 3 kutoka kwa mtu huyu");
  },
);

t.test("what is searched is erased with the message, and with the donor's details", async (t) => {
  const { signIn, post, browser, site, inbox } = await deskScene(t);
  const message = "Siri yangu";
  const { reference } = (await post("/bff/contact", { ...CONTACT, message })).body.data;
  const other = (await post("/bff/volunteer", { ...VOLUNTEER, motivation: message })).body.data;
  await browser().post("/donate/pledge", { ...PLEDGE, phone: "0754 123 456" });
  const asha = await signIn();
  const { db } = site.app.store;
  const gift = await db.selectFrom("gifts").select("reference").executeTakeFirstOrThrow();
  await asha.post(`/staff/gifts/${gift.reference}`, { action: "forget" });
  await asha.post(`/staff/messages/${reference}`, { action: "erase" });
  await inbox("delete", other.reference);
  for (const q of ["siri", "0754", "mushi", "asha@example.org"]) {
    const found = rowsOf(await asha.text(`/staff/messages?state=all&q=${q}`));
    t.same(found, [], q);
  }
  t.same(await db.selectFrom("messages").selectAll().execute(), []);
  t.same(await db.selectFrom("gifts").select("sender").execute(), [{ sender: "" }]);
});
