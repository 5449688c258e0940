import { mkdirSync, statfsSync } from "node:fs";
import { folderError, LEAST_FREE_BYTES } from "../observability/readiness.ts";
import { codeOf, type Finding, failure, ok, warning } from "./finding.ts";

const COMFORTABLE_BYTES = 500 * 1024 * 1024;
const FULL =
  "free some space on its disk; do not move or empty DATA_DIR, it holds messages. Forms work again by themselves";

const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;

/** Creates DATA_DIR when it is missing, and writes a file to it. */
export function checkDisk(dataDir: string): Finding {
  const fix = "use a folder that the site's account can write, on a disk with free space";
  try {
    mkdirSync(dataDir, { recursive: true });
  } catch (error) {
    return failure("disk", `DATA_DIR ${dataDir} cannot be created (${codeOf(error)})`, fix);
  }
  const error = folderError(dataDir);
  const { bavail, bsize } = statfsSync(dataDir);
  const free = bavail * bsize;
  if (error !== null) {
    const message = `${error}: ${dataDir}, ${megabytes(free)} free`;
    return failure("disk", message, free < LEAST_FREE_BYTES ? FULL : fix);
  }
  if (free > COMFORTABLE_BYTES)
    return ok("disk", `${dataDir} can be written, ${megabytes(free)} free`);
  return warning(
    "disk",
    `${dataDir} has ${megabytes(free)} free`,
    `free some space: below ${megabytes(LEAST_FREE_BYTES)} no message can be stored`,
  );
}
