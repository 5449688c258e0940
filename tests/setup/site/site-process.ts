import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { METRICS_TOKEN } from "./operator.ts";

type LogLine = Readonly<Record<string, unknown>>;

export interface SiteProcess {
  url: string;
  /** The id of the site's own process, even if another program started it. */
  pid: number;
  /** The lines logged so far. */
  lines: readonly string[];
  /** Resolves with the first line, past or future, that matches, after skipping `passedOver` matches. */
  logged: (isIt: (line: LogLine) => boolean, passedOver?: number) => Promise<LogLine>;
  /** Kills the process the way a power cut would: no handler runs. */
  kill: () => Promise<number | null>;
  /** Ends the process the way an orchestrator does. SIGINT, the default, skips the wait for load balancers. */
  end: (name?: NodeJS.Signals) => Promise<number | null>;
  /** Sends a signal without waiting. */
  signal: (name: NodeJS.Signals) => void;
  /** Resolves with the exit code. */
  ended: Promise<number | null>;
}

const FLAGS = ["--max-semi-space-size=8", "--import", "./server/require-node.mjs"];

/** Collects the child's lines as they arrive, and lets callers wait for one of them. */
function readLines(child: ChildProcess) {
  const lines: string[] = [];
  const listeners = new Set<() => void>();
  const reader = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  reader.on("line", (line) => {
    lines.push(line);
    for (const listener of listeners) listener();
  });
  const logged: SiteProcess["logged"] = (isIt, passedOver = 0) =>
    new Promise((resolve) => {
      const look = () => {
        const found = lines
          .filter((line) => line.startsWith("{"))
          .map((line): LogLine => JSON.parse(line))
          .filter(isIt)[passedOver];
        if (found === undefined) return;
        listeners.delete(look);
        resolve(found);
      };
      listeners.add(look);
      look();
    });
  return { lines, logged };
}

/** Runs the site as `npm start` does, in a separate process on a free port. `cwd` is the root of its tree. */
export async function startSiteProcess(
  env: Record<string, string>,
  cwd = process.cwd(),
  [program, ...args]: [string, ...string[]] = [process.execPath, ...FLAGS, "server/main.ts"],
): Promise<SiteProcess> {
  // The test runner makes every Node process load parts of the runner; `env` undoes that.
  const child = spawn("env", ["-u", "NODE_OPTIONS", program, ...args], {
    cwd,
    // Load shedding is tested elsewhere; a busy machine must not trigger it here.
    env: {
      ...process.env,
      MALLOC_ARENA_MAX: "2",
      MAX_QUEUE_DELAY_MS: "0",
      PORT: "0",
      CONTENT_DIR: resolve("tests/fixtures/content"),
      METRICS_TOKEN,
      ...env,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit").then(([code]: (number | null)[]) => code ?? null);
  const { lines, logged } = readLines(child);
  const ready = logged(({ msg }) => String(msg).startsWith("site ready at http:"));
  const over = ended.then((code) => {
    throw new Error(`the site ended with ${code}: ${lines.join("\n")}`);
  });
  over.catch(() => undefined);
  const { msg, pid } = await Promise.race([ready, over]);
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  const signal = (name: NodeJS.Signals) => void (isOver() || child.kill(name));
  const end = (name: NodeJS.Signals) => {
    signal(name);
    return ended;
  };
  return {
    url: String(msg).slice("site ready at ".length),
    pid: Number(pid),
    lines,
    logged,
    kill: () => end("SIGKILL"),
    end: (name = "SIGINT") => end(name),
    signal,
    ended,
  };
}
