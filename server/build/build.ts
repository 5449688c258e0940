import { globSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { createBuilder } from "vite";
import { LANGUAGES } from "../../shared/languages.ts";
import { siteConfig } from "../../vite.config.ts";
import { bundleServer } from "./bundle-server.ts";
import { bundleWorker } from "./bundle-worker.ts";
import { contentErrors } from "./content/compile-content.ts";
import { describeValidationError } from "./content/errors.ts";
import { precompress } from "./precompress.ts";
import { drawSocialCards } from "./social-cards.ts";

/** Its content and its mtime are the start of the build: `build-when-needed.sh` compares sources with it. */
const STAMP = "dist/build-stamp";
/** What `server/main.ts` starts. */
const SITE = "dist/site/site.js";

const log = (line: string) => process.stderr.write(`${line}\n`);

const startedAt = new Date();
// Before anything else: an editor reads one line for each mistake, without a stack trace round it.
const validationErrors = contentErrors("content");
if (validationErrors.length > 0) {
  log(validationErrors.map(describeValidationError).join("\n"));
  process.exit(1);
}
const pages = globSync("client/pages/**/*.{page,server-page}.tsx");
log(`${pages.length} page templates in ${LANGUAGES.join(" and ")}, the service worker, the server`);
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
await drawSocialCards("dist/client");
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
log(`built in ${Math.round((Date.now() - startedAt.getTime()) / 1000)} s`);
