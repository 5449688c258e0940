import { spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import t from "tap";

/** Starts a process that logs 100 lines to a descriptor or a pipe, and then ends as given. */
function startLogging(end: string, output: number | "pipe") {
  const code = `
    const { createLogDestination, createLogger } = await import("./server/http/logger.ts");
    const logger = createLogger("info", createLogDestination());
    for (let line = 0; line < 100; line += 1) logger.info({ line }, "a line");
    ${end}`;
  const { NODE_OPTIONS: _, ...env } = process.env;
  return spawn(process.execPath, ["--input-type=module", "--eval", code], {
    env,
    stdio: ["ignore", output, "ignore"],
  });
}

/** Returns the lines of a process, which is killed after the last line unless it has ended. */
async function linesOf(end: string): Promise<number[]> {
  const child = startLogging(end, "pipe");
  const ended = once(child, "exit");
  const lines: number[] = [];
  for await (const text of createInterface(child.stdout as Readable)) {
    lines.push(JSON.parse(text).line);
    if (lines.length === 100) child.kill("SIGKILL");
  }
  await ended;
  return lines;
}

const WAYS_TO_END = {
  "process.exit": "process.exit(0)",
  "an uncaught error": "setImmediate(() => { throw new Error('boom') })",
  "a kill, with nothing logged after": "setInterval(() => {}, 1_000)",
};

for (const [name, end] of Object.entries(WAYS_TO_END))
  t.test(`no line is lost: ${name}`, async (t) => {
    t.same(
      await linesOf(end),
      Array.from({ length: 100 }, (_, line) => line),
    );
  });

t.test("a full disk neither ends the program nor keeps it from ending", async (t) => {
  const full = openSync("/dev/full", "w");
  const child = startLogging("process.exit(7)", full);
  t.teardown(() => child.kill("SIGKILL"));
  t.same(await once(child, "exit"), [7, null]);
});
