import { type Config, ConfigError, readConfig } from "../../config.ts";
import { Inbox } from "../../forms/inbox.ts";
import { GiftStore } from "../../gifts/gift-store.ts";
import { Accounts } from "../../store/accounts.ts";
import { openStore, type Store } from "../../store/store.ts";
import { runBackupCommand } from "./backup.ts";
import { CommandError } from "./command.ts";
import { GIFTS_USAGE, runGiftsCommand } from "./gifts.ts";
import { INBOX_USAGE, runInboxCommand } from "./inbox.ts";
import { runStaffCommand, STAFF_USAGE } from "./staff.ts";

const now = Date.now;

/** Runs `work` over the store of the site, which may run meanwhile. @throws CommandError when the store is down */
async function withStore(config: Config, work: (store: Store) => Promise<string>) {
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = config;
  const store = await openStore({ dataDir, databaseUrl, onChange: () => {} });
  try {
    const fault = store.fault();
    if (fault !== null) throw new CommandError(`The store is down: ${fault}`);
    return await work(store);
  } finally {
    await store.close();
  }
}

const USAGES = new Map([
  ["inbox", INBOX_USAGE],
  ["gifts", GIFTS_USAGE],
  ["staff", STAFF_USAGE],
]);

async function run(name = "", args: string[]): Promise<string> {
  // Also where the settings or the store are what is wrong.
  const usage = USAGES.get(name);
  if (usage !== undefined && args.includes("--help")) return usage;
  if (name === "backup") return runBackupCommand(args, () => readConfig(process.env), now());
  const config = readConfig(process.env);
  const given = { args, isTerminal: process.stdout.isTTY === true };
  return withStore(config, (store) => {
    if (name === "gifts") return runGiftsCommand(new GiftStore(store), { ...given, now });
    if (name === "staff")
      return runStaffCommand(new Accounts(store, now), { ...given, origin: config.PUBLIC_ORIGIN });
    return runInboxCommand(new Inbox(store), given);
  });
}

/** `npm run inbox`, `npm run gifts`, `npm run backup`. What is expected to fail is said in a line, with exit code 1. */
const [name, ...args] = process.argv.slice(2);
try {
  process.stdout.write(await run(name, args));
} catch (error) {
  if (!(error instanceof CommandError || error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
