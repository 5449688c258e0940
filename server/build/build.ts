import { rmSync, utimesSync, writeFileSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { createBuilder } from "vite";
import { LANGUAGES } from "../../shared/languages.ts";
import { siteConfig } from "../../vite.config.ts";
import { bundleServer } from "./bundle-server.ts";
import { bundleWorker } from "./bundle-worker.ts";
import { describeValidationError } from "./content/content-error.ts";
import { contentErrors } from "./content/content-errors.ts";
import { precompress } from "./precompress.ts";

/** Its content and its mtime are the start of the build: `build-when-needed.sh` compares sources with it. */
const STAMP = "dist/build-stamp";
/** What `server/main.ts` starts. */
const SITE = "dist/site/site.js";

const startedAt = new Date();
// Before anything else: an editor reads one line for each mistake, without a stack trace round it.
const validationErrors = contentErrors("content");
if (validationErrors.length > 0) {
  process.stderr.write(`${validationErrors.map(describeValidationError).join("\n")}\n`);
  process.exit(1);
}
rmSync("dist/server", { recursive: true, force: true });
for (const language of LANGUAGES) {
  const builder = await createBuilder({
    ...siteConfig(language, "build"),
    configFile: false,
    logLevel: "warn",
  });
  await builder.buildApp();
}
await bundleWorker("dist/client");
await precompress("dist/client");
await bundleServer(dirname(SITE));
writeFileSync(STAMP, String(startedAt.getTime()));
utimesSync(STAMP, startedAt, startedAt);
// Importing starts nothing: it fills the compile cache for the first start (server/require-node.mjs).
for (const file of [
  SITE,
  ...LANGUAGES.map((language) => `dist/server/${language}/entry-server.js`),
])
  await import(pathToFileURL(resolve(file)).href);
flushCompileCache();
