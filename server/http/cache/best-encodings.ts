import { type CachedResponse, setEncoding } from "./cached-response.ts";
import { encodeBest } from "./content-encoding.ts";

/** Compresses cached responses in the background. */
export interface BestEncodings {
  add(key: string, response: CachedResponse): void;
}

/** Responses beyond this number stay as they are. */
const MAX_WAITING = 200;

/**
 * Makes the smallest encodings of the responses added, one at a time: the threads that do it also make the
 * encodings that clients wait for. `isCurrent` is false for a response that was replaced or evicted.
 */
export function createBestEncodings(
  isCurrent: (key: string, response: CachedResponse) => boolean,
): BestEncodings {
  const waiting = new Map<string, CachedResponse>();
  let isRunning = false;

  async function encodeAll(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    try {
      for (const [key, response] of waiting) {
        waiting.delete(key);
        // The response can be sent without its best encodings.
        await improve(response, () => isCurrent(key, response)).catch(() => {});
      }
    } finally {
      isRunning = false;
    }
  }

  return {
    add(key, response) {
      if (waiting.size >= MAX_WAITING) return;
      waiting.set(key, response);
      void encodeAll();
    },
  };
}

async function improve(response: CachedResponse, isCurrent: () => boolean): Promise<void> {
  for (const encoding of ["br", "gzip"] as const) {
    if (!isCurrent()) return;
    const body = await encodeBest(response.bodies.identity, encoding);
    const before = response.bodies[encoding];
    if (!before || body.length < before.length) setEncoding(response, encoding, body);
  }
}
