import { execFile } from "node:child_process";
import { statSync } from "node:fs";
import { promisify } from "node:util";

const FOLDER = "tests/nightly/observatory";

const changedAt = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/**
 * Installs the packages of `tests/nightly/observatory` unless that was done since its lock file changed. They have a lock
 * file of their own: one test needs them, and they weigh as much as a fifth of all others.
 */
export async function installObservatory(): Promise<void> {
  const installedAt = changedAt(`${FOLDER}/node_modules/.package-lock.json`);
  if (installedAt > changedAt(`${FOLDER}/package-lock.json`)) return;
  await promisify(execFile)("npm", ["ci", "--prefer-offline"], { cwd: FOLDER });
}
