import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import t from "tap";
import { PLEDGE, pledgeScene } from "./pledge-scene.ts";

t.test("search engines may list the form", async (t) => {
  const { get } = await pledgeScene(t);
  const { text } = await get("/donate/pledge");
  t.match(text, 'name="robots" content="index, follow"');
  t.match(text, /<link rel="canonical" href="[^"]+\/donate\/pledge"/);
});

t.test("the form takes over the choices in the URL, without a script", async (t) => {
  const { get } = await pledgeScene(t);
  const { status, text, headers } = await get(
    "/donate/pledge?amount=50&currency=TZS&frequency=monthly&purpose=menstrual-justice",
  );
  t.equal(status, 200);
  t.equal(headers["cache-control"], "no-store");
  t.match(text, 'name="robots" content="noindex, follow"');
  t.match(text, 'name="amount" value="50000"', "TZS 50,000, as Donate shows it, not 50");
  t.match(text, 'checked="" value="TZS"');
  t.match(text, 'checked="" value="monthly"');
  t.match(text, '<option value="menstrual-justice" selected="">');
  t.notMatch(text, 'name="mayWrite" value="yes" checked');
  t.notMatch(text, /<script(?! type="application\/ld\+json")/);
  const [, key = ""] = /name="pledgeKey" value="([^"]+)"/.exec(text) ?? [];
  t.notMatch((await get("/donate/pledge")).text, key, "each form has a key of its own");
});

t.test("the button on Donate passes the typed values on, and stores nothing", async (t) => {
  const { postPage, gifts } = await pledgeScene(t);
  const typed = { preset: "100", customAmount: "", currency: "TZS", frequency: "monthly" };
  const { status, text } = await postPage("/donate/pledge", { ...typed, firstName: "Asha" });
  t.equal(status, 200);
  t.match(text, 'name="amount" value="100000"');
  t.match(text, 'name="firstName" value="Asha"');
  t.notMatch(text, "There is a problem");
  const dollars = { ...typed, currency: "USD", customAmount: "75.5" };
  const own = await postPage("/donate/pledge", dollars);
  t.match(own.text, 'name="amount" value="75.50"', "a typed amount overrides the preset");
  t.same(await gifts.list({}), []);
});

t.test("a gift is stored as pledged, before its page tells how to pay", async (t) => {
  const { postPage, get, gifts, site } = await pledgeScene(t);
  const posted = await postPage("/donate/pledge", { ...PLEDGE, amount: "50,000", mayWrite: "yes" });
  t.equal(posted.status, 303);
  const location = posted.headers.location ?? "";
  t.match(location, /^\/donate\/thanks\/G(-[0-9A-Z]{4}){4}$/);
  const [gift] = await gifts.list({});
  t.match(gift, {
    state: "pledged",
    amountMinor: 5_000_000,
    currency: "TZS",
    purpose: "most-needed",
    donor: { firstName: "Asha", lastName: "Mushi", email: "asha@example.org", phone: null },
    mayWrite: true,
  });
  const { status, text, headers } = await get(location);
  t.equal(status, 200);
  t.equal(headers["cache-control"], "no-store");
  t.match(text, "Your pledge of TZS 50,000 is recorded.");
  t.match(text, `${gift?.reference}</textarea>`);
  t.match(text, "Where it is needed most");
  t.match(text, 'name="robots" content="noindex, follow"');
  t.notMatch(text, /Mushi|asha@/, "nothing of the donor but the first name");
  t.notMatch(JSON.stringify(site.logs), /Mushi|asha@/i);
  t.ok(
    site.logs.some(({ msg, gift: logged }) => msg === "gift pledged" && logged === gift?.reference),
  );
});

