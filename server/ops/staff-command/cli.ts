import { closeSync, openSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { type Config, ConfigError, readConfig } from "../../config.ts";
import { Inbox } from "../../forms/inbox.ts";
import { GiftStore } from "../../gifts/gift-store.ts";
import { Accounts } from "../../store/accounts.ts";
import { SQLITE_FILE } from "../../store/sqlite.ts";
import { openStore, type Store } from "../../store/store.ts";
import { CommandError } from "./command.ts";
import { runGiftsCommand } from "./gifts.ts";
import { runInboxCommand } from "./inbox.ts";
import { runStaffCommand } from "./staff.ts";

const now = Date.now;

/** Copies the database, as it is at one moment, to a new file that only its owner can read. The site may run meanwhile. */
async function backUp({ DATABASE_URL, DATA_DIR }: Config, to: string | undefined): Promise<string> {
  if (DATABASE_URL !== undefined)
    throw new CommandError(
      'The store is in PostgreSQL: back it up with pg_dump --format=custom --file=FILE "$DATABASE_URL"',
    );
  if (to === undefined) throw new CommandError("npm run backup -- FILE: the name of a new file");
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(join(DATA_DIR, SQLITE_FILE), { readOnly: true });
    closeSync(openSync(to, "wx", 0o600));
    await backup(db, to).catch((error: unknown) => {
      unlinkSync(to);
      throw error;
    });
  } catch (error) {
    throw new CommandError(`No backup: ${error instanceof Error ? error.message : error}`);
  } finally {
    db?.close();
  }
  return `The store is in ${to}.\n`;
}

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

function run(name: string | undefined, args: string[]): Promise<string> {
  const config = readConfig(process.env);
  const given = { args, isTerminal: process.stdout.isTTY === true };
  if (name === "backup") return backUp(config, args[0]);
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
