// npm run soak: keeps up a steady load while the source fails and recovers. Prints memory and descriptors by quarter, and the ratio of
// the last quarter to the first (the aim is 1.05 at most). SOAK_SECONDS (600), SOAK_RATE (60 a second).
import { soak } from "./site-soak.ts";

const seconds = Number(process.env.SOAK_SECONDS ?? 600);
const report = await soak(seconds, Number(process.env.SOAK_RATE ?? 60));
const say = (line) => process.stdout.write(`${line}\n`);
say(
  `${report.responses} responses in ${seconds} s, ${report.wrong.length} wrong; by status ${JSON.stringify(report.statuses)}`,
);
for (const line of [...new Set(report.wrong)].slice(0, 20)) say(`  ${line}`);
for (const [index, { residentMb, descriptors }] of report.quarters.entries())
  say(
    `quarter ${index + 1}: resident ${residentMb.toFixed(1)} MB, descriptors ${descriptors.toFixed(1)}`,
  );
const ratio = (key) => (report.quarters[3][key] / report.quarters[0][key]).toFixed(3);
say(`last / first: memory ${ratio("residentMb")}, descriptors ${ratio("descriptors")}`);
const { before, after } = report.restingDescriptors;
say(`descriptors at rest: ${before} before, ${after} after`);
