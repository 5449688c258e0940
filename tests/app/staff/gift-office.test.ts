import { randomUUID } from "node:crypto";
import t, { type Test } from "tap";
import { startMailServer } from "../../fakes/mail-server.ts";
import { until } from "../../setup/until.ts";
import { PLEDGE } from "../forms/pledge-scene.ts";
import { deskScene, unescaped } from "./desk-scene.ts";

/** Cash that somebody brought, as the form of a new gift sends it. */
const CASH = {
  amount: "50,000",
  currency: "TZS",
  receivedOn: "2026-03-31",
  method: "cash",
  purpose: "menstrual-justice",
  receiptNumber: "0042",
  isThanked: "yes",
  firstName: "Neema",
  lastName: "Komba",
  email: "neema@example.org",
  phone: "",
  mayName: "no",
  note: "",
};

async function officeScene(t: Test) {
  const server = await startMailServer(t);
  const scene = await deskScene(t, {
    SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    MAIL_FROM: "web@foundation.example",
    OFFICE_EMAIL: "office@foundation.example",
  });
  const { gifts } = scene.site.app.giving;
  const asha = await scene.signIn();
  /** Records a gift, and returns its reference. */
  const record = async (fields: object = {}) => {
    const posted = await asha.post("/staff/gifts/new", { key: randomUUID(), ...CASH, ...fields });
    return /staff\/gifts\/(G[-\w]+)/.exec(posted.headers.get("location") ?? "")?.[1] ?? "";
  };
  const pledge = async (fields: object = {}) => {
    const body = { ...PLEDGE, pledgeKey: randomUUID(), ...fields };
    const posted = await scene.browser().post("/donate/pledge", body);
    return posted.headers.get("location")?.split("/").at(-1) ?? "";
  };
  const mailsTo = (address: string) => server.mails.filter(({ to }) => to[0] === address);
  return { ...scene, server, gifts, asha, record, pledge, mailsTo };
}

const textOf = (html: string) =>
  unescaped(html.replaceAll(/<[^>]+>/g, " ")).replaceAll(/\s+/g, " ");

t.test("cash and a transfer without a pledge are recorded as they came", async (t) => {
  const { asha, gifts, record, mailsTo, browser } = await officeScene(t);
  t.match(textOf(await asha.text("/staff/gifts")), "New gift");
  const key = /name="key" value="([^"]+)"/.exec(await asha.text("/staff/gifts/new"))?.[1];
  const reference = await record({ key });
  t.equal(await record({ key }), reference, "two presses are one gift");
  t.match(await gifts.list({}), [
    {
      reference,
      state: "paid",
      amountMinor: 5_000_000,
      currency: "TZS",
      purpose: "menstrual-justice",
      method: "cash",
      receivedOn: "2026-03-31",
      receiptNumber: "0042",
      donor: { firstName: "Neema", email: "neema@example.org" },
      mayName: false,
    },
  ]);
  t.equal((await gifts.list({})).length, 1);
  t.match(await gifts.list({ month: "2026-03" }), [{ reference }], "the month it came in");
  await until(() => mailsTo("neema@example.org").length === 1);
  t.match(mailsTo("neema@example.org")[0]?.text, /Neema Komba/);
  const page = textOf(await (await browser().get(`/donate/thanks/${reference}`)).text());
  t.match(page, "31 March 2026");

  const quiet = await record({ isThanked: "no", email: "quiet@example.org" });
  const nobody = await record({ firstName: "", lastName: "", email: "" });
  t.equal((await gifts.get(nobody))?.donor, null, "a donor is optional");
  await until(async () => (await gifts.get(quiet)) !== null);
  const history = textOf(await asha.text(`/staff/gifts/${reference}`));
  t.match(history, "asha@example.org, recorded the gift");
  t.match(history, "How it came Cash");
  t.same(mailsTo("quiet@example.org"), []);
});

