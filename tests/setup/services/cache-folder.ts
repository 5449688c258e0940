import { homedir } from "node:os";
import { join } from "node:path";

/** Returns the folder of a program that the tests fetched. The folder is outside the tree, since `npm ci` empties `node_modules`. */
export const cacheFolder = (name: string): string =>
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "foundation-website", name);
