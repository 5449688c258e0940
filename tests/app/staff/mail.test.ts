import { randomUUID } from "node:crypto";
import { createServer, type Socket } from "node:net";
import t, { type Test } from "tap";
import { shownHeader, startMailServer } from "../../fakes/mail-server.ts";
import { sampledPayloads } from "../../fixtures/hostile/payloads.ts";
import { until } from "../../setup/until.ts";
import { every } from "../../setup/whole.ts";
import { CONTACT, PARTNER, VOLUNTEER } from "../forms/forms-scene.ts";
import { PLEDGE } from "../forms/pledge-scene.ts";
import { deskScene } from "./desk-scene.ts";

const OFFICE = "office@foundation.example";

const mailEnv = (port: number) => ({
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  MAIL_FROM: "The Foundation <web@foundation.example>",
  OFFICE_EMAIL: OFFICE,
});

async function mailScene(t: Test, env: Record<string, string> = {}) {
  const server = await startMailServer(t);
  const scene = await deskScene(t, { ...mailEnv(server.port), ...env });
  const mailAbout = async (reference: string, count = 1) => {
    const found = () => server.mails.filter(({ source }) => source.includes(reference));
    await until(() => found().length >= count);
    return found();
  };
  return { ...scene, server, mailAbout };
}

t.test("the office gets each message, whole, and answers its sender", async (t) => {
  const { post, mailAbout } = await mailScene(t);
  const message = `Habari 👋🏽 – “sawa”\n.\n.dot\n${"maji ".repeat(990)}`.trim();
  const { reference } = (await post("/bff/contact", { ...CONTACT, message })).body.data;
  const [mail] = await mailAbout(reference);
  t.match(mail, { from: "web@foundation.example", to: [OFFICE] });
  t.equal(mail?.header("reply-to"), CONTACT.email);
  t.match(mail?.header("subject"), `Message ${reference}: Asha Juma`);
  t.equal(mail?.header("message-id"), `<${reference}.office@127.0.0.1>`);
  t.equal(mail?.header("auto-submitted"), "auto-generated");
  t.match(mail?.header("content-type"), "text/plain; charset=utf-8");
  t.equal(mail?.header("list-unsubscribe"), "");
  t.match(mail?.text.replaceAll("\r\n", "\n"), message);
  t.match(mail?.text, `/staff/messages/${reference}`);
  t.match(mail?.text, `Name: ${CONTACT.name}`, "as labels, like at the desk");
  const [name, email] = ["Li", "用户@example.org"];
  const abroad = (await post("/bff/contact", { ...CONTACT, name, email })).body.data.reference;
  const [plain] = await mailAbout(abroad);
  t.notMatch(plain?.source.split("\r\n\r\n")[0], /\P{ASCII}/u, "a header that every server takes");
  t.match(plain?.text, email);
  const applied = (await post("/bff/volunteer", VOLUNTEER)).body.data.reference;
  t.match((await mailAbout(applied))[0]?.text, "Areas of interest: WASH & Health");
});

/** Texts that would start a header, a recipient, a mail or a command in a careless program. */
const INJECTIONS = [
  "A\r\nBcc: victim@example.net\r\n\r\n.\r\nMAIL FROM:<x@example.net>",
  "A\nTo: victim@example.net",
  "A\rCc: victim@example.net\u2028Bcc: victim@example.net",
  "=?utf-8?Q?A=0D=0ABcc:_victim=40example.net?=",
  'A" <victim@example.net>, "B',
  "A, victim@example.net;victim@example.net",
  "\r\n--boundary\r\nContent-Type: text/html\r\n\r\n<b>",
  "👩🏽‍🌾 ".repeat(600).trim(),
  `${"maji ".repeat(999)}mwish`,
];
const HEADERS =
  "auto-submitted content-transfer-encoding content-type date from message-id mime-version reply-to subject to";
const FORMS = {
  "/bff/contact": [CONTACT, ["name", "subject", "message"]],
  "/bff/volunteer": [VOLUNTEER, ["firstName", "lastName", "location", "skills", "motivation"]],
  "/bff/partner": [PARTNER, ["orgName", "contactName", "contactTitle", "partnershipProposal"]],
} as const;
/** The labels that the mail shows for chosen values. */
const CHOSEN = new Map([
  ["flexible", "Flexible"],
  ["wash-health", "WASH & Health"],
  ["academic", "Academic"],
  ["research", "Research"],
]);
const unix = (text: string) => text.replaceAll(/\r\n?/g, "\n");