const HOSTILE: [name: string, values: string[]][] = [
  [
    "amount",
    [
      "",
      "0",
      "-5",
      "1e9",
      "abc",
      "12.50",
      "1,2,3",
      "1".repeat(20),
      "<b>1</b>",
      "'; drop table gifts; --",
      "NaN",
      "∞",
      "0x10",
      "5 USD",
      "\u0000",
    ],
  ],
  [
    "receivedOn",
    [
      "",
      "2026-13-01",
      "2026-02-30",
      "31.3.2026",
      "2999-01-01",
      "0001-01-01",
      "today",
      "2026-3-1",
      "<script>",
      "2026-03-31T00:00",
      "-1",
      "null",
      "20260331",
      "٢٠٢٦-٠٣-٣١",
      "2026-03-31 ",
    ],
  ],
  [
    "method",
    [
      "",
      "gold",
      "CASH",
      "cash,bank",
      "<b>",
      "online2",
      "0",
      "null",
      "__proto__",
      "constructor",
      "kash",
      "cash ",
      "M-Pesa",
      "1",
      "true",
    ],
  ],
  [
    "currency",
    [
      "",
      "EUR",
      "usd",
      "US",
      "USDX",
      "<b>",
      "TZS,USD",
      "$",
      "0",
      "null",
      "__proto__",
      "tzs",
      "T Z S",
      "1",
      "true",
    ],
  ],
  [
    "purpose",
    [
      "",
      "wells",
      "MOST-NEEDED",
      "<b>",
      "../x",
      "0",
      "null",
      "__proto__",
      "constructor",
      "most needed",
      "'",
      "1",
      "true",
      "a".repeat(300),
      "%",
    ],
  ],
  [
    "email",
    [
      "neema",
      "a@b",
      "@",
      "a b@example.org",
      "a@example.org, b@example.org",
      "<a@example.org>",
      "a@",
      "@b.org",
      "a@@b.org",
      `${"x".repeat(250)}@b.org`,
      "a\nb@example.org",
      "javascript:alert(1)",
      "a@b..org",
      "a@-b.org",
      "mailto:a@b.org",
    ],
  ],
];

t.test("what cannot be read is an error at its field, and stays as typed", async (t) => {
  const { asha, gifts } = await officeScene(t);
  for (const [name, values] of HOSTILE)
    for (const value of values) {
      const isSpaced = value.trim() !== value && value.trim() === String(CASH[name as "amount"]);
      if (isSpaced) continue;
      const body = { key: randomUUID(), ...CASH, [name]: value };
      const answer = await asha.post("/staff/gifts/new", body);
      const html = await answer.text();
      t.equal(answer.status, 422, `${name}: ${value.slice(0, 30)}`);
      t.match(html, `href="#field-${name}"`);
      t.match(html, 'value="0042"', "the other fields keep what was typed");
      t.notMatch(html, "<b>1</b>");
    }
  t.same(await gifts.list({}), []);
});

t.test("money for a pledge is marked with what the statement says", async (t) => {
  const { asha, gifts, pledge, server } = await officeScene(t);
  const reference = await pledge();
  const path = `/staff/gifts/${reference}`;
  const question = await asha.text(`${path}?ask=paid`);
  t.match(textOf(question), "Have We Received TZS 50,000?");
  t.match(question, /name="amount"[^>]*value="50000"/, "the promised amount is filled in");
  const facts = { amount: "20000", currency: "TZS", purpose: "most-needed", isThanked: "yes" };
  const received = { ...facts, receivedOn: "2026-04-01", method: "mpesa", receiptNumber: "QX12" };
  const wrong = await asha.post(path, { action: "paid", ...received, receivedOn: "2999-01-01" });
  t.equal(wrong.status, 422);
  t.match(textOf(await wrong.text()), "This day is still to come");
  await asha.post(path, { action: "paid", ...received });
  t.match(await gifts.get(reference), {
    state: "paid",
    amountMinor: 2_000_000,
    pledgedMinor: 5_000_000,
    method: "mpesa",
    receivedOn: "2026-04-01",
    donor: { email: PLEDGE.email },
  });
  await until(() => server.mails.some(({ source }) => source.includes(`${reference}.paid@`)));
  await asha.post(path, { action: "undo" });
  t.match(await gifts.get(reference), { state: "pledged", amountMinor: 5_000_000 });
  t.equal((await gifts.get(reference))?.method, undefined);
});

t.test("an entry is corrected with a reason, never silently", async (t) => {
  const { asha, gifts, record, signIn } = await officeScene(t);
  const reference = await record();
  const path = `/staff/gifts/${reference}`;
  const page = await asha.text(`${path}?ask=correct`);
  const version = /name="version" value="(\d+)"/.exec(page)?.[1] ?? "";
  const fixed = { ...CASH, action: "correct", amount: "55000", version };
  const silent = await asha.post(path, fixed);
  t.equal(silent.status, 422);
  t.match(textOf(await silent.text()), "Write a few words first");
  t.match(await gifts.get(reference), { amountMinor: 5_000_000 });
  await asha.post(path, { ...fixed, note: "counted again" });
  t.match(await gifts.get(reference), { amountMinor: 5_500_000, state: "paid" });
  const history = textOf(await asha.text(path));
  t.match(history, "asha@example.org, corrected the entry, counted again – amountMinor 5000000");
  const juma = await signIn("juma@example.org");
  const late = await juma.post(path, { ...fixed, amount: "1", note: "late" });
  t.equal(late.status, 409, "a stale page corrects nothing");
  t.match(await gifts.get(reference), { amountMinor: 5_500_000 });
});

