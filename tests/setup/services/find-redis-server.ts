import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const KNOWN_PLACES = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"];

/** Where redis-server stands on this machine; null when it is missing. `REDIS_SERVER_PATH` goes before all. */
export function findRedisServer(): string | null {
  const named = process.env.REDIS_SERVER_PATH;
  if (named) return existsSync(named) ? named : null;
  const folders = [...(process.env.PATH ?? "").split(delimiter), ...KNOWN_PLACES];
  return folders.map((folder) => join(folder, "redis-server")).find(existsSync) ?? null;
}