t.test("a name that looks encoded arrives as the letters that were typed", async (t) => {
  const names = [
    "=?UTF-8?Q?Caf=C3=A9?=",
    "=?UTF-8?B?QXNoYQ==?= =?UTF-8?B?SnVtYQ==?=",
    "=?utf-8?q?a?= und Bücher",
    "Ash=?iso-8859-1?Q?=E9?=, “Juma”",
    `=?UTF-8?Q?${"a".repeat(75)}?=`,
    '"=?UTF-8?Q?a?=" <juma@example.net>',
    "\u202e=?UTF-8?Q?a?=",
  ];
  const sender = names[0];
  const MAIL_FROM = `${sender} <web@bücher.example>`;
  const { post, mailAbout, server, staff } = await mailScene(t, { MAIL_FROM });
  for (const name of names) {
    const { reference } = (await post("/bff/contact", { ...CONTACT, name })).body.data;
    const [mail] = await mailAbout(reference);
    const shown = shownHeader(mail?.header("subject") ?? "");
    t.equal(shown, `Message ${reference}: ${name.replace("\u202e", "")}`);
    t.equal(shownHeader(mail?.header("from") ?? ""), `${sender} <web@xn--bcher-kva.example>`);
    const [head = ""] = mail?.source.split("\r\n\r\n") ?? [];
    t.ok(head.split("\r\n").every((line) => line.length < 78 && !/\P{ASCII}/u.test(line)));
  }
  const email = "=?UTF-8?Q?juma=40example.net=3E?=@example.org";
  t.equal((await post("/bff/contact", { ...CONTACT, email })).status, 422);
  t.match(await staff("add", "asha@-bücher.example"), { code: 1, stderr: /Not an e-mail address/ });
  t.equal(server.mails.length, names.length);
});

t.test("hostile text in every field stays text: whole, in one mail, to one address", async (t) => {
  const { post, browser, signIn, inbox, server, mailAbout, site } = await mailScene(t);
  const asha = await signIn();
  const texts = [...INJECTIONS, ...every(4, sampledPayloads).map(({ html }) => html)];
  /** Posts the text in all fields, then again without the fields that the response refuses. */
  const send = async (path: keyof typeof FORMS, text: string, fields: readonly string[]) => {
    const hostile = Object.fromEntries(fields.map((name) => [name, text]));
    const { body } = await post(path, { ...FORMS[path][0], ...hostile });
    const refused = (body.errors ?? []).map(({ field }: { field: string }) => field);
    const left = fields.filter((name) => !refused.includes(name));
    if (refused.length > 0 && left.length > 0) await send(path, text, left);
  };
  const gifts: string[] = [];
  for (const text of texts) {
    for (const path of ["/bff/contact", "/bff/volunteer", "/bff/partner"] as const)
      await send(path, text, FORMS[path][1]);
    const pledge = { ...PLEDGE, pledgeKey: randomUUID(), firstName: text, lastName: text };
    const to = (await browser().post("/donate/pledge", pledge)).headers.get("location") ?? "";
    const [reference = ""] = to.match(/G-[\w-]+$/) ?? [];
    if (reference === "") continue;
    gifts.push(reference);
  }
  for (const email of ["asha@example.org,victim@example.net", "victim@example.net>", "a b@c.d"])
    t.equal((await browser().post("/donate/pledge", { ...PLEDGE, email })).status, 422, email);
  const rows = await site.app.store.db.selectFrom("gifts").select(["reference", "gift"]).execute();
  /** A pledge that looks like an advertisement is told to the office alone. */
  const quiet = new Set(
    rows.filter(({ gift }) => gift.includes("suspected spam")).map(({ reference }) => reference),
  );
  for (const reference of gifts) await mailAbout(reference, quiet.has(reference) ? 1 : 2);
  for (const [index, reference] of gifts.entries())
    await asha.post(`/staff/gifts/${reference}`, { action: "paid", note: texts[index] ?? "" });
  const stored = JSON.parse((await inbox("export")).stdout);
  t.ok(stored.length >= texts.length && gifts.length > 0, `${stored.length} and ${gifts.length}`);
  for (const { reference, received, nextTry, tries, state, form, lastFault, ...fields } of stored) {
    // An advertisement waits among the spam, without a mail.
    if (state === "held") continue;
    const [mail] = await mailAbout(reference);
    t.same(mail?.to, [OFFICE]);
    const text = unix(mail?.text ?? "");
    const sent = Object.values<string>(fields).map((value) => CHOSEN.get(value) ?? value);
    const lost = sent.filter((value) => !text.includes(unix(value)));
    t.same(lost, []);
  }
  for (const reference of gifts) {
    const toDonor = quiet.has(reference) ? [PLEDGE.email] : [PLEDGE.email, PLEDGE.email];
    const mails = await mailAbout(reference, toDonor.length + 2);
    t.same(mails.map(({ to }) => to.join()).sort(), [...toDonor, OFFICE, OFFICE]);
    const [one, other] = mails.filter(({ to }) => to[0] === PLEDGE.email);
    t.notMatch(
      `${one?.text}${other?.text}`,
      /victim|alert|canary/,
      "nothing that a stranger typed",
    );
  }
  for (const { source } of server.mails) {
    const [head = ""] = source.split("\r\n\r\n");
    const names = head.match(/^[^\s:]+(?=:)/gm)?.map((name) => name.toLowerCase()) ?? [];
    t.equal(names.filter((name) => !HEADERS.includes(name)).join(), "");
    t.equal(new Set(names).size, names.length, "no header twice");
  }
});

