import { existsSync, mkdirSync, readFileSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { MINUTE_MS } from "../../shared/time.ts";
import { folderError, LEAST_FREE_BYTES } from "../storage/folder-check.ts";
import { codeOf, type Finding, failure, ok, warning } from "./finding.ts";

const WANTED_NODE = 24;
const COMFORTABLE_BYTES = 500 * 1024 * 1024;
const FULL =
  "free some space on its disk; do not move or empty DATA_DIR, it holds messages. Forms work again by themselves";
/** Tolerates the difference between the clocks of file systems and containers. */
const CLOCK_MS = MINUTE_MS;

const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;

/** The version of Node that runs this command and `npm start`. */
export function checkNode(version: string): Finding {
  const major = Number(version.slice(1).split(".")[0]);
  if (major >= WANTED_NODE) return ok("node", `Node ${version}`);
  return warning(
    "node",
    `Node ${version} is running, the site needs Node ${WANTED_NODE}`,
    'run "npm ci" without --omit=optional: it installs Node 24',
  );
}

/** The built site, and the clock: a build from the future means that the clock is wrong. */
export function checkBuild(dist: string, now: number): Finding[] {
  const needed = ["client/.vite/manifest.en.json", "server/en/entry-server.js", "build-stamp"];
  const missing = needed.filter((file) => !existsSync(join(dist, file)));
  if (missing.length > 0) {
    const fix = 'run "npm run build" (npm start does it before it starts the server)';
    return [failure("build", `the built site lacks ${missing.join(", ")} in ${dist}`, fix)];
  }
  const builtAt = Number(readFileSync(join(dist, "build-stamp"), "utf8"));
  const built = ok("build", `built ${new Date(builtAt).toISOString()}`);
  if (now >= builtAt - CLOCK_MS) return [built];
  const message = `the clock of this machine (${new Date(now).toISOString()}) is before the build time`;
  return [built, failure("clock", message, "set the clock (NTP): events and caches depend on it")];
}

/** Creates DATA_DIR when it is missing, and writes a file to it. */
export function checkFolder(dataDir: string): Finding {
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
    const isFull = free < LEAST_FREE_BYTES;
    const message = `${error}: ${dataDir}, ${megabytes(free)} free`;
    return failure("disk", message, isFull ? FULL : fix);
  }
  if (free > COMFORTABLE_BYTES)
    return ok("disk", `${dataDir} can be written, ${megabytes(free)} free`);
  return warning(
    "disk",
    `${dataDir} has ${megabytes(free)} free`,
    `free some space: below ${megabytes(LEAST_FREE_BYTES)} no message can be stored`,
  );
}
