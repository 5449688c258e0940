import { spawn } from "node:child_process";
import { once } from "node:events";
import { extname } from "node:path";
import { watch } from "chokidar";
import { contentErrors } from "./build/content/compile-content.ts";

// `npm run dev` runs the site from its sources, and restarts the site when a source file of the server changes. We do not
// use Node's own `--watch`, which loses a file that an editor saves by renaming. Vite, inside the site, watches the client.

const WATCHED = ["server", "shared", "content"];
const SOURCES = [".ts", ".tsx", ".json", ".txt", ".yaml"];
/** The pause that collects the several writes of one save. */
const SETTLE_MS = 30;

function start() {
  const args = [...process.execArgv, "server/main.ts", "--dev"];
  const child = spawn(process.execPath, args, { stdio: "inherit" });
  // The server imports some of the content. Print mistakes in the content in words; correcting them restarts the site.
  child.once("exit", async (code) => {
    if (code !== 1) return;
    const errors = await contentErrors("content");
    process.stderr.write(`${errors.join("\n")}\n`);
  });
  return child;
}

let child = start();

async function restart(): Promise<void> {
  const ended = child;
  if (ended.exitCode === null && ended.signalCode === null) {
    // Kill the process at once: in development, an orderly shutdown is not worth the seconds it takes.
    ended.kill("SIGKILL");
    await once(ended, "exit");
  }
  child = start();
}

let timer: NodeJS.Timeout | undefined;
watch(WATCHED, { ignoreInitial: true }).on("all", (_event, path) => {
  if (!SOURCES.includes(extname(path))) return;
  // Vite, inside the site, reloads edited content.
  if (path.startsWith("content") && child.exitCode === null) return;
  clearTimeout(timer);
  timer = setTimeout(() => void restart(), SETTLE_MS);
});

for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    child.kill(signal);
    child.once("exit", () => process.exit());
  });
