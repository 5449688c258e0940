import { type DestinationStream, destination } from "pino";

/** Lines wait until this many characters are together, or this long. */
const BUFFER_LENGTH = 4_096;
const BUFFER_MS = 100;

/**
 * Standard output, a few lines at a time: one system call a line would be a tenth of the CPU of a cached
 * page, and the stream's own buffer counts its bytes again at each line. What waits is written when the process
 * exits, also after an uncaught error.
 */
export function createLogDestination(): DestinationStream {
  const output = destination({ sync: true });
  let waiting = "";
  let isFlushDue = false;
  const flush = () => {
    const lines = waiting;
    waiting = "";
    if (lines !== "") output.write(lines);
  };
  process.on("exit", () => {
    flush();
    output.flushSync();
  });
  return {
    write(line) {
      waiting += line;
      if (waiting.length >= BUFFER_LENGTH) flush();
      if (isFlushDue) return;
      isFlushDue = true;
      setTimeout(() => {
        isFlushDue = false;
        flush();
      }, BUFFER_MS).unref();
    },
  };
}
