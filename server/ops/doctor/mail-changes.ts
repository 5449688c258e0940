import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { settingsSchema } from "../../config.ts";
import { mailErrorCode, mailTransport } from "../../mail/mails.ts";
import { CommandError } from "../program.ts";
import type { Finding } from "./findings.ts";

/** The findings at the last mail: a sentence for each finding, by the finding's key. */
type State = Record<string, string>;

/** Returns the key of a finding: the first words, without numbers, which stay the same while the finding lasts. */
const findingKey = ({ check, message }: Finding) =>
  `${check} ${message.split(/: | \(/)[0]?.replaceAll(/\d+/g, "0")}`;

const STATE_FILE = "doctor-state.json";

/**
 * Returns the paths of the state file. When DATA_DIR itself is broken, the state goes to the unit's own folder
 * (RuntimeDirectory of systemd). Never use a folder that others may write: a forged state file would suppress the mails.
 */
function filesOf(dataDir: string, env: NodeJS.ProcessEnv): string[] {
  const usual = join(dataDir, STATE_FILE);
  const { RUNTIME_DIRECTORY: meanwhile } = env;
  return meanwhile === undefined ? [usual] : [usual, join(meanwhile, STATE_FILE)];
}

function readState(files: readonly string[]): State {
  for (const file of files.toReversed())
    try {
      return z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(file, "utf8")));
    } catch {
      // Try the other folder. Without any state file, nothing was wrong.
    }
  return {};
}

function writeState([usual, meanwhile]: readonly string[], state: State): void {
  for (const file of [usual, meanwhile])
    try {
      if (file === undefined) return;
      writeFileSync(file, JSON.stringify(state), { mode: 0o600 });
      if (file === usual && meanwhile !== undefined) rmSync(meanwhile, { force: true });
      return;
    } catch {
      // Try the other folder. If neither can be written, the same mail is sent again.
    }
}

function letterOf(before: State, wrong: State, origin: string) {
  const was = Object.entries(before);
  const is = Object.entries(wrong);
  const chapters = {
    "New since the last mail": is.filter(([key]) => !(key in before)),
    Solved: was.filter(([key]) => !(key in wrong)),
    "Still open": is.filter(([key]) => key in before),
  };
  const advice = Object.entries(chapters)
    .filter(([, entries]) => entries.length > 0)
    .map(([title, entries]) => `${title}:\n\n${entries.map(([, text]) => `- ${text}\n`).join("")}`);
  return {
    subject: `${origin}: ${is.length === 0 ? "all problems are solved" : `${is.length} open`}`,
    text: `${advice.join("\n")}\n"npm run doctor" on ${hostname()} shows everything.\n`,
  };
}

/**
 * Mails the office once when a finding is new, and once when a finding is gone. Returns a sentence about the outcome.
 * @throws CommandError when the mail cannot be sent; the next run tries again
 */
export async function mailChanges(findings: readonly Finding[], env: NodeJS.ProcessEnv) {
  // Read only these settings, since another setting may be invalid.
  const names = { SMTP_URL: true, MAIL_FROM: true, OFFICE_EMAIL: true, DATA_DIR: true } as const;
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const { data, error } = settingsSchema.pick(names).required().safeParse(given);
  if (error) throw new CommandError(`No mail sent: ${error.issues[0]?.path} is missing or invalid`);
  const { SMTP_URL: smtpUrl, MAIL_FROM: from, OFFICE_EMAIL: office, DATA_DIR: dataDir } = data;
  const files = filesOf(dataDir, env);
  const before = readState(files);
  // A check that could not run this time keeps its last findings.
  const isUnknown = (key: string) => findings.every(({ check }) => !key.startsWith(`${check} `));
  const wrong = Object.fromEntries([
    ...Object.entries(before).filter(([key]) => isUnknown(key)),
    ...findings
      .filter(({ state }) => state !== "ok")
      .map((one) => [findingKey(one), `${one.check}: ${one.message}\n  What to do: ${one.fix}`]),
  ]);
  const keys = (state: State) => Object.keys(state).sort().join("\n");
  if (keys(wrong) === keys(before)) return "No mail sent: nothing has changed since the last one.";
  const transport = mailTransport({ smtpUrl, from }, 30_000);
  try {
    await transport.sendMail({
      to: { name: "", address: office },
      ...letterOf(before, wrong, env.PUBLIC_ORIGIN ?? hostname()),
    });
  } catch (error) {
    throw new CommandError(`No mail sent: ${(error as Error).message} (${mailErrorCode(error)})`);
  } finally {
    transport.close();
  }
  writeState(files, wrong);
  return "Changes mailed to OFFICE_EMAIL.";
}
