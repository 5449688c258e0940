import t, { type Test } from "tap";
import { startMailServer } from "../../fakes/mail-server.ts";
import { until } from "../../setup/until.ts";
import { CONTACT, PARTNER, VOLUNTEER } from "../forms/forms-scene.ts";
import { deskScene, unescaped } from "./desk-scene.ts";

const OFFICE = "office@foundation.example";
const VISITOR = { ...CONTACT, email: "neema@example.net", name: "Neema Mushi" };

/** A desk over a mail server, in which Asha is signed in. */
async function replyScene(t: Test, env: Record<string, string> = {}) {
  const server = await startMailServer(t);
  const scene = await deskScene(t, {
    SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    MAIL_FROM: "The Foundation <web@foundation.example>",
    OFFICE_EMAIL: OFFICE,
    ...env,
  });
  const asha = await scene.signIn();
  const write = async (body: object = VISITOR, path = "/bff/contact"): Promise<string> =>
    (await scene.post(path, body)).body.data.reference;
  /** Returns the mails to one address, once there are as many. */
  const mailsTo = async (address: string, count = 1) => {
    const found = () => server.mails.filter(({ to }) => to.includes(address));
    await until(() => found().length >= count);
    return found();
  };
  const state = async (reference: string) => {
    const { db } = scene.site.app.store;
    const rows = db.selectFrom("messages").select("deskState");
    return (await rows.where("reference", "=", reference).executeTakeFirst())?.deskState;
  };
  return { ...scene, asha, server, write, mailsTo, state };
}

const formsIn = (html: string) => [...html.matchAll(/<form.*?<\/form>/gs)].map(([form]) => form);

/** Returns the fields of the form with a button, as a browser would send them. */
function formWith(html: string, action: string): Record<string, string> {
  const form = formsIn(html).find((one) => one.includes(`value="${action}"`)) ?? "";
  const fields: Record<string, string> = {};
  for (const [input] of form.matchAll(/<input[^>]*>/g)) {
    const name = / name="([^"]*)"/.exec(input)?.[1] ?? "";
    fields[name] = unescaped(/ value="([^"]*)"/.exec(input)?.[1] ?? "");
  }
  for (const [, name = "", value = ""] of form.matchAll(
    /<textarea[^>]* name="([^"]*)"[^>]*>(.*?)<\/textarea>/gs,
  ))
    fields[name] = unescaped(value.replace(/^\n/, ""));
  return { ...fields, action };
}

const plain = (html: string) => unescaped(html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " "));

t.test("a reply goes to the visitor, is kept, and says who answered and when", async (t) => {
  const { asha, write, mailsTo, state, server } = await replyScene(t);
  const reference = await write();
  const path = `/staff/messages/${reference}`;
  const page = await asha.text(path);
  t.match(page, "Reply to neema@example.net");
  const text = "Dear Neema,\r\n\r\nyes – karibu “sana” 👋🏽.\r\n.\r\nAsha";
  const sent = await asha.post(path, { ...formWith(page, "reply"), text });
  t.equal(sent.status, 303);
  t.match(sent.headers.get("location"), `${path}?notice=reply&about=${reference}`);
  const [mail] = await mailsTo(VISITOR.email);
  t.match(mail, { from: "web@foundation.example", to: [VISITOR.email] });
  t.equal(mail?.header("reply-to"), OFFICE);
  t.equal(mail?.header("subject"), `Re: A question [${reference}]`);
  t.equal(mail?.header("message-id"), `<${reference}.reply-1@127.0.0.1>`);
  t.equal(mail?.header("in-reply-to"), `<${reference}.office@127.0.0.1>`);
  t.equal(mail?.header("auto-submitted"), "no", "a person has written it");
  t.match(mail?.header("content-type"), "text/plain; charset=utf-8");
  t.match(mail?.text, /^Dear Neema,\r\n\r\nyes – karibu “sana” 👋🏽\.\r\n\.\.?\r\nAsha\r\n\r\nOn /);
  t.match(mail?.text, /you wrote:\r\n> Habari za leo\?\r\n$/);
  t.equal(await state(reference), "waiting");
  await until(async () => plain(await asha.text(path)).includes("Sent."));
  const after = plain(await asha.text(path));
  t.match(after, /Answered by Asha, today \d\d:\d\d .*karibu “sana” 👋🏽\. \. Asha Sent\./);
  t.match(after, `Message ${reference} · Waiting for reply ·`);
  t.match(after, /asha@example\.org, answered/);
  t.match(await asha.text("/staff/messages?state=waiting"), reference);
  t.notMatch(await asha.text("/staff/messages"), reference, "it is not open any more");
  t.equal(server.mails.filter(({ to }) => to.includes(VISITOR.email)).length, 1);
});

