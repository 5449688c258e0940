import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Runs a command in silence: what it was to bring is looked for. False when it fails or is missing. */
export function run(command: string, ...args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

function apt(...args: string[]): boolean {
  const isRoot = process.getuid?.() === 0;
  return isRoot ? run("apt-get", ...args) : run("sudo", "-n", "apt-get", ...args);
}

let isUpdated = false;

/** Brings apt's lists of packages up to date, once; false where apt is not there. */
export function aptUpdate(): boolean {
  if (!existsSync("/usr/bin/apt-get")) return false;
  if (!isUpdated) isUpdated = apt("update", "-qq");
  return true;
}

/** Installs packages of Debian where apt is there and may; those already there stay as they are. */
export function aptInstall(...names: string[]): boolean {
  if (!aptUpdate()) return false;
  process.stderr.write(`getting ${names.join(", ")} with apt\n`);
  return apt("install", "-y", "-qq", "--no-install-recommends", ...names);
}
