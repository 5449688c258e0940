import { readdirSync, renameSync } from "node:fs";
import t, { type Test } from "tap";
import { staffCommand, staffProcess } from "../../setup/site/staff-in-process.ts";
import { until } from "../../setup/until.ts";
import { inboxScene } from "../forms/inbox-scene.ts";
import { PLEDGE } from "../forms/pledge-scene.ts";

/** Starts a site with two pledges, and runs the staff's commands beside that site. */
async function scene(t: Test) {
  const site = await inboxScene(t, { INBOX_RETENTION_DAYS: "365" });
  const pledge = async (fields: object) => {
    const body = new URLSearchParams({ ...PLEDGE, ...fields });
    const response = await fetch(`${site.site.url}/donate/pledge`, {
      method: "POST",
      body,
      redirect: "manual",
    });
    return response.headers.get("location")?.split("/").at(-1) ?? "";
  };
  const gifts = (...args: string[]) => staffCommand("gifts", site.dataDir, args);
  const out = async (line: string) => (await gifts(...line.split(" "))).stdout;
  const reference = await pledge({ lastName: "=SUM(A1)", phone: "+255 000" });
  const dollars = await pledge({ amount: "12.50", currency: "USD", pledgeKey: "another-key" });
  return { ...site, pledge, gifts, out, reference, dollars };
}

t.test("staff list and export the gifts of a running site, without formulas", async (t) => {
  const { out, reference, dollars, clock, pledge } = await scene(t);
  const month = new Date(clock.ms + 3 * 3_600_000).toISOString().slice(0, 7);
  const table = await out("list --format table");
  t.match(table, /^reference +state +amount +currency +frequency +purpose +created/);
  t.match(table, new RegExp(`${reference} +pledged +50000 +TZS +one-time +most-needed +20`));
  t.notMatch(table, /Asha|asha@/, "a list names no donor");
  t.match(JSON.parse(await out("list --currency USD")), [{ reference: dollars, amount: "12.50" }]);
  t.same(JSON.parse(await out("list --month 2020-01 --purpose most-needed --state paid")), []);
  const csv = await out(`export --format csv --month ${month} --currency TZS`);
  t.match(csv, /^\uFEFFreference,state,amount,currency,frequency,purpose,created,paid,/);
  t.match(csv, 'Asha,\'=SUM(A1),asha@example.org,"\t+255 000",no');
  clock.ms = Date.UTC(2027, 0, 31, 22, 30);
  const atNight = await pledge({ pledgeKey: "night" });
  t.match(await out("list --month 2027-02"), atNight, "of the month in Tanzania");
  t.notMatch(await out("list --month 2027-01"), atNight);
});

t.test("a gift is paid once, then refunded, and never put back; its donor is erased", async (t) => {
  const { gifts, out, reference, dollars, site } = await scene(t);
  const paid = await gifts("paid", reference.toLowerCase(), "--note", "bank statement 12");
  t.equal(paid.stdout, `Gift ${reference} is now paid.\n`);
  t.equal(await out(`paid ${reference}`), `Gift ${reference} is already paid.\n`);
  const page = async (gift: string) => (await fetch(`${site.url}/donate/thanks/${gift}`)).text();
  t.notMatch(await page(reference), "Two steps left");
  t.match(await gifts("cancel", reference), {
    code: 1,
    stderr: `Gift ${reference} is paid and cannot become cancelled\n`,
  });
  t.equal(await out(`refund ${reference}`), `Gift ${reference} is now refunded.\n`);
  t.match(await gifts("paid", reference), { code: 1, stdout: "" });
  t.match(await out(`show ${reference}`), "Asha");
  t.equal(await out(`forget ${reference}`), `Donor deleted from gift ${reference}\n`);
  t.notMatch(await out(`show ${reference}`), /Asha|statement/);
  t.equal(await out(`cancel ${dollars}`), `Gift ${dollars} is now cancelled.\n`);
  t.equal(await out(`paid ${dollars}`), `Gift ${dollars} is now paid.\n`, "money came after all");
});

t.test("a command that cannot be done says why", async (t) => {
  const { gifts } = await scene(t);
  const refused = {
    "": /npm run gifts -- <command>/,
    paid: /paid needs a reference/,
    "list paid": /list does not take .paid./,
    "cancel G-1 G-2": /cancel does not take .G-2./,
    "paid G-0000-0000-0000-0000": /No gift G-0000/,
    "list --state unknown": /--state is one of pledged, /,
    "list --month 2026-13": /--month is a month/,
    "list --unknown": /Unknown option/,
    "list --state paid --state pledged": /--state. is given twice/,
  };
  for (const [line, stderr] of Object.entries(refused))
    t.match(await gifts(...line.split(" ").filter(Boolean)), { code: 1, stdout: "", stderr }, line);
});

t.test("old gifts: unpaid ones go, of paid ones the donor; the backup has both", async (t) => {
  const { out, pledge, reference, dataDir, clock, close, start } = await scene(t);
  const returned = await pledge({ pledgeKey: "a-third-key" });
  for (const line of [`paid ${reference}`, `paid ${returned}`, `refund ${returned}`])
    await out(line);
  const place = `${dataDir}/backups`;
  t.match(await staffProcess("backup", dataDir, [place]), { code: 0 });
  for (const name of readdirSync(place)) renameSync(`${place}/${name}`, `${place}/site.sqlite`);
  await close();
  clock.ms += 400 * 86_400_000;
  await start(dataDir);
  await until(async () => JSON.parse(await out("list")).length === 2);
  t.match(JSON.parse(await out(`show ${reference} --format json`)), { state: "paid" });
  for (const gift of [reference, returned]) t.notMatch(await out(`show ${gift}`), "Asha");
  t.match((await staffProcess("gifts", place, ["show", reference])).stdout, "Asha");
});
