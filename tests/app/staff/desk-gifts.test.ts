import { randomUUID } from "node:crypto";
import t, { type Test } from "tap";
import { startMailServer } from "../../fakes/mail-server.ts";
import { until } from "../../setup/until.ts";
import { PLEDGE } from "../forms/pledge-scene.ts";
import { deskScene, unescaped } from "./desk-scene.ts";

async function giftScene(t: Test) {
  const server = await startMailServer(t);
  const scene = await deskScene(t, {
    SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    MAIL_FROM: "web@foundation.example",
    OFFICE_EMAIL: "office@foundation.example",
  });
  const pledge = async (fields: object = {}): Promise<string> => {
    const body = { ...PLEDGE, pledgeKey: randomUUID(), ...fields };
    const posted = await scene.browser().post("/donate/pledge", body);
    return posted.headers.get("location")?.split("/").at(-1) ?? "";
  };
  const toDonor = (about: string) =>
    server.mails.filter(({ to, source }) => to[0] === PLEDGE.email && source.includes(about));
  return { ...scene, server, pledge, toDonor };
}

const textOf = (html: string) =>
  unescaped(html.replaceAll(/<[^>]+>/g, " ")).replaceAll(/\s+/g, " ");

/** Returns the hidden fields of the form with this button, as a browser would send them. */
function hiddenIn(html: string, button: string): Record<string, string> {
  const form = html.split("<form").find((part) => part.includes(`value="${button}"`)) ?? "";
  const fields: Record<string, string> = {};
  for (const [input] of form.matchAll(/<input[^>]*type="hidden"[^>]*>/g)) {
    const name = / name="([^"]*)"/.exec(input)?.[1] ?? "";
    fields[name] = / value="([^"]*)"/.exec(input)?.[1] ?? "";
  }
  return fields;
}

/** Returns the month in East Africa. */
const monthOf = (ms: number) => new Date(ms + 10_800_000).toISOString().slice(0, 7);

t.test("a gift counts in the month in which its money came", async (t) => {
  const { signIn, pledge, clock, site } = await giftScene(t);
  const paidAt = clock.ms;
  const pledgedAt = paidAt - 40 * 86_400_000;
  clock.ms = pledgedAt;
  const [late, open] = [await pledge(), await pledge()];
  clock.ms = paidAt;
  const asha = await signIn();
  await asha.post(`/staff/gifts/${late}`, { action: "paid" });
  const [row] = await site.app.giving.gifts.list({ month: monthOf(paidAt) });
  t.equal(row?.reference, late);
  for (const [month, has, lacks] of [
    [monthOf(pledgedAt), open, late],
    [monthOf(paidAt), late, open],
  ] as const)
    for (const path of ["/staff/gifts", "/staff/gifts/file"]) {
      const text = await asha.text(`${path}?month=${month}`);
      t.match(text, has, `${path} ${month}`);
      t.notMatch(text, lacks);
    }
  const file = await asha.text(`/staff/gifts/file?month=${monthOf(paidAt)}`);
  t.match(file, [pledgedAt, paidAt].map((ms) => new Date(ms).toISOString()).join());
  const list = textOf(await asha.text("/staff/gifts"));
  t.match(list, /State Received Pledged Reference .* Pledged – /, "the day of the payment");
  await asha.post(`/staff/gifts/${late}`, { action: "undo" });
  t.match(await asha.text(`/staff/gifts?month=${monthOf(pledgedAt)}`), late);
});

t.test("each change of a gift is confirmed first, without a script", async (t) => {
  const { signIn, pledge, toDonor } = await giftScene(t);
  const reference = await pledge();
  const path = `/staff/gifts/${reference}`;
  const asha = await signIn();
  const page = await asha.text(path);
  t.notMatch(page, 'name="action" value="paid"', "no button acts without a confirmation");
  const asked = await asha.post(path, { ask: "paid", note: "statement <12>" });
  t.equal(asked.status, 200);
  const html = await asked.text();
  t.match(textOf(html), `Have We Received TZS 50,000?`);
  t.match(textOf(html), `${PLEDGE.email} will get a thank-you and a receipt by e-mail.`);
  t.match(html, "statement &lt;12&gt;</textarea>", "what was typed is kept");
  t.match(await asha.text(`${path}?ask=paid`), "Have We Received TZS 50,000?");
  t.notMatch(textOf(await asha.text(path)), "Received 1");
  t.equal(toDonor(`${reference}.paid`).length, 0, "nothing is done yet");
  const done = await asha.post(path, { ...hiddenIn(html, "paid"), action: "paid" });
  const to = done.headers.get("location") ?? "";
  t.match(textOf(await asha.text(to)), `Gift ${reference} marked as received.`);
  await until(() => toDonor(`${reference}.paid`).length === 1);
});

