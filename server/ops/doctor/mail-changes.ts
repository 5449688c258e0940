import { readFileSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { z } from "zod";
import { settingsSchema } from "../../config.ts";
import { mailTransport } from "../../mail/mails.ts";
import type { Finding } from "./checks.ts";

/** What was wrong at the last mail: a sentence for each finding, by what stays the same from run to run. */
const stateSchema = z.object({ at: z.number(), wrong: z.record(z.string(), z.string()) });
type State = z.infer<typeof stateSchema>;

/** The first words of a finding, without numbers: they tell it from others, and stay while it lasts. */
const keyOf = ({ check, message }: Finding) =>
  `${check} ${message.split(/: | \(/)[0]?.replaceAll(/\d+/g, "0")}`;

/** DATA_DIR may be what is wrong: then the memory is in the folder for temporary files. */
const filesOf = (dataDir: string) => [
  join(dataDir, "doctor-state.json"),
  join(tmpdir(), `doctor-state${resolve(dataDir).replaceAll(/\W/g, "-")}.json`),
];

function readState(dataDir: string): State {
  const states = filesOf(dataDir).flatMap((file) => {
    try {
      return [stateSchema.parse(JSON.parse(readFileSync(file, "utf8")))];
    } catch {
      return [];
    }
  });
  return states.sort((one, other) => other.at - one.at)[0] ?? { at: 0, wrong: {} };
}

function writeState(dataDir: string, state: State): void {
  for (const file of filesOf(dataDir))
    try {
      writeFileSync(file, JSON.stringify(state), { mode: 0o600 });
      return;
    } catch {
      // The other folder; without any, the same mail comes again.
    }
}

function letterOf(before: State["wrong"], wrong: State["wrong"], origin: string) {
  const only = (of: State["wrong"], other: State["wrong"]) =>
    Object.keys(of).flatMap((key) => (key in other ? [] : [of[key] ?? ""]));
  const isWell = Object.keys(wrong).length === 0;
  const chapters = {
    "New since the last mail": only(wrong, before),
    "Well again": only(before, wrong),
    "Still wrong": Object.keys(wrong).flatMap((key) => (key in before ? [wrong[key] ?? ""] : [])),
  };
  const words = Object.entries(chapters).flatMap(([title, lines]) =>
    lines.length === 0 ? [] : [`${title}:\n\n${lines.map((line) => `- ${line}`).join("\n")}\n`],
  );
  return {
    subject: `${origin}: ${isWell ? "all is well again" : `${Object.keys(wrong).length} to look at`}`,
    text: `${words.join("\n")}\n"npm run doctor" on ${hostname()} shows everything.\n`,
  };
}

/**
 * Writes to the office when a finding is new, and when one is gone; each once. Returns what it did.
 * @throws when it cannot be sent; the next run tries again
 */
export async function mailChanges(
  findings: readonly Finding[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  // These alone: another setting may be what is wrong.
  const { SMTP_URL, MAIL_FROM, OFFICE_EMAIL, DATA_DIR } = settingsSchema
    .pick({ SMTP_URL: true, MAIL_FROM: true, OFFICE_EMAIL: true, DATA_DIR: true })
    .parse(Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim())));
  if (SMTP_URL === undefined || MAIL_FROM === undefined || OFFICE_EMAIL === undefined)
    throw new Error("SMTP_URL, MAIL_FROM and OFFICE_EMAIL must be set");
  const { wrong: before } = readState(DATA_DIR);
  const unwell = findings.filter(({ state }) => state !== "ok");
  // What could not be checked this time is as it was.
  const isUnknown = (key: string) => findings.every(({ check }) => !key.startsWith(`${check} `));
  const wrong = Object.fromEntries([
    ...Object.entries(before).filter(([key]) => isUnknown(key)),
    ...unwell.map((one) => [keyOf(one), `${one.check}: ${one.message}\n  What to do: ${one.fix}`]),
  ]);
  const keys = (state: State["wrong"]) => Object.keys(state).sort().join("\n");
  if (keys(wrong) === keys(before)) return "No mail: nothing has changed since the last one.";
  const transport = mailTransport({ smtpUrl: SMTP_URL, from: MAIL_FROM }, { limitMs: 30_000 });
  try {
    await transport.sendMail({
      to: { name: "", address: OFFICE_EMAIL },
      ...letterOf(before, wrong, env.PUBLIC_ORIGIN ?? hostname()),
      headers: { "Auto-Submitted": "auto-generated" },
    });
  } finally {
    transport.close();
  }
  writeState(DATA_DIR, { at: Date.now(), wrong });
  return "A mail to OFFICE_EMAIL says what has changed.";
}
