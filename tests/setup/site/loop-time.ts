const cpuMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** Measures the event loop's longest turn during some work, in milliseconds of CPU time, which a busy machine does not lengthen. */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longestMs = 0;
  let lastMs = cpuMs();
  let isOver = false;
  const endTurn = () => {
    const nowMs = cpuMs();
    longestMs = Math.max(longestMs, nowMs - lastMs);
    lastMs = nowMs;
    if (!isOver) setImmediate(endTurn);
  };
  setImmediate(endTurn);
  try {
    await work();
  } finally {
    isOver = true;
    endTurn();
  }
  return longestMs;
}