t.test("staff can undo a mistaken change of a gift, and the donor is told", async (t) => {
  const { signIn, pledge, toDonor, server, site, browser } = await giftScene(t);
  const reference = await pledge();
  const path = `/staff/gifts/${reference}`;
  const asha = await signIn();
  const act = (action: string) => asha.post(path, { action });
  await act("paid");
  await until(() => toDonor(`${reference}.paid@`).length === 1);
  const question = textOf(await asha.text(`${path}?ask=undo`));
  t.match(question, "Has TZS 50,000 Not Arrived After All?");
  t.match(question, "goes back to “Pledged”");
  await act("undo");
  await act("undo");
  await until(() => toDonor(`${reference}.paid-undone@`).length === 1);
  const [correction] = toDonor(`${reference}.paid-undone@`);
  t.match(correction?.text.replaceAll(/\s+/g, " "), "That was our mistake: it has not arrived yet");
  await until(() => server.mails.some(({ source }) => source.includes("not received after all")));
  t.match(
    await (await browser().get(`/donate/thanks/${reference}`)).text(),
    'data-state="pledged"',
  );
  const history = textOf(await asha.text(path));
  t.match(history, "asha@example.org, marked as paid");
  t.match(history, "asha@example.org, undid this: pledged again");
  t.equal(history.match(/marked as paid/g)?.length, 1, "each act once");
  t.same(await site.app.giving.gifts.list({ state: "paid" }), []);
  await act("paid");
  await until(() => toDonor(`${reference}.paid-2@`).length === 1);
  for (const [action, state] of [
    ["refunded", "refunded"],
    ["undo", "paid"],
    ["undo", "paid"],
  ]) {
    await act(action ?? "");
    t.equal((await site.app.giving.gifts.get(reference))?.state, state);
  }
  t.equal(toDonor(`${reference}.paid-3@`).length, 0, "the receipt is the one the donor has");
  const cancelled = await pledge();
  for (const action of ["cancelled", "undo"])
    await asha.post(`/staff/gifts/${cancelled}`, { action });
  t.equal((await site.app.giving.gifts.get(cancelled))?.state, "pledged");
});

t.test("a receipt that is not sent yet is not sent after the mistake is taken back", async (t) => {
  const { signIn, pledge, server, site, toDonor, clock } = await giftScene(t);
  const reference = await pledge();
  const path = `/staff/gifts/${reference}`;
  await until(() => toDonor(`${reference}.pledged@`).length === 1);
  server.refusal = { responseCode: 450, message: "4.2.0 greylisted" };
  const asha = await signIn();
  await asha.post(path, { action: "paid" });
  const waiting = site.app.store.db
    .selectFrom("mails")
    .selectAll()
    .where("reference", "like", `${reference}.paid%`)
    .where("lastError", "is not", null)
    .where("claim", "is", null);
  await until(async () => (await waiting.execute()).length === 2);
  await asha.post(path, { action: "undo" });
  server.refusal = null;
  clock.ms += 61_000;
  await until(() => server.mails.some(({ source }) => source.includes("paid-undone.office@")));
  t.same(toDonor(`${reference}.paid`), []);
});

