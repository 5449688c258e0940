import { readArgs, runProgram } from "../program.ts";
import { runChecks } from "./doctor.ts";
import { formatFindings } from "./findings.ts";
import { mailChanges } from "./mail-changes.ts";

const USAGE = `npm run doctor -- [--json] [--mail]

Checks the set-up of this machine and prints what to do. Changes nothing.

  --json                    the findings as JSON
  --mail                    for a timer: sends one mail to OFFICE_EMAIL when a problem appears, and one when it is
                            solved
  --help                    this text

Exit code 0: no failure, perhaps warnings. 1: a failure that visitors notice. 2: an unknown option, or the mail could
not be sent.
`;

await runProgram(USAGE, 2, async () => {
  const options = { json: { type: "boolean" }, mail: { type: "boolean" } } as const;
  const { json = false, mail = false } = readArgs({ options }).values;
  const findings = await runChecks(process.env, mail);
  const isWell = findings.every(({ state }) => state !== "failure");
  process.exitCode = isWell ? 0 : 1;
  const output = json ? `${JSON.stringify({ ok: isWell, findings })}\n` : formatFindings(findings);
  process.stdout.write(output);
  const done = mail ? await mailChanges(findings, process.env) : "";
  return done === "" || json ? "" : `\n${done}\n`;
});
