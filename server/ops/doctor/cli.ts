import { readArgs, runProgram } from "../program.ts";
import { runChecks } from "./doctor.ts";
import { formatFindings } from "./findings.ts";
import { mailChanges } from "./mail-changes.ts";

const USAGE = `npm run doctor -- [--json] [--mail]

Checks the set-up of this machine with the settings of the site, changes nothing, and says what to do.

  --json                    the findings as JSON
  --mail                    for a timer, where the site runs: writes to OFFICE_EMAIL when something is wrong, and when
                            it is well again, once each
  --help                    this text

Exit code 0: no failure, perhaps warnings. 1: a failure, which visitors notice. 2: an unknown option, or the mail
could not be sent.
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
