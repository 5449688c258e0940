import { execFile } from "node:child_process";
import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import t, { type Test } from "tap";
import { newGift } from "../../../../server/giving/new-gift.ts";
import { runCommand } from "../../../../server/giving/staff-command/commands.ts";
import { createGiftStore } from "../../../../server/giving/store/create-gift-store.ts";
import { openSqliteGifts } from "../../../../server/giving/store/sqlite-gifts.ts";
import { testFolder } from "../../../setup/test-folder.ts";
import { giftDraft } from "./gift-draft.ts";

const NOW = Date.parse("2026-11-22T12:00:00.000Z");

async function scene(t: Test) {
  const dataDir = testFolder(t);
  const gifts = createGiftStore(openSqliteGifts(dataDir));
  t.teardown(() => gifts.close());
  const lastName = "=SUM(A1)";
  const donor = { firstName: "Asha", lastName, email: "asha@example.org", phone: "+255 000" };
  const { reference } = await gifts.add(newGift(giftDraft({ donor }), NOW));
  const inDollars = { amountMinor: 1_250, currency: "USD", purpose: "wells" } as const;
  const october = giftDraft({ ...inDollars, idempotencyKey: "october" });
  await gifts.add(newGift(october, Date.parse("2026-10-01T00:00:00Z")));
  const run = (line: string, isTerminal = false) =>
    runCommand(gifts, { args: line.split(" "), isTerminal, now: () => NOW + 60_000 });
  return { gifts, dataDir, reference, run };
}

t.test("a list is filtered, and names no donor", async (t) => {
  const { run, reference } = await scene(t);
  const table = await run("list", true);
  t.match(table, /^reference +state +amount +currency +frequency +purpose +created/);
  t.match(
    table,
    new RegExp(`${reference} +pledged +50000 +TZS +one-time +most-needed +2026-11-22`),
  );
  t.notMatch(table, /Asha|asha@/);
  t.match(JSON.parse(await run("list --month 2026-10")), [{ amount: "12.50", currency: "USD" }]);
  t.match(JSON.parse(await run("list --purpose most-needed")), [{ reference }]);
  t.equal(JSON.parse(await run("list --currency USD")).length, 1);
  t.equal(await run("list --state paid", true), "No gifts.\n");
});

t.test("an export is CSV without formulas, or JSON", async (t) => {
  const { run } = await scene(t);
  const [head, row] = (await run("export --format csv --month 2026-11")).split("\r\n");
  t.match(head, /^reference,state,amount,currency,frequency,purpose,created,paid,/);
  t.match(row, "Asha,'=SUM(A1),asha@example.org,+255 000,no");
  t.match(JSON.parse(await run("export --month 2026-11")), [{ firstName: "Asha", mayWrite: "no" }]);
});

t.test("a gift is paid once, then refunded, and never put back", async (t) => {
  const { run, reference, gifts } = await scene(t);
  const note = "bank statement 12";
  const paid = await runCommand(gifts, {
    args: ["paid", reference.toLowerCase(), "--note", note],
    isTerminal: false,
    now: () => NOW + 60_000,
  });
  t.equal(paid, `${reference} is paid.\n`);
  t.equal(await run(`paid ${reference}`), `${reference} is already paid.\n`);
  t.match((await gifts.get(reference))?.history.slice(1), [
    { state: "paid", at: "2026-11-22T12:01:00.000Z", by: "staff", note },
  ]);
  t.match(await run(`show ${reference}`, true), "paid: 2026-11-22T12:01:00.000Z");
  await t.rejects(run(`cancel ${reference}`), {
    name: "CommandError",
    message: `${reference} is paid: it cannot be cancelled`,
  });
  t.equal(await run(`refund ${reference}`), `${reference} is refunded.\n`);
  await t.rejects(run(`paid ${reference}`), { name: "CommandError" });
  t.equal(await run(`forget ${reference}`), `The donor of ${reference} is erased.\n`);
  t.notMatch(await run(`show ${reference}`), /Asha|statement/);
});

t.test("money that arrives after all is recorded", async (t) => {
  const { run, reference } = await scene(t);
  t.equal(await run(`cancel ${reference}`), `${reference} is cancelled.\n`);
  t.equal(await run(`paid ${reference}`), `${reference} is paid.\n`);
});

t.test("what cannot be done is said", async (t) => {
  const { run } = await scene(t);
  for (const [line, message] of [
    ["", /npm run gifts -- <command>/],
    ["paid", /paid needs a reference/],
    ["paid G-0000-0000-0000-0000", /There is no gift G-0000/],
    ["show x", /There is no gift x/],
    ["list --state unknown", /--state is one of pledged, /],
    ["list --month 2026-13", /--month is a month/],
    ["list --unknown", /Unknown option/],
  ] as const)
    await t.rejects(run(line), { name: "CommandError", message }, line);
});

t.test("the command works beside the site, and makes a backup for its owner alone", async (t) => {
  const { dataDir, reference } = await scene(t);
  const cli = (...args: string[]) =>
    promisify(execFile)(process.execPath, ["server/giving/staff-command/cli.ts", ...args], {
      env: { ...process.env, DATA_DIR: dataDir },
    });
  t.equal((await cli("paid", reference)).stdout, `${reference} is paid.\n`);
  mkdirSync(join(dataDir, "backups"));
  const file = join(dataDir, "backups", "gifts.sqlite");
  t.equal((await cli("backup", file)).stdout, `2 gifts are in ${file}.\n`);
  t.equal(statSync(file).mode & 0o777, 0o600);
  const restored = createGiftStore(openSqliteGifts(join(dataDir, "backups")));
  t.equal((await restored.get(reference))?.state, "paid");
  await restored.close();
  await t.rejects(cli("show", "x"), { code: 1, stderr: "There is no gift x\n" });
});
