import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

type Site = typeof import("./site.ts");

const BUILT_SITE = "dist/site/site.js";
const isDev = process.argv.includes("--dev");

/** The sources in development; otherwise the built file, since a third of a start is finding and reading modules. */
async function loadSite(): Promise<Site> {
  if (isDev) return import("./site.ts");
  if (existsSync(BUILT_SITE)) return import(pathToFileURL(resolve(BUILT_SITE)).href);
  process.stderr.write(
    `${BUILT_SITE} is missing: run "npm run build", or start with "npm start".\n`,
  );
  process.exit(1);
}

// A small response in a cache would keep a whole pool of 64 KiB in memory.
Buffer.poolSize = 0;
await (await loadSite()).startSite({ isDev });
