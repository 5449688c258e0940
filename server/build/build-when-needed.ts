import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { precompress } from "./precompress.ts";

const SOURCES = [
  "client",
  "shared",
  "content",
  "server/build",
  "vite.config.ts",
  "package-lock.json",
];
const STAMP = "dist/build-stamp";

function newestChange(path: string): number {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  const inside = readdirSync(path).map((name) => newestChange(join(path, name)));
  return Math.max(stat.mtimeMs, ...inside);
}

/** True when there is no build, or a source has changed since. A tree without sources is as it was built. */
function isBuildNeeded(): boolean {
  if (!existsSync(STAMP) || !existsSync("dist/server/entry-server.js")) return true;
  if (!existsSync("vite.config.ts")) return false;
  const builtAt = Number(readFileSync(STAMP, "utf8"));
  return SOURCES.some((path) => existsSync(path) && newestChange(path) > builtAt);
}

/** Builds both sides of the client, and notes when it began. */
export async function build(): Promise<void> {
  const beganAt = Date.now();
  const { createBuilder } = await import("vite");
  const builder = await createBuilder({ logLevel: "warn" });
  await builder.buildApp();
  await precompress("dist/client");
  writeFileSync(STAMP, String(beganAt));
}

/** Builds unless `dist` is newer than every source. `say` hears why a start takes longer. */
export async function buildWhenNeeded(say: (line: string) => void): Promise<void> {
  if (!isBuildNeeded()) return;
  say("building the site, this takes a few seconds");
  await build();
}