t.test("the same post twice is one gift, other values are another", async (t) => {
  const { postPage, gifts } = await pledgeScene(t);
  const posts = await Promise.all(
    Array.from({ length: 5 }, () => postPage("/donate/pledge", PLEDGE)),
  );
  t.equal(new Set(posts.map(({ headers }) => headers.location)).size, 1);
  t.equal((await gifts.list({})).length, 1);
  await postPage("/donate/pledge", { ...PLEDGE, amount: "60000" });
  t.equal((await gifts.list({})).length, 2);
  const { pledgeKey: _, ...keyless } = PLEDGE;
  const [one, two] = [
    await postPage("/donate/pledge", keyless),
    await postPage("/donate/pledge", keyless),
  ];
  t.not(one.headers.location, two.headers.location, "without a key nobody can guess the page");
});

const AMOUNT = "Enter an amount above 0 in numbers, with no more than two decimals";
const SIGNS = "Enter an amount above 0 in numbers, without letters or signs";
const BAD: [name: string, value: string, message: string][] = [
  ["amount", "", "Enter an amount"],
  ["amount", "0", AMOUNT],
  ["amount", "0.00", AMOUNT],
  ["amount", "-5", SIGNS],
  ["amount", "1e9", SIGNS],
  ["amount", "12 50", AMOUNT],
  ["amount", "12.3456", AMOUNT],
  ["amount", "12.345", "Do you mean 12345 or 12.34? Please type the one you mean"],
  ["amount", "1000000000", "Enter an amount of 9 digits or fewer"],
  ["currency", "EUR", "Choose a currency from the list"],
  ["frequency", "daily", "Choose one-time or monthly from the list"],
  ["purpose", "no-such-project", "Choose what your gift should support from the list"],
  ["purpose", "", "Choose what your gift should support"],
  ["firstName", " ", "Enter your first name"],
  ["lastName", "x".repeat(101), "Your last name must be 100 characters or fewer"],
  ["email", "asha", "Enter an email address in the correct format, like name@example.com"],
  ["mayWrite", "perhaps", "Choose whether we may e-mail you from the list"],
];

t.test("errors stand at their fields, the input stays, and nothing is stored", async (t) => {
  const { postPage, gifts } = await pledgeScene(t);
  for (const [name, value, message] of BAD) {
    // Shillings have no cents, so that fewer amounts in shillings are unclear.
    const currency = name === "amount" ? "USD" : PLEDGE.currency;
    const typed = { ...PLEDGE, currency, lastName: "Mushi & <sons>", [name]: value };
    const { status, text } = await postPage("/donate/pledge", typed);
    const why = `${name} ${value.slice(0, 20)}`;
    t.equal(status, 422, why);
    t.match(text, `<a href="#pledge-${name}">${message}</a>`, why);
    t.match(text, `id="pledge-${name}-error"`, why);
    t.match(text, 'name="email" value="asha', why);
    t.match(text, `name="pledgeKey" value="${PLEDGE.pledgeKey}"`, why);
    if (name !== "lastName") t.match(text, 'value="Mushi &amp; &lt;sons&gt;"', why);
    t.match(text, "<title>Error: ");
  }
  t.equal((await postPage("/donate/pledge", "%00")).status, 422, "no field at all");
  t.same(await gifts.list({}), []);
});

t.test("an amount is read as typed, in every script and with every separator", async (t) => {
  const { postPage, gifts } = await pledgeScene(t);
  for (const [amount, amountMinor] of [
    ["12,50", 1_250],
    ["0,5", 50],
    ["٥٠", 5_000],
    ["５０", 5_000],
    ["1.234,5", 123_450],
    ["1’234\u202f", 123_400],
    ["1,234", 123_400],
  ] as const) {
    const { headers } = await postPage("/donate/pledge", { ...PLEDGE, currency: "USD", amount });
    const reference = headers.location?.split("/").at(-1) ?? "";
    t.match(await gifts.get(reference), { amountMinor }, amount);
  }
});