t.test("a donor hears how to pay, thanks and a receipt, in the page's language", async (t) => {
  const { browser, staff, signIn, server, mailAbout, clock } = await mailScene(t);
  const pledged = await browser().post("/sw/donate/pledge", {
    ...PLEDGE,
    firstName: "Cheap pills",
  });
  const reference = pledged.headers.get("location")?.split("/").at(-1) ?? "";
  const [one, other] = await mailAbout(reference, 2);
  const toDonor = [one, other].find((mail) => mail?.to[0] === PLEDGE.email);
  t.match(toDonor?.header("subject"), new RegExp(`mchango wako ${reference}`));
  t.match(toDonor?.text, "TZS 50000");
  t.match(toDonor?.text, `/sw/donate/thanks/${reference}`);
  t.notMatch(toDonor?.text, /Cheap|pills/, "nothing that a stranger typed");
  t.equal(toDonor?.header("reply-to"), "");
  const monthly = { ...PLEDGE, pledgeKey: randomUUID(), frequency: "monthly" };
  const posted = await browser().post("/donate/pledge", monthly);
  const ofMonth = await mailAbout(posted.headers.get("location")?.split("/").at(-1) ?? "", 2);
  const howToPay = ofMonth.map(({ text }) => text).join();
  t.match(
    howToPay,
    /Your pledge of TZS 50,000 every month is recorded\..*set up a standing order/s,
  );
  const asha = await signIn();
  const midnight = clock.ms - (clock.ms % 86_400_000);
  // This is half past one that day in East Africa.
  clock.ms = midnight - 5_400_000;
  t.match(await asha.text(`/staff/gifts/${reference}`), "<textarea", "Enter does not say paid");
  const note = `statement 12\r\n${"of a long name ".repeat(20)}.`;
  await asha.post(`/staff/gifts/${reference}`, { action: "paid", note });
  const whole = note.replace("\r\n", " ");
  t.match(await asha.text(`/staff/gifts/${reference}`), `paid, ${whole}`, "nothing is cut off");
  await mailAbout(reference, 4);
  const paid = server.mails.filter(({ source }) => source.includes(`${reference}.paid`));
  t.same(paid.flatMap(({ to }) => to).sort(), [PLEDGE.email, OFFICE].sort());
  t.match(paid.find(({ to }) => to[0] === PLEDGE.email)?.text, "Mchango wako umefika");
  t.match(paid.map(({ text }) => text).join(), new Date(midnight).toISOString().slice(0, 10));
  t.match(paid.find(({ to }) => to[0] === OFFICE)?.text, "One-time\r\nWhere it is needed most");
  t.notMatch(paid.map(({ text }) => text).join(), "statement 12");
  t.match(await asha.text(`/sw/staff/gifts/${reference}`), "Mara moja tu");
  t.equal((await staff("list")).code, 0);
});

