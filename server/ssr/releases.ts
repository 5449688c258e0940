import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { cp, rename, rm, utimes } from "node:fs/promises";
import { basename, join } from "node:path";
import { DAY_MS } from "../../shared/time.ts";

/** Earlier releases beside the current one. */
const KEPT_RELEASES = 2;
/** How long one is kept after it was replaced. */
const KEPT_MS = DAY_MS;

interface Place {
  /** The built browser files of this release. */
  assetsDir: string;
  dataDir: string;
  /** The clock, milliseconds. */
  nowMs: number;
}

const folderOf = ({ dataDir }: Place) => join(dataDir, "releases");

/** The same files have the same name, whenever they were built. */
function nameOf({ assetsDir }: Place): string {
  const hash = createHash("sha256");
  const folder = join(assetsDir, ".vite");
  const manifests = readdirSync(folder).filter((file) => file.endsWith(".json"));
  for (const file of manifests.sort()) hash.update(readFileSync(join(folder, file)));
  return hash.digest("hex").slice(0, 16);
}

/** The folders whose name matches, that which was written last first. */
function folders(place: Place, pattern: RegExp) {
  const folder = folderOf(place);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => pattern.test(name))
    .map((name) => ({ name, startedAt: statSync(join(folder, name)).mtimeMs }))
    .sort((a, b) => b.startedAt - a.startedAt);
}

/** The stored releases, that which started last first; `startedAt` is the time of the folder. */
const stored = (place: Place) => folders(place, /^[\da-f]{16}$/);

const remove = (place: Place, name: string) =>
  rmSync(join(folderOf(place), name), { recursive: true, force: true });

/** Deletes copies whose process was killed while it made them. */
function removeUnfinished(place: Place): void {
  for (const { name, startedAt } of folders(place, /^[\da-f]{16}\.\d+$/))
    if (place.nowMs - startedAt > KEPT_MS) remove(place, name);
}

/**
 * The folders of releases that this one or another replaced less than a day ago, two at most: pages that are
 * open in browsers ask for their scripts and styles. Deletes the others.
 */
export function earlierReleases(place: Place): string[] {
  removeUnfinished(place);
  const current = nameOf(place);
  const all = stored(place);
  const found: string[] = [];
  // Unless this release is the one that ran last, it replaces that one now.
  let replacedAt = all[0]?.name === current ? all[0].startedAt : place.nowMs;
  for (const { name, startedAt } of all.filter((one) => one.name !== current)) {
    const isKept = found.length < KEPT_RELEASES && place.nowMs - replacedAt < KEPT_MS;
    if (isKept) found.push(join(folderOf(place), name));
    else remove(place, name);
    replacedAt = startedAt;
  }
  return found;
}

/** A folder other than that of the pictures, or a script or style with its precompressed variants. */
const isKept = (path: string) =>
  /\.(?:js|css)(?:\.br|\.gz)?$/.test(path) || !/^images-|\./.test(basename(path));

/** Copies the scripts and styles of this release, for the time when another has replaced it. */
export async function keepRelease(place: Place): Promise<void> {
  const current = nameOf(place);
  if (stored(place)[0]?.name === current) return;
  const target = join(folderOf(place), current);
  const now = new Date(place.nowMs);
  if (!existsSync(target)) {
    const unfinished = `${target}.${process.pid}`;
    mkdirSync(unfinished, { recursive: true });
    await cp(join(place.assetsDir, "assets"), join(unfinished, "assets"), {
      recursive: true,
      filter: (from) => from.endsWith("/assets") || isKept(from),
    });
    // Another process may have been faster.
    await rename(unfinished, target).catch(() => rm(unfinished, { recursive: true }));
  }
  await utimes(target, now, now);
}
