import t from "tap";
import { startMailServer } from "../../fakes/mail-server.ts";
import { until } from "../../setup/until.ts";
import { CONTACT, VOLUNTEER } from "../forms/forms-scene.ts";
import { deskScene } from "./desk-scene.ts";

const versionIn = (html: string) => /name="version" value="(\d+)"/.exec(html)?.[1] ?? "";
const plain = (html: string) => html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");

t.test("a message is assigned to a colleague, who gets a mail with a link alone", async (t) => {
  const server = await startMailServer(t);
  const { signIn, post, site } = await deskScene(t, {
    SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    MAIL_FROM: "web@foundation.example",
    OFFICE_EMAIL: "office@foundation.example",
  });
  const { reference } = (await post("/bff/contact", { ...CONTACT, message: "Siri" })).body.data;
  const other = (await post("/bff/volunteer", VOLUNTEER)).body.data.reference;
  const path = `/staff/messages/${reference}`;
  const [asha, juma] = [await signIn(), await signIn("juma.hamisi@example.org")];
  const assign = async (assignee: string, browser = asha, version = "") => {
    const based = version || versionIn(await browser.text(path));
    return browser.post(path, { action: "assign", assignee, version: based });
  };
  const stale = versionIn(await juma.text(path));
  const assigned = await assign("juma.hamisi@example.org");
  t.equal(assigned.headers.get("location"), `${path}?notice=assign&about=${reference}`);
  await until(() => server.mails.some(({ to }) => to.includes("juma.hamisi@example.org")));
  const mail = server.mails.find(({ to }) => to.includes("juma.hamisi@example.org"));
  t.equal(mail?.header("subject"), `Assigned to you: Message ${reference}`);
  t.match(mail?.text, `/staff/messages/${reference}`);
  t.match(mail?.text, "asha@example.org has asked you");
  t.notMatch(mail?.source, /Siri|Asha Juma|A question/, "nothing that the visitor typed");
  t.match(await asha.text(path), 'value="juma.hamisi@example.org" selected');
  t.match(
    plain(await asha.text(path)),
    "asha@example.org, assigned this to a colleague, juma.hamisi@",
  );
  t.match(plain(await asha.text("/staff/messages")), /today \d\d:\d\d Juma Hamisi Message C-/);
  const mine = (await juma.text("/staff/messages?assignee=juma.hamisi@example.org")).split(
    "<tbody",
  );
  t.match(mine[1], reference);
  t.notMatch(mine[1], other);
  t.match(
    mine[0],
    /aria-current="true" href="\/staff\/messages\?assignee=juma\.hamisi%40example\.org">Mine/,
  );
  const free = (await juma.text("/staff/messages?assignee=nobody")).split("<tbody")[1];
  t.match(free, other);
  t.notMatch(free, reference);
  const late = await assign("juma.hamisi@example.org", juma, stale);
  t.equal(late.status, 303, "it is so already");
  const refused = await assign("", juma, stale);
  t.equal(refused.status, 409);
  t.match(
    plain(await refused.text()),
    "asha@example.org, assigned this to a colleague, juma.hamisi@example.org (",
  );
  t.equal((await assign("stranger@example.net")).status, 409, "no account");
  t.equal((await assign("")).headers.get("location"), `${path}?notice=unassign&about=${reference}`);
  t.match(plain(await asha.text("/sw/staff/messages")), "leo");
  // Whoever takes a message needs no mail about it.
  await assign("asha@example.org");
  await post("/bff/contact", { ...CONTACT, message: "Later" });
  await until(() => server.mails.filter(({ to }) => to[0]?.startsWith("office")).length === 3);
  t.notOk(server.mails.some(({ to }) => to.includes("asha@example.org")));
  t.notMatch(JSON.stringify(site.logs), /juma\.hamisi|asha@/);
});

t.test("several messages are assigned at once; a colleague's change is left alone", async (t) => {
  const { signIn, post, site, staff } = await deskScene(t);
  const references: string[] = [];
  for (const name of ["One", "Two", "Three"])
    references.push((await post("/bff/contact", { ...CONTACT, name })).body.data.reference);
  const [one = "", two = "", three = ""] = references;
  const asha = await signIn();
  const juma = await signIn("juma@example.org");
  t.match(await asha.text("/staff/messages"), '<option value="juma@example.org">');
  await juma.post(`/staff/messages/${two}`, { action: "done" });
  const assigned = await asha.postAll("/staff/messages?form=contact", [
    ["item", `${one}:new`],
    ["item", `${two}:new`],
    ["assignee", "juma@example.org"],
    ["action", "assign"],
  ]);
  const lead = assigned.headers.get("location") ?? "";
  t.match(lead, "/staff/messages?form=contact&notice=assign");
  t.match(await asha.text(lead), `Message ${one} assigned. A colleague has changed one message`);
  const { db } = site.app.store;
  const rows = db.selectFrom("messages").select(["reference", "assignee"]);
  const assigneeOf = async (reference: string) =>
    (await rows.execute()).find((row) => row.reference === reference)?.assignee;
  t.equal(await assigneeOf(one), "juma@example.org");
  t.equal(await assigneeOf(two), null);
  const unknown = await asha.postAll("/staff/messages", [
    ["item", `${three}:new`],
    ["assignee", "stranger@example.net"],
    ["action", "assign"],
  ]);
  t.notMatch(unknown.headers.get("location"), "notice");
  t.equal(await assigneeOf(three), null);
  await staff("remove", "juma@example.org");
  const left = await asha.text(`/staff/messages/${one}`);
  t.match(left, '<option value="juma@example.org" selected', "the account is gone, its name stays");
});