t.test("suspected spam reaches neither the office nor a stranger", async (t) => {
  const { browser, post, server, signIn, mailAbout } = await mailScene(t);
  await browser().post("/contact-us", { ...CONTACT, faxNumber: "1" });
  const suspect = { ...PLEDGE, email: "victim@example.net", faxNumber: "1" };
  const pledged = await browser().post("/donate/pledge", suspect);
  const { reference } = (await post("/bff/volunteer", VOLUNTEER)).body.data;
  await mailAbout(reference);
  t.notOk(server.mails.some(({ to }) => to.includes("victim@example.net")));
  const gift = pledged.headers.get("location")?.split("/").at(-1) ?? "";
  await (await signIn()).post(`/staff/gifts/${gift}`, { action: "paid" });
  const thanks = (await mailAbout(`${gift}.paid`, 2)).flatMap(({ to }) => to);
  t.ok(thanks.includes(suspect.email), "money is no spam");
});

t.test("a link is sent only to accounts, and everybody sees the same page", async (t) => {
  const { browser, staff, server, mailAbout, site } = await mailScene(t);
  await staff("add", "asha@example.org");
  const order: string[] = [];
  site.app.server.on("request", (_, response) => response.once("close", () => order.push("sent")));
  const { db } = site.app.store;
  const insertInto = db.insertInto.bind(db);
  db.insertInto = ((table: "mails") => {
    order.push(table);
    return insertInto(table);
  }) as typeof insertInto;
  const pages = [];
  for (const email of ["asha@example.org", "nobody@example.org", "nobody"])
    pages.push(await (await browser().post("/staff", { email })).text());
  t.equal(new Set(pages).size, 1);
  const [mail] = await mailAbout("staff?link=3D").catch(() => mailAbout("staff?link="));
  t.same(mail?.to, ["asha@example.org"]);
  t.ok(
    order.indexOf("sent") < order.indexOf("staffSecrets"),
    "the time of a response tells nothing",
  );
  const [, link = ""] = /link=([\w-]{43})/.exec(mail?.text ?? "") ?? [];
  t.equal((await browser().post("/staff", { link })).status, 303);
  for (let count = 0; count < 5; count += 1)
    await browser().post("/staff", { email: "asha@example.org" });
  const refused = await browser().post("/staff", { email: "asha@example.org" });
  t.equal(refused.status, 429);
  t.equal(refused.headers.get("retry-after"), "900");
  t.match(await refused.text(), "try again in 15 minutes");
  t.equal(new Set(server.mails.flatMap(({ to }) => to)).size, 1);
  t.notMatch(JSON.stringify(site.logs), /asha@|nobody@/);
});

t.test("a server that is gone, slow or busy is tried again; a refusal is shown", async (t) => {
  const { post, server, site, clock, signIn, mailAbout, get } = await mailScene(t);
  const asha = await signIn();
  server.refusal = { responseCode: 450, message: `4.2.0 <${OFFICE}> greylisted` };
  const { reference } = (await post("/bff/contact", CONTACT)).body.data;
  await until(() => server.tries > 0);
  await until(async () => (await get("/health/ready")).parts.mail?.state === "degraded");
  t.notMatch(JSON.stringify(site.logs), OFFICE);
  server.refusal = null;
  clock.ms += 61_000;
  await until(() => server.mails.length > 0);
  t.equal((await mailAbout(reference)).length, 1);
  await until(async () => (await get("/health/ready")).parts.mail?.state === "ok");
  server.refusal = { responseCode: 550, message: "5.1.1 no such mailbox" };
  await post("/bff/contact", { ...CONTACT, message: "Another" });
  await until(async () => /could not be sent/.test(await asha.text("/staff/messages")));
  server.refusal = null;
  await asha.post("/staff/mails", { action: "retry" });
  await until(() => server.mails.length === 2);
  t.notMatch(await asha.text("/staff/messages"), "could not be sent");
});

