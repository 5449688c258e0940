import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { Inbox } from "../../../server/forms/inbox.ts";
import { GiftStore } from "../../../server/gifts/gift-store.ts";
import { CommandError } from "../../../server/ops/staff-command/command.ts";
import { runGiftsCommand } from "../../../server/ops/staff-command/gifts.ts";
import { runInboxCommand } from "../../../server/ops/staff-command/inbox.ts";
import { runStaffCommand } from "../../../server/ops/staff-command/staff.ts";
import { Accounts } from "../../../server/store/accounts.ts";
import { openStore } from "../../../server/store/store.ts";

interface Output {
  code: number;
  stdout: string;
  stderr: string;
}

/** `npm run inbox -- ...` and the like over a folder, in a process of its own. */
export async function staffProcess(
  command: "inbox" | "gifts" | "staff" | "backup",
  dataDir: string,
  args: readonly string[],
): Promise<Output> {
  const env = { ...process.env, DATA_DIR: dataDir };
  try {
    const program = ["server/ops/staff-command/cli.ts", command, ...args];
    return { code: 0, ...(await promisify(execFile)(process.execPath, program, { env })) };
  } catch (error) {
    return error as Output;
  }
}

async function outputOf(
  command: "inbox" | "gifts" | "staff",
  dataDir: string,
  args: readonly string[],
) {
  const store = await openStore({ dataDir, databaseUrl: undefined, onChange: () => {} });
  const run = { args, isTerminal: false, now: Date.now };
  try {
    if (command === "gifts") return await runGiftsCommand(new GiftStore(store), run);
    if (command === "inbox") return await runInboxCommand(new Inbox(store), run);
    return await runStaffCommand(new Accounts(store, Date.now), { ...run, origin: "" });
  } finally {
    await store.close();
  }
}

/** The same without the start of a process. */
export const staffCommand = (...[command, dataDir, args]: Parameters<typeof outputOf>) =>
  outputOf(command, dataDir, args).then(
    (stdout): Output => ({ code: 0, stdout, stderr: "" }),
    (error: unknown): Output => {
      if (!(error instanceof CommandError)) throw error;
      return { code: 1, stdout: "", stderr: `${error.message}\n` };
    },
  );