t.test("several replies are one thread: each names the ones before", async (t) => {
  const { asha, write, mailsTo, state } = await replyScene(t);
  const reference = await write({ ...VISITOR, subject: "RE: Re: A question" });
  const path = `/staff/messages/${reference}`;
  const send = async (text: string, action = "reply") =>
    asha.post(path, { ...formWith(await asha.text(path), action), text });
  await send("One");
  await asha.post(path, { ...formWith(await asha.text(path), "note"), text: "A note" });
  await send("Two");
  const closed = await send("Three", "reply-close");
  t.match(closed.headers.get("location"), "/staff/messages?notice=reply-close");
  t.equal(await state(reference), "done");
  const mails = await mailsTo(VISITOR.email, 3);
  const id = (name: string) => `<${reference}.${name}@127.0.0.1>`;
  t.same(
    mails.map(({ header }) => header("message-id")),
    [id("reply-1"), id("reply-3"), id("reply-4")],
  );
  t.same(
    mails.map(({ header }) => header("in-reply-to")),
    [id("office"), id("reply-1"), id("reply-3")],
  );
  t.equal(mails[2]?.header("references"), [id("office"), id("reply-1"), id("reply-3")].join(" "));
  t.equal(mails[2]?.header("subject"), `Re: A question [${reference}]`);
  t.notMatch(mails.map(({ source }) => source).join(), "A note");
});

t.test("a message in Kiswahili is quoted in Kiswahili, whatever the page", async (t) => {
  const { asha, browser, write, mailsTo, site } = await replyScene(t);
  const message = "Kisima cha kijiji chetu hakina maji na watu wa hapa wanahitaji msaada wenu.";
  const byText = await write({ ...VISITOR, message });
  const posted = await browser().post("/sw/contact-us", { ...VISITOR, message: "Habari?" });
  t.ok(posted.status < 400);
  const { db } = site.app.store;
  const rows = await db.selectFrom("messages").select(["reference", "language"]).execute();
  const byPage = rows.find(({ language }) => language === "sw")?.reference ?? "";
  const byForm = await write({ ...VOLUNTEER, email: VISITOR.email }, "/bff/volunteer");
  for (const reference of [byText, byPage, byForm]) {
    const path = `/staff/messages/${reference}`;
    await asha.post(path, { ...formWith(await asha.text(path), "reply"), text: "Karibu" });
  }
  const mails = await mailsTo(VISITOR.email, 3);
  const [one, two, three] = [byText, byPage, byForm].map((reference) =>
    mails.find(({ source }) => source.includes(`${reference}.reply-1`)),
  );
  t.match(one?.text, /Tarehe \d+ \p{L}+ \d{4}, saa \d\d:\d\d .*, uliandika:\r\n> Kisima/u);
  t.match(two?.text, /uliandika:\r\n> Habari\?/);
  t.match(three?.header("subject"), `Re: Your volunteer application [${byForm}]`);
});