t.test("a link that signs in is not sent once it is dead", async (t) => {
  const { browser, server, site, clock, signIn, mailAbout, post } = await mailScene(t);
  const asha = await signIn();
  const { db } = site.app.store;
  const links = () =>
    db.selectFrom("mails").selectAll().where("reference", "like", "sign-in.%").execute();
  const ask = () => browser().post("/staff", { email: "asha@example.org" });
  server.refusal = { responseCode: 550, message: "5.1.1 no such mailbox" };
  await ask();
  await until(async () => (await links())[0]?.state === "failed");
  t.match(await asha.text("/staff/messages"), "Your link to the desk");
  clock.ms += 900_000;
  t.notMatch(await asha.text("/staff/messages"), "Your link to the desk", "nothing to try again");
  server.refusal = { responseCode: 450, message: "4.2.0 greylisted" };
  await ask();
  await until(async () => (await links()).some(({ lastError }) => /450/.test(lastError ?? "")));
  clock.ms += 900_000;
  server.refusal = null;
  await asha.post("/staff/mails", { action: "retry" });
  await until(async () => (await links()).every(({ text, state }) => !text && state === "sent"));
  const { reference } = (await post("/bff/contact", CONTACT)).body.data;
  await mailAbout(reference);
  t.notOk(server.mails.some(({ to }) => to.includes("asha@example.org")));
});

t.test("the text of a mail does not outlive the message or the donor it quotes", async (t) => {
  const { post, browser, server, site, clock, signIn, inbox, start, dataDir, close } =
    await mailScene(t, { INBOX_RETENTION_DAYS: "7" });
  const { db } = site.app.store;
  const asha = await signIn();
  server.refusal = { responseCode: 550, message: "5.1.1 no such mailbox" };
  const message = async (subject: string): Promise<string> =>
    (await post("/bff/contact", { ...CONTACT, subject })).body.data.reference;
  const pledge = async (): Promise<string> => {
    const posted = await browser().post("/donate/pledge", { ...PLEDGE, pledgeKey: randomUUID() });
    return posted.headers.get("location")?.split("/").at(-1) ?? "";
  };
  const deleted = [await message("deleted at the desk"), await message("deleted by command")];
  const old = [await message("old"), await pledge(), await pledge()];
  const forgotten = await pledge();
  const failed = (reference: string) =>
    db.selectFrom("mails").selectAll().where("reference", "like", `${reference}.%`).execute();
  const left = async (references: string[]) =>
    (await Promise.all(references.map(failed))).flat().filter(({ text }) => text !== "").length;
  const all = [...deleted, ...old, forgotten];
  await until(async () =>
    (await Promise.all(all.map(failed))).every(
      (mails) => mails.length > 0 && mails.every(({ state }) => state === "failed"),
    ),
  );
  const count = await left(all);
  for (const pattern of ["%25", "C-%25", "G-____-____-____-____"])
    await asha.post(`/staff/gifts/${pattern}`, { action: "forget" });
  for (const pattern of ["%", "C-%", "_%"]) await inbox("delete", pattern);
  t.equal(await left(all), count, "an invalid reference names no mail");
  await asha.post(`/staff/messages/${deleted[0]}`, { action: "erase" });
  await inbox("delete", deleted[1] ?? "");
  await asha.post(`/staff/gifts/${forgotten}`, { action: "forget" });
  t.equal(await left([...deleted, forgotten]), 0, "at once");
  await asha.post(`/staff/gifts/${old[2]}`, { action: "paid" });
  await until(async () =>
    (await failed(`${old[2]}.paid`)).every(({ state }) => state === "failed"),
  );
  // A mail that is tried again on the sixth day counts as young, although its message is old.
  clock.ms += 6 * 86_400_000;
  await (await signIn()).post("/staff/mails", { action: "retry" });
  await until(async () => (await failed(old[0] ?? ""))[0]?.state === "failed");
  await close();
  clock.ms += 2 * 86_400_000;
  const next = (await start(dataDir)).site.app.store.db.selectFrom("mails").selectAll();
  await until(async () => (await next.where("text", "<>", "").execute()).length === 0);
  t.equal(server.mails.length, 0);
});

