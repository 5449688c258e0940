import t, { type Test } from "tap";
import { type ReceivedMail, shownHeader, startMailServer } from "../../fakes/mail-server.ts";
import { until } from "../../setup/until.ts";
import { deskScene } from "./desk-scene.ts";

const MINUTE_MS = 60_000;
const JUMA = { name: "Juma Ally", email: "juma@example.org", action: "add" };

/** Starts a desk that sends mails, with Asha signed in. */
async function peopleScene(t: Test) {
  const server = await startMailServer(t);
  const scene = await deskScene(t, {
    SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    MAIL_FROM: "The Foundation <web@foundation.example>",
    OFFICE_EMAIL: "office@foundation.example",
  });
  const asha = await scene.signIn();
  /** Waits for a number of mails whose subject has the words, and returns them. */
  const mailsAbout = async (words: string, count: number): Promise<ReceivedMail[]> => {
    const found = () =>
      server.mails.filter((mail) => shownHeader(mail.header("subject")).includes(words));
    await until(() => found().length >= count);
    return found();
  };
  const newestLink = (mails: readonly ReceivedMail[]) =>
    /link=([\w-]{43})/.exec(mails.at(-1)?.text ?? "")?.[1] ?? "";
  const idOf = async (email: string) =>
    (await scene.site.app.store.db.selectFrom("staff").selectAll().execute()).find(
      (person) => person.email === email,
    )?.id ?? "";
  return { ...scene, server, asha, mailsAbout, newestLink, idOf };
}

t.test("a person is added with a name, and all of the office are told by mail", async (t) => {
  const { asha, browser, mailsAbout, newestLink, site } = await peopleScene(t);
  const added = await asha.post("/staff/people", { ...JUMA, email: " JUMA@example.org " });
  t.equal(added.headers.get("location"), "/staff/people?notice=person-added");
  const page = await asha.text("/staff/people?notice=person-added");
  t.match(page, "Added. They can sign in from now on.");
  t.match(page, /Juma Ally.*juma@example\.org/s);
  t.match(page, "asha@example.org added juma@example.org");
  const [told] = await mailsAbout("New at the desk: Juma Ally", 1);
  t.same(told?.to, ["asha@example.org"]);
  t.match(told?.text, "Juma Ally (juma@example.org) may now sign in");
  t.match(told?.text, "sasa anaweza kuingia kwenye dawati");
  t.match(told?.text, "/sw/staff/people");
  const [welcome] = await mailsAbout("You may now sign in", 1);
  t.same(welcome?.to, ["juma@example.org"]);
  const juma = browser();
  await juma.post("/staff", { email: "juma@example.org" });
  const link = newestLink(await mailsAbout("Your link to the desk", 1));
  t.equal((await juma.post("/staff", { link })).status, 303);
  t.equal((await juma.get("/staff/people")).status, 200);
  const logged = site.logs.find(({ audit }) => audit === "person added");
  t.match(logged, { staff: /^staff-/, reference: /^staff-/ });
  t.notMatch(JSON.stringify(site.logs), /juma@|Juma/);
});

t.test("wrong fields are named all at once, and what was typed stays", async (t) => {
  const { asha, site } = await peopleScene(t);
  const empty = await asha.post("/staff/people", { action: "add", name: " ", email: "juma@" });
  t.equal(empty.status, 422);
  const html = await empty.text();
  t.match(html, "Enter a name");
  t.match(html, "Enter an e-mail address such as");
  t.match(html, 'value="juma@"');
  const long = await asha.post("/sw/staff/people", { ...JUMA, name: "a".repeat(101) });
  t.match(await long.text(), "Tumia herufi 100");
  const injected = { ...JUMA, name: 'Juma\r\nBcc: x@example.net "<b>' };
  t.equal((await asha.post("/staff/people", injected)).status, 303);
  t.match(await asha.text("/staff/people"), "Juma Bcc: x@example.net &quot;&lt;b&gt;");
  const known = await asha.post("/staff/people", JUMA);
  t.equal(known.status, 409);
  t.match(await known.text(), "This person can sign in already.");
  t.equal((await asha.post("/staff/people", { action: "drop" })).status, 404);
  t.equal((await site.app.store.db.selectFrom("staff").selectAll().execute()).length, 2);
});

