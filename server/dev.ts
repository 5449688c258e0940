import { spawn } from "node:child_process";
import { once } from "node:events";
import { extname, resolve } from "node:path";
import { watch } from "chokidar";

// `npm run dev` runs the site from its sources, and restarts the site when a source file of the server changes. We do not
// use Node's own `--watch`, which loses a file that an editor saves by renaming. The running site itself shows a change of the
// client or the content. A site that mistakes in the content have stopped starts again when a file of the content is saved.

const CONTENT = resolve(process.env.CONTENT_DIR ?? "content");
const WATCHED = ["server", "shared", CONTENT];
const SOURCES = [".ts", ".tsx", ".json", ".md", ".txt", ".yaml"];
/** The pause that collects the several writes of one save. */
const SETTLE_MS = 30;

/** True when a file of the content was saved after the start of the site. */
let isContentNewer = false;

function start() {
  isContentNewer = false;
  const args = [...process.execArgv, "server/main.ts", "--dev"];
  const started = spawn(process.execPath, args, { stdio: "inherit" });
  // Mistakes in the content may be corrected before the site has ended.
  started.once("exit", (code) => {
    if (code === 1 && isContentNewer) void restart();
  });
  return started;
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
  const isContent = resolve(path).startsWith(CONTENT);
  if (isContent) isContentNewer = true;
  if (isContent && child.exitCode === null) return;
  clearTimeout(timer);
  timer = setTimeout(() => void restart(), SETTLE_MS);
});

for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    child.kill(signal);
    child.once("exit", () => process.exit());
  });
