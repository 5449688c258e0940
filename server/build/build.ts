import { utimesSync, writeFileSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { createBuilder } from "vite";
import { bundleServer } from "./bundle-server.ts";
import { precompress } from "./precompress.ts";

/** Its content and its time of change say when the build began: `build-when-needed.sh` compares sources with it. */
const STAMP = "dist/build-stamp";
/** What `server/main.ts` starts. */
const SITE = "dist/site/site.js";

const beganAt = new Date();
const builder = await createBuilder({ logLevel: "warn" });
await builder.buildApp();
await precompress("dist/client");
await bundleServer(dirname(SITE));
writeFileSync(STAMP, String(beganAt.getTime()));
utimesSync(STAMP, beganAt, beganAt);
// Nothing starts by being read. The first start finds every module compiled (server/require-node.mjs); later ones also what answering compiled.
for (const file of [SITE, "dist/server/entry-server.js"])
  await import(pathToFileURL(resolve(file)).href);
flushCompileCache();
