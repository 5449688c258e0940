// npm run record -- <folder> [situation]: records the responses of the whole site to every kind of request.
// npm run record -- --compare <folder> <folder>: lists what differs between two recordings.
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { compareRecordings } from "./compare.ts";
import { situations } from "./situations.ts";

const USAGE = "npm run record -- <output folder> [situation] | --compare <folder> <folder>";
const log = (line: string) => process.stdout.write(`${line}\n`);

async function recordOne(folder: string, name: string): Promise<void> {
  const run = situations[name];
  if (!run) throw new Error(`no such situation; there are ${Object.keys(situations).join(", ")}`);
  const counter = { requests: 0 };
  const startedAt = performance.now();
  rmSync(join(folder, name), { recursive: true, force: true });
  await run({ folder: join(folder, name), counter });
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  log(`${name}: ${counter.requests} requests, ${seconds} s`);
}

/** Each situation in a process of its own: none depends on what the process has served before. */
function recordAll(folder: string): void {
  for (const name of Object.keys(situations)) {
    const args = [...process.execArgv, import.meta.filename, folder, name];
    const { status } = spawnSync(process.execPath, args, { stdio: "inherit" });
    if (status !== 0) throw new Error(`${name} could not be recorded`);
  }
}

function compare(before: string, after: string): void {
  const { lines, urls } = compareRecordings(before, after);
  for (const line of lines) log(line);
  log(urls === 0 ? "The recordings are the same." : `\n${urls} files differ.`);
  if (urls > 0) process.exitCode = 1;
}

const [first, second, third] = process.argv.slice(2);
if (first === "--compare" && second && third) compare(second, third);
else if (first && !first.startsWith("-"))
  await (second ? recordOne(first, second) : recordAll(first));
else {
  log(USAGE);
  process.exitCode = 2;
}
