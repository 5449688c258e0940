import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { cacheFolder } from "./cache-folder.ts";

/** Runs a command silently, since callers check for the result themselves. Returns false when the command fails or is missing. */
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

/** Updates apt's package lists, once; returns false where apt does not exist. */
export function aptUpdate(): boolean {
  if (!existsSync("/usr/bin/apt-get")) return false;
  if (!isUpdated) isUpdated = apt("update", "-qq");
  return true;
}

/** Installs Debian packages where apt exists and may be used; installed packages are left as they are. */
export function aptInstall(...names: string[]): boolean {
  if (!aptUpdate()) return false;
  process.stderr.write(`getting ${names.join(", ")} with apt\n`);
  return apt("install", "-y", "-qq", "--no-install-recommends", ...names);
}

/** Unpacks a Debian package that would start a server if installed, into a folder that `npm ci` does not empty. */
export function unpack(name: string): void {
  const dir = mkdtempSync(join(tmpdir(), `${name}-`));
  aptUpdate();
  const download = spawnSync("apt-get", ["download", "-qq", name], { cwd: dir });
  mkdirSync(cacheFolder(name), { recursive: true });
  if (download.status === 0) run("sh", "-c", `dpkg -x ${dir}/${name}_*.deb ${cacheFolder(name)}`);
  rmSync(dir, { recursive: true, force: true });
}

/** Returns the path of a program on this machine, or in an unpacked package; null when the program is missing. */
export function findUnpacked(name: string, program: string): string | null {
  const unpacked = join(cacheFolder(name), "usr/bin");
  const folders = [...(process.env.PATH ?? "").split(delimiter), unpacked];
  return folders.map((folder) => join(folder, program)).find(existsSync) ?? null;
}
