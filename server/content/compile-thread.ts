import { parentPort, workerData } from "node:worker_threads";
import { compileEditions } from "./editions.ts";

// The thread that compiles content while the site runs. `workerData` is the `EditionsJob` of server/content/compile-apart.ts.
parentPort?.postMessage(compileEditions(workerData));
