import { once } from "node:events";
import { resolve } from "node:path";
import { Worker } from "node:worker_threads";
import { SECOND_MS } from "../../shared/time.ts";
import { programFile } from "../program-file.ts";
import type { Editions, EditionsJob } from "./editions.ts";

const PROGRAM = programFile("server/content/compile-thread.ts");
/** Longer than any content takes that staff can store. */
const LONGEST_MS = 20 * SECOND_MS;

/** Compiles content in a thread, so that the site answers meanwhile. Rejects when the thread takes too long. */
export async function compileApart(job: EditionsJob): Promise<Editions> {
  // The options of this process start another Node version, which a thread cannot do.
  const thread = new Worker(resolve(PROGRAM), { workerData: job, execArgv: [] });
  try {
    const [editions] = await once(thread, "message", { signal: AbortSignal.timeout(LONGEST_MS) });
    return editions;
  } finally {
    await thread.terminate();
  }
}