t.test("a mail that is cut off in the middle is sent again", async (t) => {
  const sockets: Socket[] = [];
  const cutting = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => {});
    socket.write("220 ready\r\n");
    let isInText = false;
    socket.on("data", (data) => {
      if (isInText) return socket.destroy();
      isInText = /^DATA/m.test(data.toString());
      return socket.write(isInText ? "354 go on\r\n" : "250 OK\r\n");
    });
  });
  const port = await new Promise<number>((resolve) =>
    cutting.listen(0, "127.0.0.1", () => {
      const address = cutting.address();
      resolve(typeof address === "object" ? (address?.port ?? 0) : 0);
    }),
  );
  t.teardown(() => new Promise((resolve) => cutting.close(resolve)));
  const { post, site } = await deskScene(t, mailEnv(port));
  await post("/bff/contact", CONTACT);
  await until(() => sockets.length > 0);
  const mails = () => site.app.store.db.selectFrom("mails").selectAll().execute();
  await until(async () => (await mails())[0]?.lastError !== null);
  t.match(await mails(), [{ state: "waiting", tries: 1 }]);
});

t.test("a mail that a killed process left is sent by the next one, and once", async (t) => {
  const server = await startMailServer(t);
  const { post, site, start, copyOf, dataDir, clock } = await deskScene(t, mailEnv(server.port));
  server.refusal = { responseCode: 421, message: "4.3.2 closing" };
  const { reference } = (await post("/bff/contact", CONTACT)).body.data;
  const { reference: deleted } = (await post("/bff/volunteer", VOLUNTEER)).body.data;
  await until(() => server.tries > 1);
  const { db } = site.app.store;
  const tried = db.selectFrom("mails").selectAll().where("lastError", "is not", null);
  await until(async () => (await tried.execute()).length > 1);
  // Leave a claim behind, as a process killed in the middle of a try would.
  await db
    .updateTable("mails")
    .set({ claim: "gone", dueAt: clock.ms + 300_000 })
    .execute();
  t.ok(await site.app.submissions.inbox.remove(deleted));
  const copy = copyOf(dataDir);
  await site.close();
  server.refusal = null;
  const { site: next } = await start(copy);
  clock.ms += 301_000;
  await until(() => server.mails.length > 0);
  t.match(server.mails[0]?.header("message-id"), reference);
  t.equal(server.mails.length, 1);
  const left = next.app.store.db.selectFrom("mails").selectAll();
  const SENT = { state: "sent", dueAt: null, recipient: "", replyTo: null, subject: "", text: "" };
  await until(async () => (await left.execute())[0]?.state === "sent");
  t.match(
    await left.execute(),
    [SENT, SENT],
    "what was deleted meanwhile is not tried, none has words",
  );
});

t.test("a mail server that fails to speak required TLS gets nothing", async (t) => {
  const server = await startMailServer(t);
  const { post, site } = await deskScene(t, {
    ...mailEnv(server.port),
    SMTP_URL: `smtp://127.0.0.1:${server.port}?requireTLS=true`,
  });
  await post("/bff/contact", CONTACT);
  const { db } = site.app.store;
  const tried = db.selectFrom("mails").selectAll().where("lastError", "is not", null);
  await until(async () => (await tried.execute()).length > 0);
  t.match(await db.selectFrom("mails").selectAll().execute(), [{ state: "waiting" }]);
  t.same(server.mails, []);
});

t.test("without a mail server all works but mail", async (t) => {
  const { post, site, get, start, copyOf, dataDir } = await deskScene(t);
  await post("/bff/contact", CONTACT);
  const { db } = site.app.store;
  t.same(await db.selectFrom("mails").selectAll().execute(), []);
  // A mail that was composed while a mail server was configured.
  const mail = {
    reference: "C-1.office",
    state: "waiting",
    createdAt: 0,
    dueAt: 0,
    tries: 1,
  } as const;
  const words = { recipient: "a@example.org", subject: "S", text: "T" };
  const nulls = { claim: null, replyTo: null, lastError: null };
  await db
    .insertInto("mails")
    .values({ ...mail, ...words, ...nulls })
    .execute();
  const later = await start(copyOf(dataDir));
  const left = later.site.app.store.db.selectFrom("mails").select("reference");
  await until(async () => (await left.execute()).length === 0);
  t.match((await get("/health/ready")).parts.mail, { state: "ok", why: /off/ });
});