t.test("a currency whose cents nobody uses takes whole amounts alone", async (t) => {
  const { postPage, gifts } = await pledgeScene(t);
  for (const [amount, amountMinor] of [
    ["50.000", 5_000_000],
    ["50,000.00", 5_000_000],
    ["1.234.567", 123_456_700],
  ] as const) {
    const { headers } = await postPage("/donate/pledge", { ...PLEDGE, amount });
    const reference = headers.location?.split("/").at(-1) ?? "";
    t.match(await gifts.get(reference), { amountMinor }, amount);
  }
  for (const amount of ["12.50", "12,5", "0.5", "1.234,5"]) {
    const { status, text } = await postPage("/donate/pledge", { ...PLEDGE, amount });
    t.equal(status, 422, amount);
    t.match(text, '<a href="#pledge-amount">Enter a whole amount, without cents</a>', amount);
    t.match(text, `name="amount" value="${amount}"`, "as typed");
  }
});

t.test("a telephone number is enough, and less than one is not", async (t) => {
  const { postPage, get, gifts } = await pledgeScene(t);
  const noEmail = { ...PLEDGE, email: "" };
  const wrong: [phone: string, field: string, message: string][] = [
    ["", "email", "Enter your email address, or your phone number"],
    ["0712", "phone", "Enter a phone number with at least nine digits, or an email address"],
    ["call me", "phone", "Enter a phone number with at least nine digits, or an email address"],
  ];
  for (const [phone, field, message] of wrong) {
    const { status, text } = await postPage("/donate/pledge", { ...noEmail, phone });
    t.equal(status, 422, phone);
    t.match(text, `<a href="#pledge-${field}">${message}</a>`, phone);
  }
  const { headers } = await postPage("/donate/pledge", { ...noEmail, phone: "0712 345 678" });
  t.match(await gifts.list({}), [{ donor: { email: "", phone: "0712 345 678" } }]);
  t.match((await get(headers.location ?? "")).text, "E-mail me these details");
});

t.test("the receipt names the donor to whoever knows the end of the number", async (t) => {
  const { postPage, get, gifts, site } = await pledgeScene(t);
  const typed = { ...PLEDGE, email: "", phone: "+255 712 345 678" };
  const page = (await postPage("/donate/pledge", typed)).headers.location ?? "";
  const reference = page.split("/").at(-1) ?? "";
  t.notMatch((await get(page)).text, 'name="known"', "there is no receipt yet");
  await gifts.apply(reference, { state: "paid", by: "staff", at: "2026-11-22T12:00:00.000Z" });
  const { text } = await get(page);
  t.notMatch(text, "Mushi");
  t.match(text, "The last four digits of your phone number");
  for (const known of ["5679", "678", "", "x", "%", "asha@example.org"]) {
    const refused = await postPage(page, { known });
    t.equal(refused.headers.location, `${page}?done=unknown#done`, known);
  }
  const shown = await postPage(page, { known: "5678" });
  t.equal(shown.status, 200);
  t.equal(shown.headers["cache-control"], "no-store");
  t.match(shown.text, "Asha Mushi");
  t.match(shown.text, "Nothing was given in return for this gift.");
  for (let count = 0; count < 4; count += 1) await postPage(page, { known: "0000" });
  const late = await postPage(page, { known: "5678" });
  t.match(late.headers.location, "done=too-many", "nobody can try all numbers");
  t.notMatch(JSON.stringify(site.logs), /5678|Mushi/);
  const foreign = await postPage(page, { known: "5678" }).set("sec-fetch-site", "cross-site");
  t.equal(foreign.status, 403);
});

t.test("missing consent is no consent, and a post cannot set the state", async (t) => {
  const { postPage, gifts } = await pledgeScene(t);
  await postPage("/donate/pledge", { ...PLEDGE, state: "paid" });
  t.match(await gifts.list({}), [{ mayWrite: false, state: "pledged" }]);
});