t.test("of two people who answer at once the second is told, and keeps the text", async (t) => {
  const { asha, signIn, write, mailsTo, server } = await replyScene(t);
  const reference = await write();
  const path = `/staff/messages/${reference}`;
  const juma = await signIn("juma@example.org");
  const [hers, his] = [
    formWith(await asha.text(path), "reply"),
    formWith(await juma.text(path), "reply"),
  ];
  t.equal((await asha.post(path, { ...hers, text: "From Asha" })).status, 303);
  const late = await juma.post(path, { ...his, text: "From Juma" });
  t.equal(late.status, 409);
  const html = await late.text();
  t.match(plain(html), /Nothing Was Changed Somebody changed this.*asha@example\.org, answered \(/);
  t.match(plain(html), "From Asha", "what she has answered");
  const again = formWith(html, "reply");
  t.equal(again.text, "From Juma");
  t.equal((await juma.post(path, again)).status, 303, "he sends it all the same");
  t.same((await mailsTo(VISITOR.email, 2)).length, 2);
  // At the same moment.
  const forms = await Promise.all(
    [asha, juma].map(async (browser) => formWith(await browser.text(path), "reply")),
  );
  const both = await Promise.all([
    asha.post(path, { ...forms[0], text: "At once, Asha" }),
    juma.post(path, { ...forms[1], text: "At once, Juma" }),
  ]);
  t.same(both.map(({ status }) => status).toSorted(), [303, 409]);
  await mailsTo(VISITOR.email, 3);
  // A state that a colleague has set meanwhile is not overwritten either.
  const stale = formWith(await juma.text(path), "answered-close");
  await asha.post(path, { action: "spam" });
  t.equal((await juma.post(path, { ...stale, text: "By phone" })).status, 409);
  const about = server.mails.filter(({ to }) => to.includes(VISITOR.email));
  t.equal(about.length, 3);
});

t.test("a button that is pressed twice sends one mail", async (t) => {
  const { asha, write, mailsTo, server, site } = await replyScene(t);
  const reference = await write();
  const path = `/staff/messages/${reference}`;
  const form = { ...formWith(await asha.text(path), "reply"), text: "Once" };
  const pressed = await Promise.all([asha.post(path, form), asha.post(path, form)]);
  pressed.push(await asha.post(path, form));
  t.same(
    pressed.map(({ status }) => status),
    [303, 303, 303],
  );
  const other = await asha.post(path, { ...form, text: "Another text after Back" });
  t.equal(other.status, 409, "not swallowed");
  t.match(formWith(await other.text(), "reply").text, "Another text after Back");
  await write({ ...VISITOR, message: "Later" });
  await mailsTo(OFFICE, 2);
  await mailsTo(VISITOR.email);
  t.equal(server.mails.filter(({ to }) => to.includes(VISITOR.email)).length, 1);
  const { db } = site.app.store;
  t.equal((await db.selectFrom("messageEntries").selectAll().execute()).length, 1);
});

t.test("what could not be sent says so, stays, and is tried again", async (t) => {
  const { asha, write, mailsTo, server, site, clock } = await replyScene(t);
  const reference = await write();
  await mailsTo(OFFICE);
  const path = `/staff/messages/${reference}`;
  server.refusal = { responseCode: 450, message: "4.2.0 greylisted" };
  await asha.post(path, { ...formWith(await asha.text(path), "reply"), text: "An answer" });
  const says = (text: string) => until(async () => plain(await asha.text(path)).includes(text));
  await says("The mail server has not taken it yet.");
  server.refusal = { responseCode: 550, message: "5.1.1 no such mailbox" };
  clock.ms += 61_000;
  await says("Not sent: the mail server refused it");
  t.match(plain(await asha.text(path)), "An answer");
  t.match(await asha.text("/staff/messages"), "E-mails that could not be sent");
  t.notMatch(JSON.stringify(site.logs), /neema@|An answer/);
  server.refusal = null;
  const again = formWith(await asha.text(path), "resend");
  t.equal((await asha.post(path, again)).status, 303);
  t.equal((await asha.post(path, again)).status, 303, "two clicks");
  await says("Sent.");
  t.equal((await mailsTo(VISITOR.email)).length, 1);
  // The row of a mail that was given up is deleted after a month, the reply is not.
  const { db } = site.app.store;
  await db.deleteFrom("mails").where("reference", "like", "%.reply-%").execute();
  t.match(plain(await asha.text(path)), "An answer Sent.");
  await db.updateTable("messageEntries").set({ sentAt: null }).execute();
  const lost = await asha.text(path);
  t.match(plain(lost), "Not sent:");
  await asha.post(path, formWith(lost, "resend"));
  await says("An answer Sent.");
  t.match((await mailsTo(VISITOR.email, 2))[1]?.text, /^An answer\r\n.*> Habari/s);
});

t.test("a reply that is empty or too long comes back, whole and with a reason", async (t) => {
  const { asha, write, server } = await replyScene(t);
  const reference = await write();
  const path = `/staff/messages/${reference}`;
  const send = async (text: string, action = "reply") => {
    const form = formWith(await asha.text(path), action);
    const response = await asha.post(path, { ...form, text });
    return { status: response.status, html: await response.text() };
  };
  const empty = await send(" \r\n ");
  t.equal(empty.status, 422);
  t.match(empty.html, "Write the reply first");
  t.match((await send("", "note")).html, "Write a few words first");
  const long = `${"水".repeat(6_000)}.`;
  const over = await send(long);
  t.equal(over.status, 422);
  t.match(plain(over.html), "Use at most 5000 characters");
  t.match(plain(over.html), "6,001 of 5,000 characters");
  t.equal(formWith(over.html, "reply").text, long);
  t.equal((await send("水".repeat(5_000))).status, 303, "the longest");
  t.equal((await send("", "answered")).status, 303, "a call needs no text");
  await until(() => server.mails.length > 1);
});

t.test(
  "a reply is not lost with the session or the store, and shows no stranger the message",
  async (t) => {
    const { asha, signIn, browser, write, site, mailsTo } = await replyScene(t);
    const reference = await write({ ...VISITOR, message: "A secret" });
    const path = `/staff/messages/${reference}`;
    const form = { ...formWith(await asha.text(path), "reply"), text: "Kept <b>text</b>" };
    const { cookie } = asha;
    await asha.post("/staff/sign-out", {});
    asha.cookie = cookie;
    for (const [prefix, says] of [
      ["", "Your session has ended"],
      ["/sw", "Muda wako wa kuingia umekwisha"],
    ]) {
      const out = await asha.post(prefix + path, form);
      t.equal(out.status, 401);
      const html = await out.text();
      t.match(html, says);
      t.notMatch(html, /A secret|neema|Neema/);
      t.same(formWith(html, "reply"), form, "the same form");
    }
    const stranger = await browser().post(path, form);
    t.notMatch(await stranger.text(), /A secret|neema|Neema/, "without a cookie");
    t.equal(
      (await asha.post(path, { action: "done" })).headers.get("location")?.split("?")[0],
      "/staff",
    );
    const later = await signIn();
    await later.text("/staff/messages");
    const fault = site.app.store.fault;
    site.app.store.fault = () => ({ message: "down", code: "down" });
    const down = await later.post(path, form);
    const kept = formWith(await down.text(), "reply");
    site.app.store.fault = fault;
    t.equal(down.status, 503);
    t.same(kept, form);
    const { db } = site.app.store;
    const { transaction } = db;
    db.transaction = () => {
      throw new Error("broken");
    };
    const broken = await later.post(path, form);
    db.transaction = transaction;
    t.equal(broken.status, 503, "the store breaks in the middle");
    t.same(formWith(await broken.text(), "reply"), form);
    t.equal((await later.post(path, kept)).status, 303, "sent again from the page");
    t.match((await mailsTo(VISITOR.email))[0]?.text, "Kept <b>text</b>");
    await later.post(path, { action: "erase" });
    const gone = await later.post(path, { ...form, key: "another-key-1" });
    t.equal(gone.status, 404);
    t.match(plain(await gone.text()), /This message has been erased meanwhile.*Kept <b>text<\/b>/);
  },
);

t.test("without a mail server there are links, and a button that records the answer", async (t) => {
  const { signIn, post, site } = await deskScene(t);
  const phoned = { ...VISITOR, phoneNumber: "0754 123-456" };
  const { reference } = (await post("/bff/contact", phoned)).body.data;
  const path = `/staff/messages/${reference}`;
  const asha = await signIn();
  const html = await asha.text(path);
  t.notMatch(html, 'value="reply"');
  t.match(html, 'href="tel:+255754123456"');
  t.match(html, 'href="https://wa.me/255754123456"');
  t.match(html, 'href="mailto:neema@example.net?subject=Re%3A%20A%20question');
  const answered = await asha.post(path, { ...formWith(html, "answered"), text: "By phone" });
  t.match(answered.headers.get("location"), `${path}?notice=answered`);
  const after = plain(await asha.text(path));
  t.match(after, /Answered outside the desk by Asha, today \d\d:\d\d By phone/);
  t.match(after, "Waiting for reply");
  await asha.post(path, { ...formWith(await asha.text(path), "answered-close"), text: "" });
  const { db } = site.app.store;
  t.match(await db.selectFrom("messages").selectAll().execute(), [
    { deskState: "done", answeredBy: "asha@example.org" },
  ]);
  const forced = await asha.post(path, { action: "reply", text: "x", version: "2" });
  t.equal(forced.status, 422);
  t.match(await forced.text(), "This cannot be mailed");
  const odd = { ...PARTNER, contactPhone: "+255.22.277 ext. 12" };
  const partner = (await post("/bff/partner", odd)).body.data.reference;
  const [main] = (await asha.text(`/staff/messages/${partner}`)).split("<footer");
  t.notMatch(main, /href="(?:tel|https:\/\/wa)/);
});

/** Texts that would start a header, a recipient, a mail or an element in a careless program. */
const HOSTILE = [
  "A\r\nBcc: victim@example.net\r\n\r\n.\r\nMAIL FROM:<x@example.net>",
  "A\u2028Bcc: victim@example.net\u0085To: victim@example.net\u0000",
  "=?utf-8?Q?A=0D=0ABcc:_victim=40example.net?=",
  "</textarea><script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "{name}{reference}$&$1",
];

t.test("hostile text in a reply, a note and a saved reply stays text", async (t) => {
  const { asha, write, mailsTo, server } = await replyScene(t);
  const visible = (text: string) => text.replaceAll(/[\p{Cc}\s\u2028]+/gu, " ").trim();
  for (const [index, text] of HOSTILE.entries()) {
    const subject = text.replaceAll(/[\p{Cc}\u2028]/gu, " ");
    const reference = await write({ ...VISITOR, subject, message: `${text} ${index}` });
    const path = `/staff/messages/${reference}`;
    for (const action of ["note", "answered", "reply"]) {
      const form = formWith(await asha.text(path), action);
      t.equal((await asha.post(path, { ...form, text })).status, 303, `${action} ${index}`);
    }
    const html = await asha.text(path);
    t.notMatch(html, /<script>alert|<img src=x/);
    t.ok(visible(plain(html)).includes(visible(text)), `${index} is read`);
    const [mail] = (await mailsTo(VISITOR.email, index + 1)).slice(-1);
    t.same(mail?.to, [VISITOR.email]);
    t.match(mail?.header("bcc"), /^$/);
    t.match(mail?.header("to"), /^neema@example\.net$/);
    t.match(mail?.header("reply-to"), OFFICE);
    t.ok(visible(mail?.text ?? "").startsWith(visible(text).slice(0, 20)));
    const id = await asha.text("/staff/replies/new");
    const saved = { ...formWith(id, "save"), title: `T ${text}`.slice(0, 90), en: text, sw: "" };
    const [, target = ""] = /action="(\/staff\/replies\/[^"]*)"/.exec(id) ?? [];
    t.equal((await asha.post(target, saved)).status, 303);
    const list = await asha.text(path);
    t.notMatch(list, /<script>alert|<img src=x/);
    const key = target.split("/").at(-1) ?? "";
    const inserted = await asha.post(path, {
      ...formWith(list, "insert"),
      text: "Hi",
      saved: `${key}:en`,
    });
    t.notMatch(await inserted.text(), /<script>alert|<img src=x/);
  }
  t.same(
    [...new Set(server.mails.flatMap(({ to }) => to))].toSorted(),
    [OFFICE, VISITOR.email].toSorted(),
  );
});

