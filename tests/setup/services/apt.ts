import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { cacheFolder } from "./cache-folder.ts";

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

/** Unpacks a package of Debian that would start a server where it is installed, to where `npm ci` does not empty it. */
export function unpack(name: string): void {
  const dir = mkdtempSync(join(tmpdir(), `${name}-`));
  aptUpdate();
  const download = spawnSync("apt-get", ["download", "-qq", name], { cwd: dir });
  mkdirSync(cacheFolder(name), { recursive: true });
  if (download.status === 0) run("sh", "-c", `dpkg -x ${dir}/${name}_*.deb ${cacheFolder(name)}`);
  rmSync(dir, { recursive: true, force: true });
}

/** Where a program stands on this machine, or in a package that was unpacked; null when it is missing. */
export function findUnpacked(name: string, program: string): string | null {
  const unpacked = join(cacheFolder(name), "usr/bin");
  const folders = [...(process.env.PATH ?? "").split(delimiter), unpacked];
  return folders.map((folder) => join(folder, program)).find(existsSync) ?? null;
}