t.test("the page of a gift tells the truth in each state", async (t) => {
  const { postPage, get, gifts } = await pledgeScene(t);
  const { headers } = await postPage("/donate/pledge", { ...PLEDGE, frequency: "monthly" });
  const page = headers.location ?? "";
  const reference = page.split("/").at(-1) ?? "";
  const into = async (state: "pending" | "failed" | "paid" | "refunded") => {
    const at = "2026-11-22T12:00:00.000Z";
    await gifts.apply(reference, { state, by: "staff", at, note: "a remark" });
    const { text, headers } = await get(page);
    t.equal(headers.refresh, state === "pending" ? "15" : undefined, state);
    t.notMatch(text, "a remark");
    return text;
  };
  t.match((await get(page)).text, "standing order");
  const pending = await into("pending");
  t.match(pending, "We are waiting for");
  t.match(pending, '<a href="?">Check again now</a>');
  const still = await get(`${page}?still`);
  t.equal(still.headers.refresh, undefined, "the reload can be turned off");
  t.match(still.text, '<a href="?still">Check again now</a>');
  const failed = await into("failed");
  t.match(failed, "Your gift of TZS 50,000 every month has not reached us.");
  const paid = await into("paid");
  t.match(paid, /<h1[^>]*>[^<]*Asha[^<]*<\/h1>/);
  t.match(paid, "Your gift of TZS 50,000 every month has arrived.");
  t.match(paid, '<h2 id="gift">Receipt</h2>');
  t.match(paid, "22 November 2026");
  t.notMatch(paid, /\btax\b|Account number/i);
  t.match(await into("refunded"), "was refunded to you");
  await gifts.forgetDonor(reference);
  t.notMatch((await get(page)).text, "Asha");
});

t.test("a reference that does not exist is a page that says so", async (t) => {
  const { get } = await pledgeScene(t);
  for (const reference of ["G-0000-0000-0000-0000", "g", "%00", "..%2f..", "C-7K3M-2Q9F"]) {
    const { status, text, headers } = await get(`/donate/thanks/${reference}`);
    t.equal(status, 404, reference);
    t.equal(headers["cache-control"], "no-store");
    t.match(text, "We Could Not Find This Gift", reference);
  }
});

t.test("other sites, too many posts and bots store nothing unmarked", async (t) => {
  const { get, postPage, gifts } = await pledgeScene(t, { FORM_RATE_MAX: "2" });
  const foreign = await postPage("/donate/pledge", PLEDGE).set("sec-fetch-site", "cross-site");
  t.equal(foreign.status, 403);
  t.same(await gifts.list({}), []);
  await postPage("/donate/pledge", { ...PLEDGE, faxNumber: "1" });
  t.equal((await gifts.list({}))[0]?.history[0]?.note, "suspected spam");
  await postPage("/donate/pledge", { ...PLEDGE, amount: "2" });
  const third = await postPage("/donate/pledge", { ...PLEDGE, amount: "3" });
  t.equal(third.status, 429);
  t.match(third.text, 'name="amount" value="3"');
  t.equal((await gifts.list({})).length, 2);
  t.equal((await get("/donate/pledge")).status, 200);
});

t.test(
  "the text of a pledge has a limit, and the choice on Donate is no post of the form",
  async (t) => {
    const { postPage } = await pledgeScene(t, { FORM_RATE_MAX: "1" });
    for (const preset of ["20", "50", "100"])
      t.equal((await postPage("/donate/pledge", { preset, currency: "USD" })).status, 200);
    const long = await postPage("/donate/pledge", { ...PLEDGE, lastName: "x".repeat(33 * 1024) });
    t.equal(long.status, 413);
  },
);

t.test("a gift that cannot be stored is not promised", async (t) => {
  const { postPage, dataDir } = await pledgeScene(t);
  const db = new DatabaseSync(join(dataDir, "site.sqlite"));
  db.exec("CREATE TRIGGER full BEFORE INSERT ON gifts BEGIN SELECT RAISE(ABORT, 'disk full'); END");
  const refused = await postPage("/donate/pledge", PLEDGE);
  t.equal(refused.status, 503);
  t.match(refused.text, "we could not store this");
  t.match(refused.text, 'name="email" value="asha@example.org"');
  db.exec("DROP TRIGGER full");
  db.close();
  t.equal((await postPage("/donate/pledge", PLEDGE)).status, 303);
});
