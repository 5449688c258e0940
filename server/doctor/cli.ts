import { formatFindings, runChecks, serialiseFindings } from "./doctor.ts";

/** `npm run doctor`: checks the set-up of the machine. The exit code is 1 after a failure. */
const findings = await runChecks(process.env, Date.now);
const isJson = process.argv.includes("--json");
process.stdout.write(isJson ? serialiseFindings(findings) : formatFindings(findings));
process.exitCode = findings.some(({ state }) => state === "failure") ? 1 : 0;
