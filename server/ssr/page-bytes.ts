import { Writable } from "node:stream";
import type { PageResponse } from "../../shared/contract/page-renderer.ts";

/** The bytes of a page, once it is rendered completely. */
export function bytesOf({ pipe }: Pick<PageResponse<Writable>, "pipe">): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, next) {
        // Not copied: React allocates a new buffer after each write.
        chunks.push(chunk);
        next();
      },
      final(next) {
        resolve(Buffer.concat(chunks));
        next();
      },
    });
    sink.on("error", reject);
    pipe(sink);
  });
}
