// Loaded before the site (--import): measures the CPU time of the event loop's longest turn, which a busy machine does not lengthen.
// SIGWINCH logs that time in milliseconds and starts anew.
import { setImmediate } from "node:timers";

const cpuMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};
let longestMs = 0;
let lastMs = cpuMs();

function measure() {
  const nowMs = cpuMs();
  longestMs = Math.max(longestMs, nowMs - lastMs);
  lastMs = nowMs;
  setImmediate(measure);
}
setImmediate(measure);
process.on("SIGWINCH", () => {
  process.stdout.write(`${JSON.stringify({ longestTurnMs: longestMs })}\n`);
  longestMs = 0;
});
