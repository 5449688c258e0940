import { randomUUID } from "node:crypto";
import { closeSync, fsyncSync, openSync, statfsSync, unlinkSync, writeSync } from "node:fs";
import { join } from "node:path";

/** With less free space a message might not fit. */
export const LEAST_FREE_BYTES = 10 * 1024 * 1024;

/** Writes, syncs and removes a file in the folder. The reason when that fails or the disk is full, else null. */
export function folderError(dataDir: string): string | null {
  const file = join(dataDir, `probe-${randomUUID()}`);
  try {
    const opened = openSync(file, "wx", 0o600);
    try {
      writeSync(opened, "probe");
      fsyncSync(opened);
    } finally {
      closeSync(opened);
      unlinkSync(file);
    }
    const { bavail, bsize } = statfsSync(dataDir);
    return bavail * bsize < LEAST_FREE_BYTES ? "the disk of DATA_DIR is full" : null;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "error";
    return `DATA_DIR cannot be written (${code})`;
  }
}
