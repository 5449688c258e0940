import { formatFindings, runChecks } from "./doctor.ts";

/** `npm run doctor`: checks the set-up of the machine. The exit code is 1 after a failure. */
const findings = await runChecks(process.env, Date.now);
const isWell = findings.every(({ state }) => state !== "failure");
const isJson = process.argv.includes("--json");
process.stdout.write(
  isJson ? `${JSON.stringify({ ok: isWell, findings })}\n` : formatFindings(findings),
);
process.exitCode = isWell ? 0 : 1;
