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
  const apply = (gift: string, state: "paid" | "refunded") => {
    const at = new Date().toISOString();
    const { gifts } = site.site.app.giving;
    return gifts.apply(gift, { state, by: "staff", at, note: "bank statement 12" });
  };
  return { ...site, pledge, gifts, out, apply, reference, dollars };
}

t.test("staff list and export the gifts of a running site, without formulas", async (t) => {
  const { out, reference, dollars, clock, pledge } = await scene(t);
  const month = new Date(clock.ms + 3 * 3_600_000).toISOString().slice(0, 7);
  const list = await out("list");
  const pledged = { reference, state: "pledged", amount: "50000", currency: "TZS" };
  t.match(JSON.parse(list), [{ reference: dollars }, pledged]);
  t.notMatch(list, /Asha|asha@/, "a list names no donor");
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

t.test("the donor of a gift is erased, and the amount stays", async (t) => {
  const { out, apply, reference } = await scene(t);
  await apply(reference, "paid");
  t.match(await out(`show ${reference.toLowerCase()}`), /bank statement 12.*Asha/s);
  t.equal(await out(`forget ${reference}`), `Donor deleted from gift ${reference}\n`);
  const left = await out(`show ${reference}`);
  t.match(JSON.parse(left), { state: "paid", amount: "50000" });
  t.notMatch(left, /Asha|statement/);
});

t.test("a command that cannot be done says why", async (t) => {
  const { gifts } = await scene(t);
  const refused = {
    "": /npm run gifts -- <command>/,
    forget: /forget needs a reference/,
    "list paid": /list does not take .paid./,
    "forget G-1 G-2": /forget does not take .G-2./,
    "forget G-0000-0000-0000-0000": /No gift G-0000/,
    "paid G-0000-0000-0000-0000": /at the desk, under \/staff\/gifts/,
    "list --state unknown": /--state is one of pledged, /,
    "list --month 2026-13": /--month is a month/,
    "list --unknown": /Unknown option/,
    "list --state paid --state pledged": /--state. is given twice/,
  };
  for (const [line, stderr] of Object.entries(refused))
    t.match(await gifts(...line.split(" ").filter(Boolean)), { code: 1, stdout: "", stderr }, line);
});

t.test("old gifts: unpaid ones go, of paid ones the donor; the backup has both", async (t) => {
  const { out, apply, pledge, reference, dataDir, clock, close, start } = await scene(t);
  const returned = await pledge({ pledgeKey: "a-third-key" });
  await apply(reference, "paid");
  await apply(returned, "paid");
  await apply(returned, "refunded");
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
