import { Writable } from "node:stream";

/** Takes a whole page as it is rendered. `done` resolves with its bytes. */
export function createPageSink(): { sink: Writable; done: Promise<Buffer> } {
  const chunks: Buffer[] = [];
  let finish: (bytes: Buffer) => void;
  let fail: (fault: Error) => void;
  const done = new Promise<Buffer>((resolve, reject) => {
    finish = resolve;
    fail = reject;
  });
  const sink = new Writable({
    write(chunk: Buffer, _encoding, next) {
      // As it is: React writes into a new buffer after each.
      chunks.push(chunk);
      next();
    },
    final(next) {
      finish(Buffer.concat(chunks));
      next();
    },
  });
  sink.on("error", (fault) => fail(fault));
  return { sink, done };
}
