import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { buildWhenNeeded } from "../../server/build/build-when-needed.ts";
import { findChromium } from "./find-chromium.ts";
import { findRedisServer } from "./find-redis-server.ts";
import { findNginx } from "./nginx.ts";

const say = (line: string) => process.stderr.write(`${line}\n`);
const run = (command: string, ...args: string[]) => {
  try {
    execFileSync(command, args, { stdio: ["ignore", "ignore", "inherit"] });
    return true;
  } catch {
    return false;
  }
};

const HAS_APT = existsSync("/usr/bin/apt-get");
function apt(...args: string[]): boolean {
  const isRoot = process.getuid?.() === 0;
  return isRoot ? run("apt-get", ...args) : run("sudo", "-n", "apt-get", ...args);
}
function aptInstall(name: string): boolean {
  say(`getting ${name} with apt`);
  apt("update", "-qq");
  return apt("install", "-y", "-qq", "--no-install-recommends", name);
}

/** Gets Chromium through apt where it may, else by playwright's own download. */
function installChromium(): void {
  if (HAS_APT && aptInstall("chromium") && findChromium()) return;
  say("getting Chromium with playwright");
  run(
    process.execPath,
    "node_modules/playwright-core/cli.js",
    "install",
    "chromium-headless-shell",
  );
}

if (!findChromium()) installChromium();
if (!findChromium()) {
  say(
    "The browser tests need Chromium: install the package chromium, or set CHROMIUM_PATH to its program.",
  );
  process.exit(1);
}
if (!findRedisServer() && HAS_APT) aptInstall("redis-server");
if (!findRedisServer()) {
  say(
    "The tests need redis-server: install the package redis-server, or set REDIS_SERVER_PATH to its program.",
  );
  process.exit(1);
}
// The proxy's test is left out where there is no nginx.
if (!findNginx() && HAS_APT) aptInstall("nginx-light");
await buildWhenNeeded(say);
// Writes the test runner's own modules for the plugins named in .taprc.
if (!run("tap", "build")) process.exit(1);