t.test("a removed person is out at once: sessions and links, and everybody is told", async (t) => {
  const { asha, signIn, linkFor, browser, mailsAbout, idOf, site } = await peopleScene(t);
  const juma = await signIn("juma@example.org");
  const link = await linkFor("juma@example.org");
  const id = await idOf("juma@example.org");
  const question = await asha.text(`/staff/people?ask=${id}`);
  t.match(question, "Remove juma@example.org?");
  t.match(question, "is signed out everywhere at once");
  const removed = await asha.post("/staff/people", { action: "remove", person: id });
  t.equal(removed.headers.get("location"), "/staff/people?notice=person-removed");
  t.equal((await juma.get("/staff/messages")).headers.get("location"), "/staff?notice=sign-in");
  t.equal((await browser().post("/staff", { link })).status, 403, "the link is dead");
  const mails = await mailsAbout("No longer at the desk", 2);
  t.same(mails.map(({ to }) => to[0]).sort(), ["asha@example.org", "juma@example.org"]);
  t.match(await asha.text("/staff/people"), "asha@example.org removed juma@example.org");
  const twice = await asha.post("/staff/people", { action: "remove", person: id });
  t.equal(twice.status, 409);
  t.match(await twice.text(), "has already been removed");
  t.match(
    site.logs.filter(({ audit }) => audit === "person removed"),
    [{ reference: id }],
  );
});

t.test("the last person stays; of two who remove each other, one stays", async (t) => {
  const { asha, signIn, idOf, site } = await peopleScene(t);
  const ashaId = await idOf("asha@example.org");
  const alone = await asha.post("/staff/people", { action: "remove", person: ashaId });
  t.equal(alone.status, 409);
  t.match(await alone.text(), "This is the only person who can sign in");
  const juma = await signIn("juma@example.org");
  const jumaId = await idOf("juma@example.org");
  const both = await Promise.all([
    asha.post("/staff/people", { action: "remove", person: jumaId }),
    juma.post("/staff/people", { action: "remove", person: ashaId }),
  ]);
  t.equal(both.filter(({ headers }) => headers.has("location")).length >= 1, true);
  t.equal((await site.app.store.db.selectFrom("staff").selectAll().execute()).length, 1);
});

t.test("somebody who removes themself is signed out", async (t) => {
  const { asha, signIn, idOf } = await peopleScene(t);
  await signIn("juma@example.org");
  const person = await idOf("asha@example.org");
  const removed = await asha.post("/staff/people", { action: "remove", person });
  t.equal(removed.headers.get("location"), "/staff?notice=signed-out");
  t.equal((await asha.get("/staff/messages")).status, 303);
});

t.test("an old session adds and removes nobody until its owner opens a new link", async (t) => {
  const { asha, clock, mailsAbout, newestLink, idOf, site } = await peopleScene(t);
  clock.ms += 10 * MINUTE_MS;
  const refused = await asha.post("/staff/people", JUMA);
  t.equal(refused.status, 403);
  const html = await refused.text();
  t.match(html, "Please Confirm That It Is You");
  t.match(html, "sent a link to asha@example.org");
  t.match(html, 'value="Juma Ally"');
  t.match(html, 'value="juma@example.org"');
  t.match(
    site.logs.filter(({ audit }) => audit === "fresh sign-in required"),
    [{ staff: /^staff-/ }],
  );
  const link = newestLink(await mailsAbout("Your link to the desk", 1));
  t.equal((await asha.post("/staff", { link })).status, 303, "in another tab of the browser");
  t.equal((await asha.post("/staff/people", JUMA)).status, 303, "the same button again");
  clock.ms += 10 * MINUTE_MS;
  const person = await idOf("juma@example.org");
  const kept = await asha.post("/staff/people", { action: "remove", person });
  t.equal(kept.status, 403);
  t.match(await kept.text(), "Remove Juma Ally?", "the question is still there");
  for (let count = 0; count < 5; count += 1) await asha.post("/staff/people", JUMA);
  t.match(await (await asha.post("/staff/people", JUMA)).text(), "too many links were sent");
});

