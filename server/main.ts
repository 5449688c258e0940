import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { buildWhenNeeded, SITE } from "./build/build-when-needed.ts";

type Site = typeof import("./site.ts");

const isDev = process.argv.includes("--dev");

/** As written while it is written; else as built: one file, since a third of a start is finding and reading modules. */
async function loadSite(): Promise<Site> {
  if (isDev) return import("./site.ts");
  await buildWhenNeeded((line) => process.stderr.write(`${line}\n`));
  return import(pathToFileURL(resolve(SITE)).href);
}

await (await loadSite()).startSite({ isDev });
