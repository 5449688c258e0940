import { execFile } from "node:child_process";
import { cpSync } from "node:fs";
import { promisify } from "node:util";
import supertest from "supertest";
import type { Test } from "tap";
import { runCommand as runGifts } from "../../../server/giving/staff-command/commands.ts";
import { openGifts } from "../../../server/giving/store/open-gifts.ts";
import { CommandError } from "../../../server/staff-command/command-error.ts";
import { openInbox } from "../../../server/submissions/inbox/open-inbox.ts";
import { runCommand as runInbox } from "../../../server/submissions/staff-command/commands.ts";
import { startFakeContentApi } from "../../fakes/content-api.ts";
import { startSite } from "../../setup/site/site.ts";
import { testFolder } from "../../setup/test-folder.ts";
import { until } from "../../setup/until.ts";
import { CONTACT } from "./forms-scene.ts";

export interface Message {
  reference: string;
  form: string;
  state: string;
  tries: number;
}

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

/** A site whose clock the test moves, over a source and a folder; staff see what waits in it. */
export async function inboxScene(t: Test, env: Record<string, string> = {}) {
  const root = testFolder(t, { data: {} });
  const source = await startFakeContentApi({});
  t.teardown(() => source.close());
  // Commands of the staff have the clock of the machine.
  const clock = { ms: Date.now() };
  const start = async (dataDir: string) => {
    const site = await startSite({
      contentApiUrl: source.url,
      env: { FORM_RATE_MAX: "1000", FORM_RATE_GLOBAL_MAX: "1000", ...env, DATA_DIR: dataDir },
      now: () => clock.ms,
    });
    let isOpen = true;
    const close = async () => {
      if (isOpen) await site.close();
      isOpen = false;
    };
    t.teardown(close);
    const post = (path = "/bff/contact", body: object = CONTACT, key = "") =>
      supertest(site.url)
        .post(path)
        .set(key ? { "idempotency-key": key } : {})
        .send(body);
    const inbox = (...args: string[]) => staffCommand("inbox", dataDir, args);
    const messages = async (): Promise<Message[]> => JSON.parse((await inbox("list")).stdout);
    /** Lets time pass, an hour and more each round, until it is so. */
    const later = (isSo: () => boolean | Promise<boolean>) =>
      until(async () => {
        if (await isSo()) return true;
        clock.ms += 4_000_000;
        return false;
      });
    return { site, dataDir, post, inbox, messages, later, close };
  };
  /** The folder as a killed process would leave it, for another site. */
  const copyOf = (dataDir: string) => {
    cpSync(dataDir, `${root}/copy`, { recursive: true });
    return `${root}/copy`;
  };
  return { source, clock, start, copyOf, ...(await start(`${root}/data`)) };
}
