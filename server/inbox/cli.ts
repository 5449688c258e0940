import { ConfigError, inboxSettings, readConfig } from "../config.ts";
import { CommandError, runCommand } from "./commands.ts";
import { openSqliteInbox } from "./sqlite-inbox.ts";

/** `npm run inbox`: the staff's way to what visitors sent. May run beside the site. */
async function run(): Promise<void> {
  const settings = inboxSettings(readConfig(process.env));
  const inbox = openSqliteInbox({ ...settings, now: Date.now, onFault: () => {} });
  try {
    const isTerminal = process.stdout.isTTY === true;
    process.stdout.write(await runCommand(inbox, { args: process.argv.slice(2), isTerminal }));
  } finally {
    await inbox.close();
  }
}

try {
  await run();
} catch (fault) {
  if (!(fault instanceof CommandError || fault instanceof ConfigError)) throw fault;
  process.stderr.write(`${fault.message}\n`);
  process.exitCode = 1;
}
