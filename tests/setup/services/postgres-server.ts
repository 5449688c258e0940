import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { until } from "../until.ts";

/** The folder in which Debian keeps each version. */
const VERSIONS = "/usr/lib/postgresql";
const KNOWN_PLACES = ["/usr/local/bin", "/opt/homebrew/bin", "/opt/homebrew/opt/postgresql/bin"];

/** Returns the folder of PostgreSQL's programs; null when they are missing. `POSTGRES_PATH` takes precedence. */
export function findPostgres(): string | null {
  const named = process.env.POSTGRES_PATH;
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS) : [];
  const folders = named
    ? [named]
    : [
        ...(process.env.PATH ?? "").split(delimiter),
        ...versions.map((version) => join(VERSIONS, version, "bin")),
        ...KNOWN_PLACES,
      ];
  return folders.find((folder) => existsSync(join(folder, "initdb"))) ?? null;
}

export interface PostgresServer {
  url: string;
  /** Ends the server the way a power cut would. */
  kill: () => Promise<void>;
  /** Starts the server again on the same socket, over the same files. */
  start: () => Promise<void>;
}

/** The account to run as: PostgreSQL refuses to run as root, so root starts it as `nobody`. */
const owner = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

const places: string[] = [];
process.once("exit", () => {
  for (const place of places) rmSync(place, { recursive: true, force: true });
});

/** Starts a real PostgreSQL for one test, on a socket in its own folder; the server keeps everything it acknowledged. */
export async function startPostgres(): Promise<PostgresServer> {
  const folder = findPostgres();
  if (folder === null) throw new Error("PostgreSQL is missing; `npm test` installs it");
  // A socket's path may have only about a hundred characters, too few for a test's folder.
  const place = mkdtempSync(join(tmpdir(), "pg-"));
  places.push(place);
  if (owner.uid !== undefined) chownSync(place, owner.uid, owner.gid);
  const data = join(place, "data");
  const options = { cwd: place, stdio: "ignore", ...owner } as const;
  const init = ["-D", data, "-A", "trust", "-U", "site", "--no-sync", "--no-instructions"];
  execFileSync(join(folder, "initdb"), init, options);
  // Whatever a killed process has written is safe with the operating system; only a crash of the machine would need a sync.
  const args = ["-D", data, "-k", place, "-c", "listen_addresses=", "-c", "fsync=off"];

  const run = async () => {
    const started = spawn(join(folder, "postgres"), args, {
      ...options,
      stdio: ["ignore", "ignore", "pipe"],
    });
    let output = "";
    for await (const chunk of started.stderr.iterator({ destroyOnReturn: false })) {
      output += chunk;
      if (output.includes("ready to accept connections")) {
        started.stderr.resume();
        return started;
      }
    }
    // Children of the killed server are still shutting down.
    if (/in use|already running|another server/i.test(output)) return null;
    throw new Error(output);
  };
  let child = await run();
  return {
    url: `postgres://site@localhost/postgres?host=${place}`,
    kill: async () => {
      if (child === null || child.exitCode !== null || child.signalCode !== null) return;
      // Backends that serve connections would go on until they notice.
      const serving = spawnSync("pgrep", ["-P", String(child.pid)], { encoding: "utf8" });
      child.kill("SIGKILL");
      for (const pid of serving.stdout.split("\n").filter(Boolean)) spawnSync("kill", ["-9", pid]);
      await once(child, "exit");
    },
    start: () =>
      until(async () => {
        child = await run();
        return child !== null;
      }),
  };
}
