import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { GiftStore } from "../../../server/giving/gift-store.ts";
import { runCommand as runGifts } from "../../../server/giving/staff-command/commands.ts";
import { CommandError } from "../../../server/staff-command/command-error.ts";
import { openStore } from "../../../server/store/store.ts";
import { Inbox } from "../../../server/submissions/inbox/inbox.ts";
import { runCommand as runInbox } from "../../../server/submissions/staff-command/commands.ts";

interface Output {
  code: number;
  stdout: string;
  stderr: string;
}

const PROGRAMS = {
  inbox: "server/submissions/staff-command/cli.ts",
  gifts: "server/giving/staff-command/cli.ts",
  backup: "server/staff-command/backup.ts",
};

/** `npm run inbox -- ...` and the like over a folder, in a process of its own. */
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

async function outputOf(command: "inbox" | "gifts", dataDir: string, args: readonly string[]) {
  const store = await openStore({ dataDir, databaseUrl: undefined, onChange: () => {} });
  const run = { args, isTerminal: false, now: Date.now };
  const inbox = () => new Inbox({ store, maxTries: 1, now: Date.now, onError: () => {} });
  try {
    return await (command === "gifts"
      ? runGifts(new GiftStore(store), run)
      : runInbox(inbox(), run));
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
