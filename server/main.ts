import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

type Site = typeof import("./site.ts");

const BUILT_SITE = "dist/site/site.js";
const isDev = process.argv.includes("--dev");

/** Loads the sources in development, and otherwise the built file, since finding and reading modules is a third of the start. */
async function loadSite(): Promise<Site> {
  if (isDev) return import("./site.ts");
  if (existsSync(BUILT_SITE)) return import(pathToFileURL(resolve(BUILT_SITE)).href);
  process.stderr.write(
    `${BUILT_SITE} is missing: run "npm run build", or start with "npm start".\n`,
  );
  process.exit(1);
}

await (await loadSite()).serveSite({ isDev });
