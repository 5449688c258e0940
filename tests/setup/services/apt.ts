import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Runs a command with its errors shown; false when it fails or is missing. */
export function run(command: string, ...args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: ["ignore", "ignore", "inherit"] });
    return true;
  } catch {
    return false;
  }
}

function apt(...args: string[]): boolean {
  const isRoot = process.getuid?.() === 0;
  return isRoot ? run("apt-get", ...args) : run("sudo", "-n", "apt-get", ...args);
}

/** Brings apt's lists of packages up to date, where apt is there. */
export function aptUpdate(): void {
  if (existsSync("/usr/bin/apt-get")) apt("update", "-qq");
}

/** Installs packages of Debian where apt is there and may; those already there stay as they are. */
export function aptInstall(...names: string[]): boolean {
  if (!existsSync("/usr/bin/apt-get")) return false;
  process.stderr.write(`getting ${names.join(", ")} with apt\n`);
  aptUpdate();
  return apt("install", "-y", "-qq", "--no-install-recommends", ...names);
}
