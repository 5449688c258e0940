import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { CommandError } from "../../../server/ops/program.ts";
import { runGiftsCommand } from "../../../server/ops/staff-command/gifts.ts";
import { runInboxCommand } from "../../../server/ops/staff-command/inbox.ts";
import { runStaffCommand } from "../../../server/ops/staff-command/staff.ts";
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

const COMMANDS = { gifts: runGiftsCommand, inbox: runInboxCommand, staff: runStaffCommand };

async function outputOf(command: keyof typeof COMMANDS, dataDir: string, args: readonly string[]) {
  const store = await openStore(dataDir);
  try {
    return await COMMANDS[command]({ store, args: [...args], isTerminal: false, origin: "" });
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
