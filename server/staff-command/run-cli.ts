import { type Config, ConfigError, readConfig } from "../config.ts";
import { openStore, type Store } from "../store/store.ts";
import { CommandError } from "./command-error.ts";

/** What a command has to work with. */
export interface CliContext {
  config: Config;
  store: Store;
  /** The command, as `runCommand` takes it. */
  run: { args: readonly string[]; isTerminal: boolean };
}

/** Opens the store of the site. @throws CommandError when it is down */
async function openOrFail({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl }: Config) {
  const store = await openStore({ dataDir, databaseUrl, onChange: () => {} });
  const fault = store.fault();
  if (fault === null) return store;
  await store.close();
  throw new CommandError(`The store is down: ${fault}`);
}

/** Reports what is expected to fail in one line, with exit code 1. */
export async function reportErrors(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof CommandError || error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

/** Runs a command of the staff, from the arguments of the process to its exit code. Safe while the site runs. */
export const runCli = (work: (context: CliContext) => Promise<string>): Promise<void> =>
  reportErrors(async () => {
    const config = readConfig(process.env);
    const store = await openOrFail(config);
    try {
      const run = { args: process.argv.slice(2), isTerminal: process.stdout.isTTY === true };
      process.stdout.write(await work({ config, store, run }));
    } finally {
      await store.close();
    }
  });
