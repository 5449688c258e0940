import { execFile } from "node:child_process";
import { statSync } from "node:fs";
import { promisify } from "node:util";

const FOLDER = "tests/nightly/observatory";

const changedAt = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/**
 * Installs the packages of `tests/nightly/observatory` unless they were installed since their lock file changed. The lock file is a
 * separate one, because only one test needs these packages, and they weigh a fifth of all others.
 */
export async function installObservatory(): Promise<void> {
  const installedAt = changedAt(`${FOLDER}/node_modules/.package-lock.json`);
  if (installedAt > changedAt(`${FOLDER}/package-lock.json`)) return;
  await promisify(execFile)("npm", ["ci", "--prefer-offline"], { cwd: FOLDER });
}
