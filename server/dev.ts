import { spawn } from "node:child_process";
import { once } from "node:events";
import { extname } from "node:path";
import { watch } from "chokidar";

// `npm run dev` runs the site from its sources, and restarts the site when a source file of the server changes. We do not
// use Node's own `--watch`, which loses a file that an editor saves by renaming. The running site itself shows a change of the
// client or the content. A site that mistakes in the content have stopped starts again when a file of the content is saved.

const WATCHED = ["server", "shared", "content"];
const SOURCES = [".ts", ".tsx", ".json", ".txt", ".yaml"];
/** The pause that collects the several writes of one save. */
const SETTLE_MS = 30;

function start() {
  const args = [...process.execArgv, "server/main.ts", "--dev"];
  return spawn(process.execPath, args, { stdio: "inherit" });
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
  if (path.startsWith("content") && child.exitCode === null) return;
  clearTimeout(timer);
  timer = setTimeout(() => void restart(), SETTLE_MS);
});

for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    child.kill(signal);
    child.once("exit", () => process.exit());
  });
