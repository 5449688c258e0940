import { type DestinationStream, destination } from "pino";

/** Lines wait until this many bytes are together, or this long. */
const BUFFER_BYTES = 4_096;
const BUFFER_MS = 100;

/**
 * Standard output, a few lines at a time: one system call a line would be a tenth of the CPU of a cached
 * page. What waits is written when the process exits, also after an uncaught error.
 */
export function createLogDestination(): DestinationStream {
  const output = destination({ sync: true, minLength: BUFFER_BYTES });
  let isFlushDue = false;
  const flush = () => {
    isFlushDue = false;
    output.flushSync();
  };
  process.on("exit", () => output.flushSync());
  return {
    write(line) {
      output.write(line);
      if (isFlushDue) return;
      isFlushDue = true;
      setTimeout(flush, BUFFER_MS).unref();
    },
  };
}
