import { mailSettings, readConfig } from "../../config.ts";
import { openStore } from "../../store/store.ts";
import { CommandError, runProgram } from "../program.ts";
import { BACKUP_USAGE, runBackupCommand } from "./backup.ts";
import type { CommandInput } from "./command.ts";
import { GIFTS_USAGE, runGiftsCommand } from "./gifts.ts";
import { INBOX_USAGE, runInboxCommand } from "./inbox.ts";
import { MOVE_USAGE, runMoveCommand } from "./move.ts";
import { runStaffCommand, STAFF_USAGE } from "./staff.ts";

const [name, ...args] = process.argv.slice(2);

/** Runs a command on the store of the site, even while the site runs. */
const overStore = (usage: string, run: (given: CommandInput) => Promise<string>) =>
  runProgram(usage, 1, async () => {
    const config = readConfig(process.env);
    const { DATA_DIR, DATABASE_URL, PUBLIC_ORIGIN: origin } = config;
    const isMailed = mailSettings(config) !== null;
    const store = await openStore(DATA_DIR, DATABASE_URL);
    try {
      const fault = store.fault();
      if (fault !== null) throw new CommandError(`The store is down: ${fault.message}`);
      return await run({ store, origin, isMailed, args });
    } finally {
      await store.close();
    }
  });

if (name === "backup")
  await runProgram(BACKUP_USAGE, 1, () => runBackupCommand(args, readConfig(process.env)));
else if (name === "move")
  await runProgram(MOVE_USAGE, 1, () => runMoveCommand(args, readConfig(process.env)));
else if (name === "gifts") await overStore(GIFTS_USAGE, runGiftsCommand);
else if (name === "staff") await overStore(STAFF_USAGE, runStaffCommand);
else await overStore(INBOX_USAGE, runInboxCommand);
