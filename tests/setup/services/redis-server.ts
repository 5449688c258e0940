import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findRedisServer } from "./find-redis-server.ts";

export interface RedisServer {
  url: string;
  /** The socket it listens on: no other process takes that meanwhile, as one takes a port. */
  socket: string;
  /** As a power cut ends it. */
  kill: () => Promise<void>;
  /** On the same socket, over the same files. */
  start: () => Promise<void>;
}

const places: string[] = [];
process.once("exit", () => {
  for (const place of places) rmSync(place, { recursive: true, force: true });
});

/** A real Redis on a socket of its own, its files in `dir`; it keeps all it acknowledges. */
export async function startRedisServer(dir: string): Promise<RedisServer> {
  const program = findRedisServer();
  if (program === null) throw new Error("redis-server is missing; `npm test` installs it");
  // The path of a socket has at most a hundred characters: too few for a folder of a test.
  const place = mkdtempSync(join(tmpdir(), "redis-"));
  places.push(place);
  const socket = join(place, "socket");
  const args = [
    ...["--port", "0", "--unixsocket", socket, "--dir", dir, "--save", ""],
    ...["--appendonly", "yes", "--appendfsync", "always", "--maxmemory-policy", "noeviction"],
  ];
  const run = async () => {
    const started = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
    let output = "";
    for await (const chunk of started.stdout.iterator({ destroyOnReturn: false })) {
      output += chunk;
      if (/ready to accept connections/i.test(output)) break;
    }
    if (started.exitCode !== null) throw new Error(output);
    started.stdout.resume();
    return started;
  };
  let child = await run();
  return {
    url: `redis://localhost?path=${socket}`,
    socket,
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
