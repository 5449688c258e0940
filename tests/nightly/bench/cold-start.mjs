// npm run bench:start: measures the time from spawning the start script, including its check for newer sources, to the first 200 of a
// built tree. Once with an empty DATA_DIR (including seeding), and once with a used one.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pauseMs } from "node:timers/promises";

const ROUNDS = Number(process.env.ROUNDS ?? 5);
/** The start command as npm runs it; the server replaces the shell, so the child process is the server. */
const START = JSON.parse(readFileSync("package.json", "utf8")).scripts.start;
const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
const PATHS = (process.env.PAGES ?? "/,/news-events").split(",");
const folder = mkdtempSync(join(tmpdir(), "bench-"));
const port = 20_000 + Math.floor(Math.random() * 20_000);

/** Resolves with true when the site responded with 200. */
function isServed(path) {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () =>
      socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n`),
    );
    socket.on("error", () => resolve(false));
    socket.on("close", () => resolve(false));
    socket.on("data", (chunk) => {
      resolve(chunk.latin1Slice(0, 12) === "HTTP/1.1 200");
      socket.destroy();
    });
  });
}

/** Returns the CPU time of a process, which the kernel counts in hundredths of a second. A busy machine changes the figure little. */
function cpuMsOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function start(dataDir, path, settleMs = 0) {
  const begunAt = performance.now();
  const child = spawn("sh", ["-c", START], {
    env: { ...process.env, PATH, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: "warn" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  while (!(await isServed(path))) await pauseMs(2);
  const took = { ms: performance.now() - begunAt, cpuMs: cpuMsOf(child.pid) };
  await pauseMs(settleMs);
  // Ended like a crash, because an orderly shutdown takes seconds.
  child.kill("SIGKILL");
  await once(child, "exit");
  return took;
}

/** Measures the lower bound: the time that any server on this Node takes before its first line. */
async function bareNode() {
  const begunAt = performance.now();
  await once(spawn(process.execPath, ["-e", "0"], { stdio: "ignore" }), "exit");
  return performance.now() - begunAt;
}

const middle = (values) => Math.round(values.toSorted((a, b) => a - b)[values.length >> 1]);
const median = (starts) =>
  `${middle(starts.map(({ ms }) => ms))} ms (CPU ${middle(starts.map(({ cpuMs }) => cpuMs))} ms)`;

for (const path of PATHS) {
  const took = { empty: [], used: [], bare: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const dataDir = join(folder, `${path.length}-${round}`);
    // The first start stores compiled code shortly after its first response.
    took.empty.push(await start(dataDir, path, 1_500));
    took.used.push(await start(dataDir, path));
    took.bare.push(await bareNode());
  }
  process.stdout.write(
    `${path}: first 200 after ${median(took.used)}, with an empty DATA_DIR ${median(took.empty)}; ` +
      `node alone ${middle(took.bare)} ms\n`,
  );
}
rmSync(folder, { recursive: true });