t.test("a stale page changes nothing about a gift, and names who was quicker", async (t) => {
  const { signIn, pledge, site } = await giftScene(t);
  const reference = await pledge();
  const path = `/staff/gifts/${reference}`;
  const [asha, juma] = [await signIn(), await signIn("juma@example.org")];
  const question = async (ask: string) =>
    hiddenIn(await asha.text(`${path}?ask=${ask}`), ask === "forget" ? "forget" : ask);
  const seen = { cancelled: await question("cancelled"), forget: await question("forget") };
  await juma.post(path, { action: "paid" });
  for (const [action, hidden] of Object.entries(seen)) {
    const late = await asha.post(path, { ...hidden, action });
    t.equal(late.status, 409, action);
    const text = textOf(await late.text());
    t.match(text, /Nothing Was Changed .*juma@example\.org, marked as paid \(.* 20\d\d, /);
  }
  t.match(await site.app.giving.gifts.get(reference), { state: "paid", donor: {} });
  const twice = await question("undo");
  t.equal((await asha.post(path, { ...twice, action: "undo" })).status, 303);
  t.equal((await asha.post(path, { ...twice, action: "undo" })).status, 303, "two clicks");
});

t.test("a button that is pressed twice changes a gift once and leads to one page", async (t) => {
  const { signIn, pledge, site, toDonor } = await giftScene(t);
  const reference = await pledge();
  const path = `/staff/gifts/${reference}`;
  const asha = await signIn();
  const recorded = async () => {
    const query = site.app.store.db.selectFrom("staffActions").select("action");
    return (await query.where("reference", "=", reference).execute()).length;
  };
  for (const action of ["paid", "undo", "cancelled", "undo", "paid", "refunded", "forget"]) {
    const before = await recorded();
    const hidden = hiddenIn(await asha.text(`${path}?ask=${action}`), action);
    const press = () => asha.post(path, { ...hidden, action });
    const pressed = [...(await Promise.all([press(), press()])), await press()];
    const leads = pressed.map(({ status, headers }) => `${status} ${headers.get("location")}`);
    const [first = ""] = leads;
    t.match(first, `303 ${path}?notice=`, action);
    t.same(leads, [first, first, first], action);
    t.equal(await recorded(), before + 1, action);
  }
  t.ok(toDonor(".paid@").length <= 1);
});

t.test("the history of a gift is in the language of its page", async (t) => {
  const { signIn, pledge, out } = await giftScene(t).then((scene) => ({
    ...scene,
    out: scene.site,
  }));
  const reference = await pledge();
  const path = `/staff/gifts/${reference}`;
  const asha = await signIn();
  await asha.post(path, { action: "paid", note: "benki" });
  await out.app.giving.gifts.apply(reference, {
    state: "refunded",
    by: "staff",
    at: new Date(Date.now() + 120_000).toISOString(),
  });
  const swahili = textOf(await asha.text(`/sw${path}`));
  t.match(swahili, "Mchangiaji: mchango umeahidiwa");
  t.match(swahili, "asha@example.org: amethibitisha kwamba fedha zimefika, benki");
  t.match(swahili, "Mfanyakazi, kwa amri ya kompyuta: fedha zimerudishwa");
  t.notMatch(swahili, /donor|staff,|provider|\bjob\b/);
  const english = textOf(await asha.text(path));
  t.match(english, "The donor, pledged");
  t.match(english, "asha@example.org, marked as paid, benki");
  t.equal(english.match(/benki/g)?.length, 1);
});

t.test("the filter of the gifts is kept on a gift, and after a change of it", async (t) => {
  const { signIn, pledge } = await giftScene(t);
  const reference = await pledge();
  const asha = await signIn();
  const query = "state=pledged&currency=TZS";
  const list = await asha.text(`/staff/gifts?${query}`);
  const href = `/staff/gifts/${reference}?${query}`;
  t.match(unescaped(list), `href="${href}"`);
  const page = unescaped(await asha.text(href));
  t.match(page, `href="/staff/gifts?${query}">All gifts`);
  t.match(page, `action="${href}"`);
  const done = await asha.post(href, { action: "paid" });
  t.match(done.headers.get("location"), `${href}&notice=paid`);
  const all = unescaped(await asha.text("/staff/messages?state=done&form=gift"));
  const fromMessages = `/staff/gifts/${reference}?list=messages&state=done&form=gift`;
  t.match(all, `href="${fromMessages}"`);
  t.match(unescaped(await asha.text(fromMessages)), 'href="/staff/messages?state=done&form=gift"');
});
