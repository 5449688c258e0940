import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { runCommand as runGifts } from "../../../server/giving/staff-command/commands.ts";
import { openGifts } from "../../../server/giving/store/open-gifts.ts";
import { CommandError } from "../../../server/staff-command/command-error.ts";
import { openInbox } from "../../../server/submissions/inbox/open-inbox.ts";
import { runCommand as runInbox } from "../../../server/submissions/staff-command/commands.ts";

interface Output {
  code: number;
  stdout: string;
  stderr: string;
}

const PROGRAMS = {
  inbox: "server/submissions/staff-command/cli.ts",
  gifts: "server/giving/staff-command/cli.ts",
};

/** `npm run inbox -- ...` or `npm run gifts -- ...` over a folder, in a process of its own. */
export async function staffProcess(
  command: keyof typeof PROGRAMS,
  dataDir: string,
  args: readonly string[],
): Promise<Output> {
  const env = { ...process.env, DATA_DIR: dataDir };
  try {
    const program = [PROGRAMS[command], ...args];
    return { code: 0, ...(await promisify(execFile)(process.execPath, program, { env })) };
  } catch (error) {
    return error as Output;
  }
}

async function outputOf(command: keyof typeof PROGRAMS, dataDir: string, args: readonly string[]) {
  const options = { dataDir, redis: null, onError: () => {} };
  const run = { args, isTerminal: false, now: Date.now };
  const store =
    command === "gifts"
      ? openGifts(options)
      : openInbox({ ...options, maxTries: 1, now: Date.now });
  try {
    return await ("inboxStats" in store ? runInbox(store, run) : runGifts(store, run));
  } finally {
    await store.close();
  }
}

/** The same without the start of a process. */
export const staffCommand = (...[command, dataDir, args]: Parameters<typeof staffProcess>) =>
  outputOf(command, dataDir, args).then(
    (stdout): Output => ({ code: 0, stdout, stderr: "" }),
    (error: unknown): Output => {
      if (!(error instanceof CommandError)) throw error;
      return { code: 1, stdout: "", stderr: `${error.message}\n` };
    },
  );
