import { examine, printFindings } from "./doctor.ts";

/** `npm run doctor`: what is wrong, in words, and how to mend it. Ends with 1 when there is a fault. */
const findings = await examine({ env: process.env, dist: "dist", now: Date.now });
const isWell = findings.every(({ state }) => state !== "fault");
process.stdout.write(
  process.argv.includes("--json")
    ? `${JSON.stringify({ ok: isWell, findings })}\n`
    : printFindings(findings),
);
process.exitCode = isWell ? 0 : 1;
