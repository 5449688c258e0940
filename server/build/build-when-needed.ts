import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { bundleServer } from "./bundle-server.ts";
import { precompress } from "./precompress.ts";

const SOURCES = ["client", "shared", "content", "server", "vite.config.ts", "package-lock.json"];
const STAMP = "dist/build-stamp";
/** What `server/main.ts` starts. */
export const SITE = "dist/site/site.js";

function newestChange(path: string): number {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  const inside = readdirSync(path).map((name) => newestChange(join(path, name)));
  return Math.max(stat.mtimeMs, ...inside);
}

/** True when there is no build, or a source has changed since. A tree without sources is as it was built. */
function isBuildNeeded(): boolean {
  if (!existsSync(STAMP) || !existsSync(SITE)) return true;
  if (!existsSync("vite.config.ts")) return false;
  const builtAt = Number(readFileSync(STAMP, "utf8"));
  return SOURCES.some((path) => existsSync(path) && newestChange(path) > builtAt);
}

/** Builds both sides of the client, then the server, and notes when it began. */
export async function build(): Promise<void> {
  const beganAt = Date.now();
  const { createBuilder } = await import("vite");
  const builder = await createBuilder({ logLevel: "warn" });
  await builder.buildApp();
  await precompress("dist/client");
  await bundleServer(dirname(SITE));
  writeFileSync(STAMP, String(beganAt));
}

/**
 * Builds unless `dist` is newer than every source, in a process of its own: what builds takes more memory than what serves,
 * and would keep it. `say` hears why a start takes longer. Rejects when the build fails, which then has said why.
 */
export async function buildWhenNeeded(say: (line: string) => void): Promise<void> {
  if (!isBuildNeeded()) return;
  say("building the site, this takes a few seconds");
  const command = ["--import", "./server/require-node.mjs", "server/build/build.ts"];
  const child = spawn(process.execPath, command, { stdio: ["ignore", 2, 2] });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error("the site could not be built");
}
