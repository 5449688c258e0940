import { readFileSync, rmSync } from "node:fs";
import { SHARED_FILE } from "./shared/ask-shared.ts";

// Runs after all test files.
const { pid }: { pid: number } = JSON.parse(readFileSync(SHARED_FILE, "utf8"));
process.kill(pid, "SIGTERM");
rmSync(SHARED_FILE);
