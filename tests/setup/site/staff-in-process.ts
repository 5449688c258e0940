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

type Command = "inbox" | "gifts" | "staff" | "backup" | "move";
const run = promisify(execFile);

const start = (command: Command, args: readonly string[], env: Readonly<Record<string, string>>) =>
  run(process.execPath, ["server/ops/staff-command/cli.ts", command, ...args], {
    env: { ...process.env, ...env },
  });

/** Returns the output of `npm run inbox -- ...` and similar commands, run in a separate process. Rejects when the command fails. */
export const staffProgram = async (...given: Parameters<typeof start>): Promise<string> =>
  (await start(...given)).stdout;

/** Runs a command over a data folder in a separate process, and also returns its exit code. */
export const staffProcess = (
  command: Command,
  dataDir: string,
  args: readonly string[],
): Promise<Output> =>
  start(command, args, { DATA_DIR: dataDir }).then(
    (output) => ({ code: 0, ...output }),
    (error: Output) => error,
  );

const COMMANDS = { gifts: runGiftsCommand, inbox: runInboxCommand, staff: runStaffCommand };

async function outputOf(command: keyof typeof COMMANDS, dataDir: string, args: readonly string[]) {
  const store = await openStore(dataDir);
  try {
    return await COMMANDS[command]({ store, args: [...args], origin: "" });
  } finally {
    await store.close();
  }
}

/** Runs a command over a data folder in this process, to save the start of another. */
export const staffCommand = (...given: Parameters<typeof outputOf>) =>
  outputOf(...given).then(
    (stdout): Output => ({ code: 0, stdout, stderr: "" }),
    (error: unknown): Output => {
      if (!(error instanceof CommandError)) throw error;
      return { code: 1, stdout: "", stderr: `${error.message}\n` };
    },
  );
