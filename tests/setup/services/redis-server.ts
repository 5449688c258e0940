import { spawn } from "node:child_process";
import { once } from "node:events";
import { findRedisServer } from "./find-redis-server.ts";
import { freePort } from "./free-port.ts";

export interface RedisServer {
  url: string;
  /** As a power cut ends it. */
  kill: () => Promise<void>;
  /** On the same port, over the same files. */
  start: () => Promise<void>;
}

/** A real Redis on a port of its own, its files in `dir`; it keeps all it acknowledges. */
export async function startRedisServer(dir: string): Promise<RedisServer> {
  const program = findRedisServer();
  if (program === null) throw new Error("redis-server is missing; `npm test` installs it");
  const port = await freePort();
  const args = [
    ...["--port", String(port), "--bind", "127.0.0.1", "--dir", dir, "--save", ""],
    ...["--appendonly", "yes", "--appendfsync", "always", "--maxmemory-policy", "noeviction"],
  ];
  const run = async () => {
    const started = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
    let output = "";
    for await (const chunk of started.stdout.iterator({ destroyOnReturn: false })) {
      output += chunk;
      if (output.includes("Ready to accept connections")) break;
    }
    if (started.exitCode !== null) throw new Error(output);
    started.stdout.resume();
    return started;
  };
  let child = await run();
  return {
    url: `redis://127.0.0.1:${port}`,
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    },
    start: async () => {
      child = await run();
    },
  };
}
