import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import t from "tap";

/** The lines of a process of its own that logs 100 lines and then ends as given. */
async function linesOf(end: string): Promise<string[]> {
  const code = `
    const { createLogDestination } = await import("./server/observability/log-destination.ts");
    const { createLogger } = await import("./server/observability/logger.ts");
    const logger = createLogger("info", { destination: createLogDestination() });
    for (let line = 0; line < 100; line += 1) logger.info({ line }, "a line");
    ${end}`;
  const { NODE_OPTIONS: _, ...env } = process.env;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", code], {
    env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const printed = text(child.stdout);
  await once(child, "exit");
  return (await printed).trim().split("\n");
}

const WAYS_TO_END = {
  "process.exit": "process.exit(0)",
  "an uncaught error": "setImmediate(() => { throw new Error('boom') })",
  "nothing left to do": "",
  "a kill some time after the last line":
    "setInterval(() => {}, 1_000); setTimeout(() => process.kill(process.pid, 'SIGKILL'), 1_000)",
};

for (const [name, end] of Object.entries(WAYS_TO_END))
  t.test(`no line is lost: ${name}`, async (t) => {
    const lines = await linesOf(end);
    t.same(
      lines.map((line) => JSON.parse(line).line),
      Array.from({ length: 100 }, (_, line) => line),
    );
  });
