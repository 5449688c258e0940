import { Writable } from "node:stream";

/** Collects a page as it is rendered. `done` resolves with its bytes. */
export function createPageSink(): { sink: Writable; done: Promise<Buffer> } {
  const chunks: Buffer[] = [];
  let finish: (bytes: Buffer) => void;
  let fail: (error: Error) => void;
  const done = new Promise<Buffer>((resolve, reject) => {
    finish = resolve;
    fail = reject;
  });
  const sink = new Writable({
    write(chunk: Buffer, _encoding, next) {
      // Not copied: React allocates a new buffer after each write.
      chunks.push(chunk);
      next();
    },
    final(next) {
      finish(Buffer.concat(chunks));
      next();
    },
  });
  sink.on("error", (error) => fail(error));
  return { sink, done };
}
