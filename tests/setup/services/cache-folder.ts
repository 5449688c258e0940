import { homedir } from "node:os";
import { join } from "node:path";

/** A folder for programs that the tests fetched, outside the tree: `npm ci` empties `node_modules`. */
export const cacheFolder = (name: string): string =>
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "foundation-website", name);