t.test("saved replies are put into the text, in the language of the message first", async (t) => {
  const { asha, signIn, write, browser, site } = await replyScene(t);
  const reference = await write();
  const path = `/staff/messages/${reference}`;
  const page = await asha.text(path);
  t.match(page, /<optgroup label="English">.*<optgroup label="Kiswahili">/s);
  await browser().post("/sw/contact-us", { ...VISITOR, message: "Habari zenu?" });
  const { db } = site.app.store;
  const swahili = db.selectFrom("messages").select("reference").where("language", "=", "sw");
  const other = await swahili.executeTakeFirst();
  t.match(
    await asha.text(`/staff/messages/${other?.reference}`),
    /<optgroup label="Kiswahili">.*<optgroup label="English">/s,
  );
  const reply = formWith(page, "insert");
  const insert = { ...reply, text: "Typed", saved: "received:sw" };
  const inserted = await (await asha.post(path, insert)).text();
  t.match(formWith(inserted, "reply").text, /^Typed\n\nMpendwa Neema Mushi,\n/);
  t.equal(formWith(inserted, "reply").version, reply.version, "based on the page as it was");
  t.equal((await db.selectFrom("messageEntries").selectAll().execute()).length, 0);
  const form = async (at: string, browser = asha) => formWith(await browser.text(at), "save");
  const edit = "/staff/replies/received";
  const changed = { ...(await form(edit)), title: "Thanks", en: "Hello {name}: {reference}" };
  const juma = await signIn("juma@example.org");
  const his = { ...(await form(edit, juma)), title: "His" };
  t.equal(
    (await asha.post(edit, changed)).headers.get("location"),
    "/staff/replies?notice=saved-save",
  );
  t.equal((await asha.post(edit, changed)).status, 303, "two clicks");
  const late = await juma.post(edit, his);
  t.equal(late.status, 409);
  const again = formWith(await late.text(), "save");
  t.equal(again.title, "His", "what was typed is there");
  const filled = await (await asha.post(path, { ...insert, saved: "received:en" })).text();
  t.match(formWith(filled, "reply").text, `Typed\n\nHello Neema Mushi: ${reference}`);
  t.equal((await juma.post(edit, again)).status, 303);
  const empty = await asha.post(edit, { ...(await form(edit)), title: "", en: "", sw: "" });
  t.equal(empty.status, 422);
  t.match(await empty.text(), /Enter a title.*Write the text in one language at least/s);
  await asha.post(edit, { ...(await form(edit)), action: "delete" });
  t.notMatch(await asha.text("/staff/replies"), /His|Received/);
  t.equal((await asha.get(edit)).status, 404);
  t.equal((await asha.get("/staff/replies/nothing")).status, 404);
  const { cookie } = juma;
  const typed = { ...(await form("/staff/replies/question", juma)), title: "Typed here" };
  await juma.post("/staff/sign-out", {});
  juma.cookie = cookie;
  const out = await juma.post("/staff/replies/question", typed);
  t.equal(out.status, 401);
  t.match(await out.text(), "Typed here");
});