t.test("a monthly pledge takes many payments, each a gift of its own", async (t) => {
  const { asha, gifts, pledge, browser } = await officeScene(t);
  const monthly = await pledge({ frequency: "monthly" });
  await asha.post(`/staff/gifts/${monthly}`, { action: "paid" });
  const form = await asha.text(`/staff/gifts/new?partOf=${monthly}`);
  t.match(form, /name="amount"[^>]*value="50000"/);
  t.match(form, 'value="asha@example.org"');
  for (const receivedOn of ["2026-02-03", "2026-03-03"]) {
    const donor = { firstName: "Asha", lastName: "Mushi", email: PLEDGE.email };
    const body = { ...CASH, ...donor, key: randomUUID(), partOf: monthly, receivedOn };
    await asha.post("/staff/gifts/new", body);
  }
  const payments = await gifts.paymentsOf(monthly);
  t.same(payments.map(({ receivedOn }) => receivedOn).sort(), ["2026-02-03", "2026-03-03"]);
  t.match(textOf(await asha.text(`/staff/gifts/${monthly}`)), "2026-03-03: TZS 50,000");
  const own = await (await browser().get(`/donate/thanks/${monthly}`)).text();
  for (const { reference } of payments) t.match(own, reference, "the donor sees the same");
});

t.test("totals of a period: by month, purpose and way, and the accountant's file", async (t) => {
  const { asha, record, gifts } = await officeScene(t);
  await record({ receivedOn: "2026-01-31", mayName: "yes" });
  await record({ receivedOn: "2026-02-01", method: "bank", amount: "100000" });
  await record({ receivedOn: "2026-02-02", currency: "USD", amount: "12.50", method: "cheque" });
  const outside = await record({ receivedOn: "2025-12-31", amount: "7000" });
  const period = "from=2026-01-01&to=2026-02-28";
  const html = await asha.text(`/staff/gifts/totals?${period}`);
  const text = textOf(html);
  t.match(text, "Gifts received from 1 January 2026 to 28 February 2026");
  t.match(text, "TZS 150,000, 2 gifts");
  t.match(text, "$12.50, 1 gift");
  t.match(text, "January 2026 TZS 50,000 1");
  t.match(text, "Menstrual Justice Initiative TZS 150,000 2");
  t.match(text, "Bank transfer TZS 100,000 1");
  t.match(html, /<svg[^>]*role="img"[^>]*aria-label="TZS by month: /);
  t.equal(text.match(/Neema Komba/g)?.length, 1, "named only where the donor agreed");
  t.notMatch(html, outside);
  const swahili = textOf(await asha.text(`/sw/staff/gifts/totals?${period}`));
  t.match(swahili, "Michango iliyopokelewa kuanzia");
  t.match(swahili, "Haki ya Hedhi Salama");
  const file = await asha.text(`/staff/gifts/totals/file?${period}`);
  t.match(file, "Day received,Reference,Receipt number,Amount,Currency,Refunded,Purpose");
  t.match(
    file,
    /2026-01-31,G-[-\w]+,0042,50000,TZS,0,Menstrual Justice Initiative,Cash,Neema Komba/,
  );
  t.notMatch(file, outside);
  for (const wrong of ["from=x", "to=2026-13-01", "from=2026-02-01&to=2026-01-01"]) {
    const bad = await asha.get(`/staff/gifts/totals?${wrong}`);
    t.match(textOf(await bad.text()), /Enter a day such as|must not be before/, wrong);
  }
  t.equal((await gifts.received({ from: "2025-12-31", to: "2025-12-31" })).length, 1);
});

t.test("the receipt is sent again from the desk and from the donor's page", async (t) => {
  const { asha, record, mailsTo, browser, clock } = await officeScene(t);
  const reference = await record();
  await until(() => mailsTo("neema@example.org").length === 1);
  await asha.post(`/staff/gifts/${reference}`, { action: "resend" });
  await until(() => mailsTo("neema@example.org").length === 2);
  const page = `/donate/thanks/${reference}`;
  const visitor = browser();
  const again = await visitor.post(page, { email: "1" });
  t.match(again.headers.get("location"), `${page}?done=emailed`);
  clock.ms += 3_600_000;
  await visitor.post(page, { email: "1" });
  await until(() => mailsTo("neema@example.org").length === 3);
  t.match(mailsTo("neema@example.org")[2]?.text, /Neema Komba/);
});
