import { existsSync, mkdirSync, readFileSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { folderFault, LEAST_FREE_BYTES } from "../observe/readiness.ts";
import { codeOf, type Finding, fault, ok, warning } from "./finding.ts";

const WANTED_NODE = 24;
const COMFORTABLE_BYTES = 500 * 1024 * 1024;
/** Clocks of file systems and containers differ by moments. */
const CLOCK_MS = 60_000;

const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;

/** The Node that runs this, which `npm start` takes too. */
export function checkNode(version: string): Finding {
  const major = Number(version.slice(1).split(".")[0]);
  if (major >= WANTED_NODE) return ok("node", `Node ${version}`);
  return warning(
    "node",
    `Node ${version} runs, the site is made for Node ${WANTED_NODE}`,
    'run "npm ci" without --omit=optional: it brings Node 24 along',
  );
}

/** The built client, and the clock: nothing can have been built in the future. */
export function checkBuild(dist: string, now: number): Finding[] {
  const needed = ["client/.vite/manifest.json", "server/entry-server.js", "build-stamp"];
  const missing = needed.filter((file) => !existsSync(join(dist, file)));
  if (missing.length > 0) {
    const mend = 'run "npm run build" (npm start does it by itself where the sources are there)';
    return [fault("build", `the built site lacks ${missing.join(", ")} in ${dist}`, mend)];
  }
  const builtAt = Number(readFileSync(join(dist, "build-stamp"), "utf8"));
  const built = ok("build", `built ${new Date(builtAt).toISOString()}`);
  if (now >= builtAt - CLOCK_MS) return [built];
  const says = `this machine's clock (${new Date(now).toISOString()}) is before the build's`;
  return [built, fault("clock", says, "set the clock (NTP): events and copies go by it")];
}

/** The one folder that is written: made where it is missing, written as a message would be. */
export function checkFolder(dataDir: string): Finding {
  const owner = "make it a folder that the site's account may write, on a disk with room";
  try {
    mkdirSync(dataDir, { recursive: true });
  } catch (problem) {
    return fault("disk", `DATA_DIR ${dataDir} cannot be made (${codeOf(problem)})`, owner);
  }
  const says = folderFault(dataDir);
  if (says !== null) return fault("disk", `${says}: ${dataDir}`, owner);
  const { bavail, bsize } = statfsSync(dataDir);
  const free = bavail * bsize;
  if (free > COMFORTABLE_BYTES)
    return ok("disk", `${dataDir} can be written, ${megabytes(free)} free`);
  const least = megabytes(LEAST_FREE_BYTES);
  return warning(
    "disk",
    `${megabytes(free)} are free for ${dataDir}`,
    `make room: below ${least} no message of a visitor can be stored, and the site is not ready`,
  );
}
