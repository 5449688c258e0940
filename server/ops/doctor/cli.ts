import { parseArgs } from "node:util";
import { mailErrorCode } from "../../mail/mails.ts";
import { formatFindings, runChecks } from "./doctor.ts";
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

const options = {
  json: { type: "boolean" },
  mail: { type: "boolean" },
  help: { type: "boolean" },
} as const;

/** `npm run doctor`. */
async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options });
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  const findings = await runChecks(process.env, Date.now, { mustRun: values.mail === true });
  const isWell = findings.every(({ state }) => state !== "failure");
  process.stdout.write(
    values.json ? `${JSON.stringify({ ok: isWell, findings })}\n` : formatFindings(findings),
  );
  const said = values.mail ? await mailChanges(findings, process.env) : "";
  if (said !== "" && !values.json) process.stdout.write(`\n${said}\n`);
  return isWell ? 0 : 1;
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  const isUsage =
    error instanceof Error && "code" in error && /^ERR_PARSE_ARGS/.test(String(error.code));
  const said = error instanceof Error ? error.message : String(error);
  process.stderr.write(
    isUsage ? `${said}\n\n${USAGE}` : `No mail: ${said} (${mailErrorCode(error)})\n`,
  );
  process.exitCode = 2;
}
