import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { SHARED_FILE } from "./shared/ask-shared.ts";

// Runs before all test files: starts the process that holds the shared resources.
const child = fork("tests/setup/shared/serve-shared.ts", [String(process.ppid)], {
  detached: true,
  execArgv: [],
});
const [where] = await once(child, "message");
mkdirSync(dirname(SHARED_FILE), { recursive: true });
writeFileSync(SHARED_FILE, JSON.stringify(where));
child.unref();