t.test("replies and notes are erased with their message, and are in the export", async (t) => {
  const { asha, write, inbox, mailsTo, site } = await replyScene(t);
  const reference = await write();
  const path = `/staff/messages/${reference}`;
  const add = async (action: string, text: string) =>
    asha.post(path, { ...formWith(await asha.text(path), action), text });
  await add("reply", "=Jibu letu");
  await add("note", "Siri ya ofisi");
  await mailsTo(VISITOR.email);
  const shown = JSON.parse((await inbox("show", reference)).stdout);
  t.match(shown.replies, /^\d{4}-.*Z asha@example\.org\n=Jibu letu$/);
  t.match(shown.notes, "Siri ya ofisi");
  t.match((await inbox("export", "--format", "csv")).stdout, "Siri ya ofisi");
  t.notMatch((await inbox("list")).stdout, /Siri|Jibu/, "a list has no text");
  t.match(await asha.text("/staff/messages/file?state=all"), "Siri ya ofisi");
  t.match(await asha.text("/staff/messages?state=all&q=siri"), reference, "notes are searched");
  t.match(await asha.text("/staff/messages?state=all&q=JIBU"), reference);
  await inbox("delete", reference);
  const { db } = site.app.store;
  t.same(await db.selectFrom("messageEntries").selectAll().execute(), []);
  const mails = await db.selectFrom("mails").select(["text", "recipient"]).execute();
  t.ok(mails.every(({ text, recipient }) => text + recipient === ""));
});
