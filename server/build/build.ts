import { flushCompileCache } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "./build-when-needed.ts";

await build();
// The first start finds every module compiled (server/require-node.mjs); later ones also what answering compiled.
await import("../app.ts");
await import("../composition.ts");
await import("../embedded-api/embedded-api.ts");
await import(pathToFileURL(resolve("dist/server/entry-server.js")).href);
flushCompileCache();