t.test("where a site sends no mail, the page says who gives a new link", async (t) => {
  const { signIn, clock } = await deskScene(t);
  const asha = await signIn();
  clock.ms += 11 * MINUTE_MS;
  t.match(
    await (await asha.post("/staff/people", JUMA)).text(),
    "npm run staff -- add asha@example.org",
  );
});

const AGENTS = {
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0":
    "Firefox on Windows",
  "Mozilla/5.0 (Linux; Android 15; SM-A055F) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36":
    "Samsung Internet on Android",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1":
    "Safari on iPhone",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0":
    "Edge on Windows",
  "<script>alert(1)</script>": "Unknown browser",
};

t.test("somebody sees where they are signed in, and ends one session or all", async (t) => {
  const { signIn, browser, linkFor, clock, site } = await deskScene(t);
  const asha = await signIn();
  await signIn("juma@example.org");
  const others = [];
  for (const agent of Object.keys(AGENTS)) {
    const other = browser();
    await other.post("/staff", { link: await linkFor() }, { "user-agent": agent });
    others.push(other);
  }
  const [first, second] = others;
  clock.ms += 5 * MINUTE_MS;
  const html = await asha.text("/staff/people");
  for (const device of Object.values(AGENTS)) t.match(html, device);
  t.equal(html.split("this browser").length, 2, "one of them is this one");
  t.notMatch(html, "alert(1)");
  t.match(html, /Since .*, last used /);
  const ids = [...html.matchAll(/name="session" value="([^"]+)"/g)].map(([, id = ""]) => id);
  t.equal(ids.length, others.length, "one button for each of her other sessions");
  const rows = await site.app.store.db.selectFrom("staffSecrets").selectAll().execute();
  const row = rows.find(({ browser: name }) => name === "Firefox");
  const ended = await asha.post("/staff/people", { action: "end", session: row?.digest ?? "" });
  t.equal(ended.headers.get("location"), "/staff/people?notice=session-ended");
  t.equal((await first?.get("/staff/messages"))?.status, 303, "that session");
  t.equal((await second?.get("/staff/messages"))?.status, 200, "and no other");
  const juma = rows.find(({ kind, staffId }) => kind === "session" && staffId !== row?.staffId);
  await asha.post("/staff/people", { action: "end", session: juma?.digest ?? "" });
  const after = await site.app.store.db.selectFrom("staffSecrets").selectAll().execute();
  const jumaAfter = after.find(({ digest }) => digest === juma?.digest);
  t.equal(jumaAfter?.expiresAt, juma?.expiresAt, "nobody ends the sessions of others");
  const all = await asha.post("/staff/people", { action: "end-all" });
  t.equal(all.headers.get("location"), "/staff?notice=signed-out");
  for (const one of [asha, ...others])
    t.equal((await one.get("/staff/messages")).headers.get("location"), "/staff?notice=sign-in");
  t.match(
    site.logs.filter(({ audit }) => audit === "sessions ended"),
    [{ count: 1 }, { count: 0 }, { count: 5 }],
  );
});

t.test("what was typed after the session ended comes back, and is taken later", async (t) => {
  const { signIn, clock, linkFor } = await deskScene(t);
  const asha = await signIn();
  clock.ms += 2 * 60 * MINUTE_MS;
  const over = await asha.post("/staff/people", JUMA);
  t.equal(over.status, 401);
  const html = await over.text();
  t.match(html, "Your session has ended. What you typed is below");
  t.match(html, 'value="Juma Ally"');
  t.notMatch(html, "asha@example.org", "nobody is named to a stranger");
  // The command that makes the link has the clock of the machine.
  clock.ms = Date.now();
  await asha.post("/staff", { link: await linkFor() });
  t.equal((await asha.post("/staff/people", JUMA)).status, 303);
});

t.test("the command takes a name, and may remove the last person", async (t) => {
  const { staff, browser } = await deskScene(t);
  await staff("add", "asha@example.org", "--name", "Asha Mrema");
  t.match(JSON.parse((await staff("list")).stdout), [{ name: "Asha Mrema" }]);
  t.match(await staff("add", "asha@example.org", "--name", "A\nB"), { code: 1 });
  await staff("remove", "asha@example.org");
  t.equal((await browser().get("/staff")).status, 404);
});
