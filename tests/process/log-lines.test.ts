import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import t from "tap";

/** The lines of a process that logs 100 lines and then ends as given, or is killed after the last one. */
async function linesOf(end: string): Promise<number[]> {
  const code = `
    const { createLogDestination, createLogger } = await import("./server/http/logger.ts");
    const logger = createLogger("info", createLogDestination());
    for (let line = 0; line < 100; line += 1) logger.info({ line }, "a line");
    ${end}`;
  const { NODE_OPTIONS: _, ...env } = process.env;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", code], {
    env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = once(child, "exit");
  const lines: number[] = [];
  for await (const text of createInterface(child.stdout)) {
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
