import { flushCompileCache } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build, SITE } from "./build-when-needed.ts";

await build();
// Nothing starts by being read. The first start finds every module compiled (server/require-node.mjs); later ones also what answering compiled.
for (const file of [SITE, "dist/server/entry-server.js"])
  await import(pathToFileURL(resolve(file)).href);
flushCompileCache();
