// npm run record -- <folder> [situation ...]: records the responses of the whole site to every kind of request.
// npm run record -- --compare <folder> <folder>: lists what differs between two recordings.
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { compareRecordings } from "./record/compare.ts";
import { situations } from "./record/situations.ts";

const USAGE = "npm run record -- <output folder> [situation ...] | --compare <folder> <folder>";
const say = (line: string) => process.stdout.write(`${line}\n`);

async function record(folder: string, only: readonly string[]): Promise<void> {
  const counter = { requests: 0 };
  const startedAt = performance.now();
  for (const [name, run] of Object.entries(situations)) {
    if (only.length > 0 && !only.includes(name)) continue;
    rmSync(join(folder, name), { recursive: true, force: true });
    const before = { requests: counter.requests, at: performance.now() };
    await run({ folder: join(folder, name), counter });
    const seconds = ((performance.now() - before.at) / 1_000).toFixed(1);
    say(`${name}: ${counter.requests - before.requests} requests, ${seconds} s`);
  }
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  const written = files.filter((entry) => entry.isFile()).length;
  say(`${counter.requests} requests in ${written} files, ${seconds} s`);
}

function compare(before: string, after: string): void {
  const { lines, urls } = compareRecordings(before, after);
  for (const line of lines) say(line);
  say(urls === 0 ? "The recordings are the same." : `\n${urls} files differ.`);
  if (urls > 0) process.exitCode = 1;
}

const [first, ...rest] = process.argv.slice(2);
const [before, after] = rest;
if (first === "--compare" && before && after) compare(before, after);
else if (first && !first.startsWith("-")) await record(first, rest);
else {
  say(USAGE);
  process.exitCode = 2;
}
