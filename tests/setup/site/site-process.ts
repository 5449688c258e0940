import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

export interface SiteProcess {
  url: string;
  pid: number;
  /** What it has logged so far. */
  lines: readonly string[];
  /** As a power cut ends it: no handler runs. */
  kill: () => Promise<void>;
  /** As an orchestrator ends it; SIGINT, unless told otherwise, skips the wait for balancers. */
  end: (name?: NodeJS.Signals) => Promise<void>;
}

const isOver = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

async function signal(child: ChildProcess, name: NodeJS.Signals): Promise<void> {
  if (isOver(child)) return;
  const over = once(child, "exit");
  child.kill(name);
  await over;
}

/** The site as `npm start` runs it, in a process of its own on a free port. `cwd` is the root of its tree. */
export async function startSiteProcess(
  env: Record<string, string>,
  cwd = process.cwd(),
): Promise<SiteProcess> {
  const child = spawn(process.execPath, ["--max-semi-space-size=8", "server/main.ts"], {
    cwd,
    env: { ...process.env, MALLOC_ARENA_MAX: "2", PORT: "0", LOG_LEVEL: "info", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout });
  const output: string[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    lines.on("line", (line) => {
      output.push(line);
      const found = /site ready at (http:[^"]+)/.exec(line)?.[1];
      if (found) resolve(found);
    });
    child.once("exit", (code) => reject(new Error(`the site ended with ${code}`)));
  });
  return {
    url,
    pid: child.pid ?? 0,
    lines: output,
    kill: () => signal(child, "SIGKILL"),
    end: (name = "SIGINT") => signal(child, name),
  };
}
